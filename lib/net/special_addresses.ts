import { isAllocated } from "./allocations.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import type { Ipv6Words } from "./ip_text.ts";
import { specialBlockName } from "./special_blocks.ts";
import { parseCidr } from "./cidr.ts";
import { PrefixSet } from "./prefix_set.ts";

/** What is special about an address. */
export interface SpecialAddress {
  /**
   * `6to4`, `Teredo`, `NAT64`, `Anycast DNS resolver`, `Unallocated` if IANA has
   * not allocated the block, otherwise the block's name in IANA's
   * special-purpose registries.
   */
  readonly name: string;
  /** The IPv4 address inside a 6to4, Teredo or NAT64 address. */
  readonly embedded?: IpAddress;
}

/** Returns what is special about an address; null for an ordinary one. */
export function specialAddress(ip: IpAddress): SpecialAddress | null {
  const tunnel = ip.family === 6 ? tunnelOf(ip.words) : null;
  if (tunnel) return tunnel;
  if (isAnycastResolver(ip)) return { name: "Anycast DNS resolver" };
  const name = specialBlockName(ip);
  if (name !== null) return { name };
  return isAllocated(ip) ? null : { name: "Unallocated" };
}

function tunnelOf(words: Ipv6Words): SpecialAddress | null {
  const [first, second, third, fourth] = words;
  // RFC 3056, section 2
  if (first >>> 16 === 0x2002) {
    return embedding("6to4", first << 16 | second >>> 16);
  }
  // RFC 4380, section 4: the client's address, with all bits inverted.
  if (first === 0x20010000) return embedding("Teredo", ~fourth);
  if (first !== 0x64ff9b) return null;
  // RFC 6052, section 2.1
  if (second === 0 && third === 0) return embedding("NAT64", fourth);
  // RFC 8215. Operators choose a prefix of 48 to 96 bits inside the block; these
  // two lengths can be told apart, because the first leaves the last 40 bits 0.
  if (second >>> 16 !== 1) return null;
  const isShort = (third & 0xff) === 0 && fourth === 0;
  return embedding(
    "NAT64",
    isShort ? second << 16 | third >>> 8 & 0xffff : fourth,
  );
}

function embedding(name: string, value: number): SpecialAddress {
  return { name, embedded: ipv4FromValue(value >>> 0) };
}

/**
 * The announced blocks of large public DNS resolvers that the operators
 * document as anycast (2026-11), for those in China at 114dns.com, alidns.com,
 * dnspod.cn, dudns.baidu.com and sdns.cn. Routers accept nothing narrower than
 * these blocks, so all of a block is anycast.
 */
export const ANYCAST_RESOLVERS: readonly (readonly [
  operator: string,
  blocks: readonly string[],
])[] = [
  ["Google Public DNS", [
    "8.8.4.0/24",
    "8.8.8.0/24",
    "2001:4860:4860::/48",
  ]],
  ["Cloudflare", ["1.0.0.0/24", "1.1.1.0/24", "2606:4700:4700::/48"]],
  ["Quad9", [
    "9.9.9.0/24",
    "149.112.112.0/24",
    "149.112.149.0/24",
    "2620:fe::/48",
  ]],
  ["OpenDNS", [
    "208.67.220.0/24",
    "208.67.222.0/24",
    "2620:119:35::/48",
    "2620:119:53::/48",
  ]],
  ["114DNS", ["114.114.114.0/24", "114.114.115.0/24"]],
  ["AliDNS", [
    "223.5.5.0/24",
    "223.6.6.0/24",
    "2400:3200::/48",
    "2400:3200:baba::/48",
  ]],
  ["DNSPod", [
    "119.29.29.0/24",
    "2402:4e00::/48",
    "2402:4e00:1::/48",
  ]],
  ["Baidu", ["180.76.76.0/24", "2400:da00::/48"]],
  ["CNNIC", ["1.2.4.0/24", "210.2.4.0/24", "2001:dc7:1000::/48"]],
];

/**
 * Whether an address is in a block of {@link ANYCAST_RESOLVERS}: it is in many
 * places at once, so a city in a database is only where the block is
 * registered.
 */
export function isAnycastResolver(ip: IpAddress): boolean {
  return (blocks ??= compile()).has(ip);
}

let blocks: PrefixSet | undefined;

function compile(): PrefixSet {
  return PrefixSet.from(
    ANYCAST_RESOLVERS.flatMap(([, texts]) => texts).map((text) => {
      const cidr = parseCidr(text);
      if (!cidr) throw new Error(`${text} is not a CIDR`);
      return cidr;
    }),
  );
}
