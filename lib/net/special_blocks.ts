import { SPECIAL_BLOCKS } from "../facts/block_facts.ts";
import { type Cidr, cidrContains, requireCidr } from "./cidr.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";
import { isAllocated } from "./allocations.ts";
import { anycastDns, type AnycastKind } from "./anycast.ts";
import type { Ipv6Words } from "./ip_text.ts";

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
function specialBlockName(ip: IpAddress): string | null {
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
  const blocks = SPECIAL_BLOCKS.map(([text, reachable, name]) => ({
    cidr: requireCidr(text),
    reachable,
    name,
  }));
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

/** What is special about an address. */
interface SpecialAddress {
  /**
   * `6to4`, `Teredo`, `NAT64`, `Anycast`, `Anycast DNS resolver`, `Anycast DNS root
   * server`, `Unallocated` if IANA has not allocated the block, otherwise the block's name in IANA's
   * special-purpose registries.
   */
  readonly name: string;
  /** The IPv4 address inside a 6to4, Teredo or NAT64 address. */
  readonly embedded?: IpAddress;
}

const ANYCAST_NAMES: Readonly<Record<AnycastKind, string>> = {
  network: "Anycast",
  resolver: "Anycast DNS resolver",
  root: "Anycast DNS root server",
};

/**
 * Returns what is special about an address; null for an ordinary one.
 *
 * @param anycast what the tables say about it
 */
export function specialAddress(
  ip: IpAddress,
  anycast: AnycastKind | null = null,
): SpecialAddress | null {
  const tunnel = ip.family === 6 ? tunnelOf(ip.words) : null;
  if (tunnel) return tunnel;
  const kind = anycastDns(ip)?.kind ?? anycast;
  if (kind) return { name: ANYCAST_NAMES[kind] };
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
