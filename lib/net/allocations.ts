import {
  IANA_IPV4_BLOCKS,
  IPV6_ALLOCATION_RIRS,
  type Rir,
  RIR_COUNTRIES,
  SPECIAL_BLOCKS,
} from "../facts/block_facts.ts";
import { requireCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

/** The same blocks without their registries. */
export const IPV6_ALLOCATIONS: readonly string[] = IPV6_ALLOCATION_RIRS.map((
  [cidr],
) => cidr);

/**
 * Whether an address (not a bogon) can have a location.
 *
 * IPv6 that IANA has not allocated to a registry has none, and neither have
 * reachable special-purpose blocks: anycast services are everywhere, and a
 * tunnel address only shows where its relay is registered.
 */
export function isLocatable(ip: IpAddress): boolean {
  return isAllocated(ip) && !(compiled ??= compile()).special.has(ip);
}

/**
 * Whether IANA has allocated an address to a registry. All of IPv4 is allocated
 * or in a special-purpose block.
 */
export function isAllocated(ip: IpAddress): boolean {
  return ip.family === 4 || (compiled ??= compile()).allocated.has(ip);
}

/** The registry to which IANA has given the block of an address; undefined if it is none. Parts of a block of IPv4 can have been transferred. */
export function registryOfBlock(ip: IpAddress): Rir | undefined {
  const { v4, v6 } = (compiled ??= compile()).registries;
  return ip.family === 4
    ? v4[ip.value >>> 24]
    : v6.find(({ prefixes }) => prefixes.has(ip))?.rir;
}

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  const setOf = (texts: readonly string[]) =>
    PrefixSet.from(texts.map(requireCidr));
  const reachable = SPECIAL_BLOCKS.filter(([, isReachable]) => isReachable);
  /** By first octet. */
  const v4 = new Array<Rir | undefined>(256).fill(undefined);
  for (const [rir, blocks] of IANA_IPV4_BLOCKS) {
    for (const block of blocks.split(" ")) {
      const [first, last = first] = block.split("-").map(Number);
      v4.fill(rir, first, last + 1);
    }
  }
  const byRir = Map.groupBy(IPV6_ALLOCATION_RIRS, ([, rir]) => rir);
  const v6 = Array.from(byRir, ([rir, blocks]) => ({
    rir,
    prefixes: setOf(blocks.map(([text]) => text)),
  }));
  return {
    allocated: setOf(IPV6_ALLOCATIONS),
    special: setOf(reachable.map(([text]) => text)),
    registries: { v4, v6 },
  };
}

const rirs: ReadonlyMap<string, Rir> = new Map(
  RIR_COUNTRIES.flatMap(([rir, codes]) =>
    codes.split(" ").map((code) => [code, rir] as const)
  ),
);

/**
 * The regional registry whose service region contains a country; undefined for
 * an unknown code.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 */
export function registryOfCountry(countryCode: string): Rir | undefined {
  return rirs.get(countryCode);
}
