import { type Cidr, cidrContains, parseCidr } from "./cidr.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

/** A special-purpose block: CIDR, whether it is globally reachable, name, RFC. */
export type SpecialBlock = readonly [
  cidr: string,
  reachable: boolean,
  name: string,
  rfc: string,
];

/**
 * The complete IANA IPv4 and IPv6 Special-Purpose Address Registries of
 * 2025-10-09, and the blocks of the IPv4 and IPv6 Address Space registries
 * without unicast addresses: multicast and reserved by the IETF.
 *
 * If "Globally Reachable" is N/A: 6to4, its relays and Teredo count as
 * reachable, since they are routed; the returned ORCHID block does not.
 */
export const SPECIAL_BLOCKS: readonly SpecialBlock[] = [
  ["0.0.0.0/8", false, "This network", "RFC 791"],
  ["0.0.0.0/32", false, "This host on this network", "RFC 1122"],
  ["10.0.0.0/8", false, "Private-Use", "RFC 1918"],
  ["100.64.0.0/10", false, "Shared Address Space", "RFC 6598"],
  ["127.0.0.0/8", false, "Loopback", "RFC 1122"],
  ["169.254.0.0/16", false, "Link Local", "RFC 3927"],
  ["172.16.0.0/12", false, "Private-Use", "RFC 1918"],
  ["192.0.0.0/24", false, "IETF Protocol Assignments", "RFC 6890"],
  ["192.0.0.0/29", false, "IPv4 Service Continuity Prefix", "RFC 7335"],
  ["192.0.0.8/32", false, "IPv4 dummy address", "RFC 7600"],
  ["192.0.0.9/32", true, "Port Control Protocol Anycast", "RFC 7723"],
  [
    "192.0.0.10/32",
    true,
    "Traversal Using Relays around NAT Anycast",
    "RFC 8155",
  ],
  ["192.0.0.170/32", false, "NAT64/DNS64 Discovery", "RFC 8880"],
  ["192.0.0.171/32", false, "NAT64/DNS64 Discovery", "RFC 8880"],
  ["192.0.2.0/24", false, "Documentation (TEST-NET-1)", "RFC 5737"],
  ["192.31.196.0/24", true, "AS112-v4", "RFC 7535"],
  ["192.52.193.0/24", true, "AMT", "RFC 7450"],
  ["192.88.99.0/24", true, "Deprecated (6to4 Relay Anycast)", "RFC 7526"],
  ["192.88.99.2/32", false, "6a44-relay anycast address", "RFC 6751"],
  ["192.168.0.0/16", false, "Private-Use", "RFC 1918"],
  ["192.175.48.0/24", true, "Direct Delegation AS112 Service", "RFC 7534"],
  ["198.18.0.0/15", false, "Benchmarking", "RFC 2544"],
  ["198.51.100.0/24", false, "Documentation (TEST-NET-2)", "RFC 5737"],
  ["203.0.113.0/24", false, "Documentation (TEST-NET-3)", "RFC 5737"],
  ["224.0.0.0/4", false, "Multicast", "RFC 5771"],
  ["240.0.0.0/4", false, "Reserved", "RFC 1112"],
  ["255.255.255.255/32", false, "Limited Broadcast", "RFC 919"],
  ["::1/128", false, "Loopback Address", "RFC 4291"],
  ["::/128", false, "Unspecified Address", "RFC 4291"],
  ["::ffff:0:0/96", false, "IPv4-mapped Address", "RFC 4291"],
  ["64:ff9b::/96", true, "IPv4-IPv6 Translation", "RFC 6052"],
  ["64:ff9b:1::/48", false, "IPv4-IPv6 Translation", "RFC 8215"],
  ["100::/64", false, "Discard-Only Address Block", "RFC 6666"],
  ["100:0:0:1::/64", false, "Dummy IPv6 Prefix", "RFC 9780"],
  ["2001::/23", false, "IETF Protocol Assignments", "RFC 2928"],
  ["2001::/32", true, "TEREDO", "RFC 4380"],
  ["2001:1::1/128", true, "Port Control Protocol Anycast", "RFC 7723"],
  [
    "2001:1::2/128",
    true,
    "Traversal Using Relays around NAT Anycast",
    "RFC 8155",
  ],
  [
    "2001:1::3/128",
    true,
    "DNS-SD Service Registration Protocol Anycast",
    "RFC 9665",
  ],
  ["2001:2::/48", false, "Benchmarking", "RFC 5180"],
  ["2001:3::/32", true, "AMT", "RFC 7450"],
  ["2001:4:112::/48", true, "AS112-v6", "RFC 7535"],
  ["2001:10::/28", false, "Deprecated (previously ORCHID)", "RFC 4843"],
  ["2001:20::/28", true, "ORCHIDv2", "RFC 7343"],
  ["2001:30::/28", true, "Drone Remote ID Protocol Entity Tags", "RFC 9374"],
  ["2001:db8::/32", false, "Documentation", "RFC 3849"],
  ["2002::/16", true, "6to4", "RFC 3056"],
  ["2620:4f:8000::/48", true, "Direct Delegation AS112 Service", "RFC 7534"],
  ["3fff::/20", false, "Documentation", "RFC 9637"],
  ["5f00::/16", false, "Segment Routing (SRv6) SIDs", "RFC 9602"],
  ["fc00::/7", false, "Unique-Local", "RFC 4193"],
  ["fe80::/10", false, "Link-Local Unicast", "RFC 4291"],
  ["fec0::/10", false, "Deprecated (site-local)", "RFC 3879"],
  ["ff00::/8", false, "Multicast", "RFC 4291"],
  ["::/3", false, "Reserved by IETF", "RFC 4291"],
  ["4000::/2", false, "Reserved by IETF", "RFC 4291"],
  ["8000::/1", false, "Reserved by IETF", "RFC 4291"],
];

/** Whether an address does not belong on the public internet. */
export function isBogon(ip: IpAddress): boolean {
  const { unreachable, reachable, inner } = compiled ??= compile();
  if (unreachable.has(ip) && (!reachable.has(ip) || inner.has(ip))) return true;
  return ip.family === 6 && embedsBogon(ip.words);
}

/**
 * The registry's name of the narrowest block that contains a bogon; null for
 * any other address.
 */
export function bogonName(ip: IpAddress): string | null {
  return isBogon(ip) ? specialBlockName(ip) : null;
}

/**
 * The registry's name of the narrowest special-purpose block that contains an
 * address; null for any other address.
 */
export function specialBlockName(ip: IpAddress): string | null {
  const { unreachable, reachable } = compiled ??= compile();
  if (!unreachable.has(ip) && !reachable.has(ip)) return null;
  const enclosing = (compiled ??= compile()).blocks
    .filter(({ cidr }) => cidrContains(cidr, ip))
    .sort((a, b) => b.cidr.prefixLength - a.cidr.prefixLength);
  return enclosing[0]?.name ?? null;
}

/** The blocks whose addresses are bogons, except for narrower reachable blocks inside them. */
export function bogonBlocks(): Cidr[] {
  return (compiled ??= compile()).blocks
    .filter(({ reachable }) => !reachable)
    .map(({ cidr }) => cidr);
}

interface Compiled {
  readonly blocks: readonly {
    cidr: Cidr;
    reachable: boolean;
    name: string;
  }[];
  readonly unreachable: PrefixSet;
  readonly reachable: PrefixSet;
  /** Unreachable blocks inside a reachable one. */
  readonly inner: PrefixSet;
}

let compiled: Compiled | undefined;

/** A narrower block overrides the one that contains it. The registries nest no deeper than the three levels here. */
function compile(): Compiled {
  const blocks = SPECIAL_BLOCKS.map(([text, reachable, name]) => {
    const cidr = parseCidr(text);
    if (!cidr) throw new Error(`${text} is not a CIDR`);
    return { cidr, reachable, name };
  });
  const reachableBlocks = blocks.filter(({ reachable }) => reachable);
  const unreachableBlocks = blocks.filter(({ reachable }) => !reachable);
  const inner = unreachableBlocks.filter(({ cidr }) =>
    reachableBlocks.some((enclosing) =>
      enclosing.cidr.prefixLength < cidr.prefixLength &&
      cidrContains(enclosing.cidr, cidr.address)
    )
  );
  const setOf = (list: typeof blocks) =>
    PrefixSet.from(list.map(({ cidr }) => cidr));
  return {
    blocks,
    unreachable: setOf(unreachableBlocks),
    reachable: setOf(reachableBlocks),
    inner: setOf(inner),
  };
}

/**
 * Whether the IPv4 address inside a 6to4 or NAT64 address is a bogon: both may
 * only embed global addresses (RFC 3056 section 2, RFC 6052 section 3.1).
 */
function embedsBogon(words: readonly number[]): boolean {
  let value: number;
  if (words[0] >>> 16 === 0x2002) {
    value = (words[0] << 16 | words[1] >>> 16) >>> 0;
  } else if (words[0] === 0x64ff9b && words[1] === 0 && words[2] === 0) {
    value = words[3];
  } else return false;
  return isBogon(ipv4FromValue(value));
}
