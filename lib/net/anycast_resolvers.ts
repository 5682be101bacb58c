import { parseCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

/**
 * The announced blocks of large public DNS resolvers that the operators
 * document as anycast (2026-11). Routers accept nothing narrower than these
 * blocks, so all of a block is anycast.
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
