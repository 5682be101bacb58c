import { type Cidr, parseCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { IPV6_ALLOCATIONS } from "./ipv6_allocations.ts";
import { SPECIAL_BLOCKS } from "../net/special_blocks.ts";

/**
 * Whether somebody holds an address, which is no bogon, in some place.
 *
 * No place is true of IPv6 that no regional registry has been given, nor of a
 * block that is reachable but set apart: anycast services are everywhere, and a
 * tunnel's address tells where its relay is registered.
 */
export function isLocatable(ip: IpAddress): boolean {
  const { allocated, setApart } = compiled ??= compile();
  return (ip.family === 4 || allocated.has(ip)) && !setApart.has(ip);
}

interface Compiled {
  readonly allocated: PrefixSet;
  readonly setApart: PrefixSet;
}

let compiled: Compiled | undefined;

function compile(): Compiled {
  const reachable = SPECIAL_BLOCKS.filter(([, isReachable]) => isReachable);
  return {
    allocated: PrefixSet.from(IPV6_ALLOCATIONS.map(cidrOfText)),
    setApart: PrefixSet.from(reachable.map(([text]) => cidrOfText(text))),
  };
}

function cidrOfText(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`${text} is no CIDR`);
  return cidr;
}
