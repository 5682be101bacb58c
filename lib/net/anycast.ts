import { ANYCAST_NETWORKS, type AnycastKind } from "../facts/block_facts.ts";
import { type Cidr, requireCidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";

export type { AnycastKind };

/** A service whose servers are in many places, with the same addresses. */
interface AnycastService {
  readonly kind: AnycastKind;
  readonly operator: string;
  /** The operator's, as ISO 3166-1 alpha-2: the servers are in many countries. */
  readonly countryCode: string;
  readonly blocks: readonly Cidr[];
  /** The autonomous systems that announce nothing else, except for `unicast`. */
  readonly asns: readonly number[];
  readonly unicast: readonly Cidr[];
}

let compiled: ReturnType<typeof compile> | undefined;

/** DNS services first: their blocks can be within those of a network. */
function compile() {
  const services: AnycastService[] = ANYCAST_NETWORKS.map((fact) => ({
    ...fact,
    blocks: fact.blocks.map(requireCidr),
    unicast: fact.unicast.map(requireCidr),
  })).sort((a, b) => Number(!isDns(a)) - Number(!isDns(b)));
  const blocks = services.map((service) => PrefixSet.from(service.blocks));
  return {
    services,
    blocks,
    all: PrefixSet.union(blocks),
    dns: PrefixSet.union(blocks.filter((_, i) => isDns(services[i]))),
    byAsn: new Map(services.flatMap((service) => {
      const unicast = PrefixSet.from(service.unicast);
      return service.asns.map((asn) => [asn, { service, unicast }] as const);
    })),
  };
}

function isDns({ kind }: Pick<AnycastService, "kind">): boolean {
  return kind !== "network";
}

/** All services, DNS services first. */
export function anycastServices(): readonly AnycastService[] {
  return (compiled ??= compile()).services;
}

/**
 * The anycast service to which an address belongs; null if there is none. It is in
 * many places at once, so a city in a database is only where its block is registered.
 *
 * @param asn the autonomous system that announces the address
 */
export function anycastService(
  ip: IpAddress,
  asn?: number,
): AnycastService | null {
  const { all, blocks, byAsn, services } = compiled ??= compile();
  if (all.has(ip)) return services[blocks.findIndex((set) => set.has(ip))];
  const own = asn === undefined ? undefined : byAsn.get(asn);
  return own && !own.unicast.has(ip) ? own.service : null;
}

/** The anycast DNS service to which an address belongs; null if there is none. */
export function anycastDns(ip: IpAddress): AnycastService | null {
  return (compiled ??= compile()).dns.has(ip) ? anycastService(ip) : null;
}
