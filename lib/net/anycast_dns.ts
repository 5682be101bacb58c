import {
  ANYCAST_RESOLVERS,
  type AnycastService,
  ROOT_SERVERS,
} from "../facts/block_facts.ts";
import { type Cidr, cidrContains, parseCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

/** A DNS service whose servers are in many places, with the same addresses. */
interface AnycastDns {
  readonly operator: string;
  /** The operator's, as ISO 3166-1 alpha-2: the servers are in many countries. */
  readonly countryCode: string;
  readonly isRoot: boolean;
}

/** A block of a service. */
interface AnycastBlock {
  readonly cidr: Cidr;
  readonly service: AnycastDns;
}

interface Compiled {
  readonly blocks: readonly AnycastBlock[];
  readonly addresses: PrefixSet;
}

let compiled: Compiled | undefined;

function compile(): Compiled {
  const blocks = [
    ...blocksOf(ANYCAST_RESOLVERS, false),
    ...blocksOf(ROOT_SERVERS, true),
  ];
  return { blocks, addresses: PrefixSet.from(blocks.map(({ cidr }) => cidr)) };
}

function blocksOf(
  services: readonly AnycastService[],
  isRoot: boolean,
): AnycastBlock[] {
  return services.flatMap(([operator, countryCode, blocks]) => {
    const service = { operator, countryCode, isRoot };
    return blocks.split(" ").map((text) => {
      const cidr = parseCidr(text);
      if (!cidr) throw new Error(`${text} is not a CIDR`);
      return { cidr, service };
    });
  });
}

/** All blocks of the services. */
export function anycastBlocks(): readonly AnycastBlock[] {
  return (compiled ??= compile()).blocks;
}

/**
 * The anycast service to which an address belongs; null if there is none. It is in
 * many places at once, so a city in a database is only where its block is registered.
 */
export function anycastDns(ip: IpAddress): AnycastDns | null {
  const { blocks, addresses } = compiled ??= compile();
  if (!addresses.has(ip)) return null;
  return blocks.find(({ cidr }) => cidrContains(cidr, ip))?.service ?? null;
}
