import {
  type IpAddress,
  ipv4FromValue,
  networkKey,
  parseIp,
  parseIpv4,
  unmapIpv4,
} from "./ip_address.ts";
import type { PrefixSet } from "./prefix_set.ts";

const PORT = /^(?:\d{1,5}|_[\w.-]{1,32})$/;

/**
 * Parses one hop of a forwarding header: an address, optionally bracketed and
 * with a port, which is dropped.
 *
 * Null for anything else: host names, zones, `unknown` and `_hidden` names.
 */
export function parseForwardedNode(text: string): IpAddress | null {
  if (text.startsWith("[")) {
    const close = text.indexOf("]");
    const port = text.slice(close + 1);
    // Without a bracket, all of the text.
    if (port !== "" && !isPort(port)) return null;
    const inner = text.slice(1, close);
    return inner.includes(":") ? address(inner) : null;
  }
  const colon = text.lastIndexOf(":");
  // With a second colon it is IPv6, which needs brackets to have a port.
  if (colon === -1 || text.indexOf(":") !== colon) return address(text);
  return isPort(text.slice(colon)) ? parseIpv4(text.slice(0, colon)) : null;
}

/**
 * One optional parameter: a name, and a value that is quoted or contains no
 * delimiter. The leading blanks belong to the group, so that a long run of them
 * cannot cause backtracking.
 */
const PARAMETER =
  /(?:[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";,=]+)))?[ \t]*(?:;|$)/y;

/**
 * Parses the `for` parameter of one element of a `Forwarded` header (RFC 7239
 * section 4). Null if the element is malformed or names no address.
 *
 * Unquoted values may contain brackets and colons: proxies send them, and the
 * address itself is parsed strictly either way.
 */
export function parseForwardedElement(text: string): IpAddress | null {
  let node: string | null = null;
  PARAMETER.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const match = PARAMETER.exec(text);
    if (!match) return null;
    end = PARAMETER.lastIndex;
    if (match[1]?.toLowerCase() !== "for") continue;
    if (node !== null) return null;
    node = match[3] ?? match[2].replace(/\\(.)/g, "$1");
  }
  return node === null ? null : parseForwardedNode(node);
}

function address(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapIpv4(ip);
}

function isPort(text: string): boolean {
  return text.startsWith(":") && PORT.test(text.slice(1));
}

/** Limits on how much of a list is read; real chains have a handful of hops. */
const MAX_LENGTH = 4096;
const MAX_ELEMENTS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Yields the trimmed elements of a comma-separated list from the right: at most
 * 64 elements of the last 4096 characters. With `allowQuotedStrings`, a comma
 * inside a quoted string (RFC 9110 section 5.6.4) does not separate.
 *
 * The client controls the left part of the list. Scanning from the right keeps
 * it from affecting what the proxies added (by an open quote, for example), and
 * makes its length irrelevant.
 */
export function* listElementsFromRight(
  list: string,
  allowQuotedStrings: boolean,
): Generator<string, void> {
  const text = list.slice(-MAX_LENGTH);
  let end = text.length;
  let inString = false;
  let elements = 0;
  for (let i = end - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (allowQuotedStrings && code === QUOTE && !isEscaped(text, i)) {
      inString = !inString;
    }
    if (code !== COMMA || inString) continue;
    yield text.slice(i + 1, end).trim();
    if (++elements === MAX_ELEMENTS) return;
    end = i;
  }
  // If the list was cut, the first element is incomplete and could be misread.
  if (text.length === list.length) yield text.slice(0, end).trim();
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** Headers in which a proxy can pass on the client's address. Exactly one of them is trusted. */
export const CLIENT_IP_HEADERS = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "cf-connecting-ip",
] as const;

export type ClientIpHeader = typeof CLIENT_IP_HEADERS[number];

export interface ClientAddress {
  /** Never IPv4-mapped. */
  readonly ip: IpAddress;
  /** Rate limit key: the IPv4 address, or the IPv6 prefix. */
  readonly key: string;
  /** Fair-share key: the IPv4 address, or the IPv6 /48, in which one party can hold 65,536 keys. */
  readonly group: string;
  /** Where the address was found. */
  readonly via: "peer" | ClientIpHeader;
}

/** Determines the client of a request from the socket's peer and the request headers. */
export type ClientAddressReader = (
  peerHostname: string,
  headers: Headers,
) => ClientAddress;

interface ClientAddressOptions {
  /** Peers whose header is trusted. Empty: none. */
  trustedProxies: PrefixSet;
  header: ClientIpHeader;
  /** Prefix length that identifies one IPv6 client. */
  v6PrefixLength: number;
}

interface Peer {
  readonly client: ClientAddress;
  readonly isTrusted: boolean;
}

/** Bounded, because clients choose the values; a full cache is cleared. */
const CACHE_ENTRIES = 4096;
const MAX_CACHED_VALUE_LENGTH = 256;
/** The most a site gets (RFC 6177). */
const GROUP_PREFIX_LENGTH = 48;

/**
 * Creates a reader of client addresses.
 *
 * Lists are read from right to left; the first address outside `trustedProxies`
 * is the client, or the leftmost if all are trusted. A malformed or empty
 * element ends the search at the last valid hop. `x-real-ip` and
 * `cf-connecting-ip` contain one address; any other value is ignored. If no
 * address is found, or the peer is not trusted, the client is the peer. A peer
 * without an address, such as a Unix socket, counts as 0.0.0.0.
 */
export function createClientAddressReader(
  { trustedProxies, header, v6PrefixLength }: ClientAddressOptions,
): ClientAddressReader {
  const peersByHostname = new Map<string, Peer>();
  const clientsByHeaderValue = new Map<string, ClientAddress | null>();

  function clientOf(ip: IpAddress, via: ClientAddress["via"]): ClientAddress {
    const key = networkKey(ip, v6PrefixLength);
    const group = networkKey(ip, Math.min(v6PrefixLength, GROUP_PREFIX_LENGTH));
    return { ip, key, group, via };
  }

  function readPeer(hostname: string): Peer {
    const ip = peerAddress(hostname);
    return {
      client: clientOf(ip, "peer"),
      isTrusted: trustedProxies.has(ip),
    };
  }

  function clientFromHeader(value: string): ClientAddress | null {
    const isShort = value.length <= MAX_CACHED_VALUE_LENGTH;
    const cached = isShort ? clientsByHeaderValue.get(value) : undefined;
    if (cached !== undefined) return cached;
    const ip = addressInHeader(value, header, trustedProxies);
    const client = ip && clientOf(ip, header);
    if (isShort) cacheSet(clientsByHeaderValue, value, client);
    return client;
  }

  function read(peerHostname: string, headers: Headers): ClientAddress {
    let peer = peersByHostname.get(peerHostname);
    if (!peer) {
      peer = readPeer(peerHostname);
      cacheSet(peersByHostname, peerHostname, peer);
    }
    if (!peer.isTrusted) return peer.client;
    const value = headers.get(header);
    if (value === null) return peer.client;
    return clientFromHeader(value) ?? peer.client;
  }

  // A request is asked about several times in a row.
  let last: Headers | undefined;
  let lastPeer = "";
  let client: ClientAddress;
  return (peerHostname, headers) => {
    if (headers !== last || peerHostname !== lastPeer) {
      client = read(peerHostname, headers);
      [last, lastPeer] = [headers, peerHostname];
    }
    return client;
  };
}

/**
 * The network of a provider that a fair-share key ({@link ClientAddress.group})
 * is in: the IPv4 /16 or the IPv6 /32, the least that registries give a provider.
 *
 * @returns the start of the key: `192.0`, `2001:db8`; not to be parsed
 */
export function providerKey(group: string): string {
  const separator = group.includes(":") ? ":" : ".";
  const second = group.indexOf(separator) + 1;
  const end = group.indexOf(separator, second);
  // 2001:0:1::/48 and 2001::/48, where the 0 is left out, are in the same one.
  return group.slice(0, end).replace(":0", ":");
}

/** The address of a socket's peer; 0.0.0.0 if it has none. Never IPv4-mapped. */
export function peerAddress(hostname: string): IpAddress {
  const ip = parseIp(hostname.split("%", 1)[0]);
  return ip ? unmapIpv4(ip) : ipv4FromValue(0);
}

function addressInHeader(
  value: string,
  header: ClientIpHeader,
  trustedProxies: PrefixSet,
): IpAddress | null {
  if (header === "x-real-ip" || header === "cf-connecting-ip") {
    return parseForwardedNode(value.trim());
  }
  const isForwarded = header === "forwarded";
  let hop: IpAddress | null = null;
  for (const element of listElementsFromRight(value, isForwarded)) {
    const ip = isForwarded
      ? parseForwardedElement(element)
      : parseForwardedNode(element);
    if (!ip) break;
    hop = ip;
    if (!trustedProxies.has(ip)) break;
  }
  return hop;
}

function cacheSet<V>(cache: Map<string, V>, key: string, value: V): void {
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(key, value);
}
