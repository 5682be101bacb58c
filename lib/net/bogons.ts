import { type Cidr, contains, parseCidr } from "./cidr.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";
import { SPECIAL_BLOCKS } from "./special_blocks.ts";

/** Whether an address has no place on the public internet. */
export function isBogon(ip: IpAddress): boolean {
  const { unreachable, reachable, inner } = compiled ??= compile();
  if (unreachable.has(ip) && (!reachable.has(ip) || inner.has(ip))) return true;
  return ip.family === 6 && carriesBogon(ip.words);
}

/**
 * What the registry calls the narrowest block around a bogon; null for any
 * other address.
 */
export function bogonName(ip: IpAddress): string | null {
  if (!isBogon(ip)) return null;
  const around = (compiled ??= compile()).blocks
    .filter(({ cidr }) => contains(cidr, ip))
    .sort((a, b) => b.cidr.prefixLength - a.cidr.prefixLength);
  return around[0]?.name ?? null;
}

/** The blocks whose addresses are bogons, but for narrower ones in them. */
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
  /** The unreachable blocks that lie in a reachable one. */
  readonly inner: PrefixSet;
}

let compiled: Compiled | undefined;

/** A narrower block overrules the one around it; the tables nest no deeper than this takes apart. */
function compile(): Compiled {
  const blocks = SPECIAL_BLOCKS.map(([text, reachable, name]) => {
    const cidr = parseCidr(text);
    if (!cidr) throw new Error(`${text} is no CIDR`);
    return { cidr, reachable, name };
  });
  const open = blocks.filter(({ reachable }) => reachable);
  const shut = blocks.filter(({ reachable }) => !reachable);
  const inner = shut.filter(({ cidr }) =>
    open.some((around) =>
      around.cidr.prefixLength < cidr.prefixLength &&
      contains(around.cidr, cidr.address)
    )
  );
  const setOf = (list: typeof blocks) =>
    PrefixSet.from(list.map(({ cidr }) => cidr));
  return {
    blocks,
    unreachable: setOf(shut),
    reachable: setOf(open),
    inner: setOf(inner),
  };
}

/**
 * Whether the IPv4 address inside a 6to4 or NAT64 address is a bogon: those
 * forms stand for global addresses alone (RFC 3056 section 2, RFC 6052
 * section 3.1).
 */
function carriesBogon(words: readonly number[]): boolean {
  let value: number;
  if (words[0] >>> 16 === 0x2002) {
    value = (words[0] << 16 | words[1] >>> 16) >>> 0;
  } else if (words[0] === 0x64ff9b && words[1] === 0 && words[2] === 0) {
    value = words[3];
  } else return false;
  return isBogon(ipv4FromValue(value));
}
