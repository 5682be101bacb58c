import {
  IPV6_ALLOCATION_RIRS,
  type Rir,
  RIR_COUNTRIES,
  SPECIAL_BLOCKS,
} from "../facts/block_facts.ts";
import { type Cidr, parseCidr } from "./cidr.ts";
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
  const { allocated, special } = compiled ??= compile();
  return (ip.family === 4 || allocated.has(ip)) && !special.has(ip);
}

/**
 * Whether IANA has allocated an address to a registry. All of IPv4 is allocated
 * or in a special-purpose block.
 */
export function isAllocated(ip: IpAddress): boolean {
  return ip.family === 4 || (compiled ??= compile()).allocated.has(ip);
}

interface Compiled {
  readonly allocated: PrefixSet;
  readonly special: PrefixSet;
}

let compiled: Compiled | undefined;

function compile(): Compiled {
  const reachable = SPECIAL_BLOCKS.filter(([, isReachable]) => isReachable);
  return {
    allocated: PrefixSet.from(IPV6_ALLOCATIONS.map(requireCidr)),
    special: PrefixSet.from(reachable.map(([text]) => requireCidr(text))),
  };
}

function requireCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`${text} is not a CIDR`);
  return cidr;
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
