import {
  elementsFromRight,
  parseForwardedElement,
  parseNode,
} from "./forwarding.ts";
import {
  type IpAddress,
  ipv4FromValue,
  networkKey,
  parseIp,
  unmapped,
} from "./ip_address.ts";
import type { PrefixSet } from "./prefix_set.ts";

/** Headers in which a proxy can name its client. One of them is believed. */
export const CLIENT_IP_HEADERS = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "cf-connecting-ip",
] as const;

export type ClientIpHeader = typeof CLIENT_IP_HEADERS[number];

/** Who is asking. */
export interface ClientAddress {
  /** Never IPv4-mapped. */
  readonly ip: IpAddress;
  /** The scope of limits: the IPv4 address, or the IPv6 prefix. */
  readonly key: string;
  /** The scope of shares: the IPv4 address, or the IPv6 /48, of which one party can hold 65,536 keys. */
  readonly group: string;
  /** Where the address was read. */
  readonly via: "peer" | ClientIpHeader;
}

/** Finds the client of a request by the socket's peer and the request's headers. */
export type ClientAddressReader = (
  peerHostname: string,
  headers: Headers,
) => ClientAddress;

interface ClientAddressOptions {
  /** Peers whose header is believed. Empty: nobody's. */
  trustedProxies: PrefixSet;
  header: ClientIpHeader;
  /** Bits of an IPv6 address that make up one client. */
  v6PrefixLength: number;
}

interface Peer {
  readonly client: ClientAddress;
  readonly isTrusted: boolean;
}

/** Strangers fill the caches, so a full one is dropped. */
const CACHE_ENTRIES = 4096;
const CACHED_VALUE_LENGTH = 256;
/** What a site gets at most of (RFC 6177): who has it has all its clients. */
const GROUP_LENGTH = 48;

/**
 * Makes a reader of client addresses.
 *
 * A list is walked from the right; the first address outside `trustedProxies`
 * is the client, else the leftmost. A malformed element, an empty one too, ends
 * the walk at the last good hop. `x-real-ip` and `cf-connecting-ip` hold one
 * address; anything else there counts as absent. Where nothing is found, and
 * for every peer that is not trusted, the client is the peer. A peer that is
 * not an address, a Unix socket's for example, counts as 0.0.0.0.
 */
export function createClientAddressReader(
  { trustedProxies, header, v6PrefixLength }: ClientAddressOptions,
): ClientAddressReader {
  const peers = new Map<string, Peer>();
  const values = new Map<string, ClientAddress | null>();

  function clientOf(ip: IpAddress, via: ClientAddress["via"]): ClientAddress {
    const key = networkKey(ip, v6PrefixLength);
    const group = networkKey(ip, Math.min(v6PrefixLength, GROUP_LENGTH));
    return { ip, key, group, via };
  }

  function readPeer(hostname: string): Peer {
    const ip = peerAddress(hostname);
    return {
      client: clientOf(ip, "peer"),
      isTrusted: trustedProxies.has(ip),
    };
  }

  function clientNamedBy(value: string): ClientAddress | null {
    const isShort = value.length <= CACHED_VALUE_LENGTH;
    const cached = isShort ? values.get(value) : undefined;
    if (cached !== undefined) return cached;
    const ip = clientInHeader(value, header, trustedProxies);
    const client = ip && clientOf(ip, header);
    if (isShort) remember(values, value, client);
    return client;
  }

  return (peerHostname, headers) => {
    let peer = peers.get(peerHostname);
    if (!peer) {
      peer = readPeer(peerHostname);
      remember(peers, peerHostname, peer);
    }
    if (!peer.isTrusted) return peer.client;
    const value = headers.get(header);
    if (value === null) return peer.client;
    return clientNamedBy(value) ?? peer.client;
  };
}

/** The address of a socket's peer; 0.0.0.0 where that is none. Never IPv4-mapped. */
export function peerAddress(hostname: string): IpAddress {
  const zone = hostname.indexOf("%");
  const ip = parseIp(zone < 0 ? hostname : hostname.slice(0, zone));
  return ip ? unmapped(ip) : ipv4FromValue(0);
}

function clientInHeader(
  value: string,
  header: ClientIpHeader,
  trustedProxies: PrefixSet,
): IpAddress | null {
  if (header === "x-real-ip" || header === "cf-connecting-ip") {
    return parseNode(value.trim());
  }
  const isForwarded = header === "forwarded";
  let hop: IpAddress | null = null;
  for (const element of elementsFromRight(value, isForwarded)) {
    const ip = isForwarded
      ? parseForwardedElement(element)
      : parseNode(element);
    if (!ip) break;
    hop = ip;
    if (!trustedProxies.has(ip)) break;
  }
  return hop;
}

function remember<V>(cache: Map<string, V>, key: string, value: V): void {
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(key, value);
}
