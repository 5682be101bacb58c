import { SPECIAL_BLOCKS } from "../facts/block_facts.ts";
import { type Cidr, cidrContains, parseCidr } from "./cidr.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

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
