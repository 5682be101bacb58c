import {
  listElementsFromRight,
  parseForwardedElement,
  parseForwardedNode,
} from "./forwarding.ts";
import {
  type IpAddress,
  ipv4FromValue,
  networkKey,
  parseIp,
  unmapIpv4,
} from "./ip_address.ts";
import type { PrefixSet } from "./prefix_set.ts";

/** Headers in which a proxy can pass on the client's address. Exactly one of them is trusted. */
export const CLIENT_IP_HEADERS = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "cf-connecting-ip",
] as const;

export type ClientIpHeader = typeof CLIENT_IP_HEADERS[number];

/** The client of a request. */
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

  return (peerHostname, headers) => {
    let peer = peersByHostname.get(peerHostname);
    if (!peer) {
      peer = readPeer(peerHostname);
      cacheSet(peersByHostname, peerHostname, peer);
    }
    if (!peer.isTrusted) return peer.client;
    const value = headers.get(header);
    if (value === null) return peer.client;
    return clientFromHeader(value) ?? peer.client;
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
  const zone = hostname.indexOf("%");
  const ip = parseIp(zone < 0 ? hostname : hostname.slice(0, zone));
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
