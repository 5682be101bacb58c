import type {
  AsnTable,
  AutonomousSystem,
} from "../../data/networks/asn_table.ts";
import type { VrpTable } from "../../data/networks/vrp_table.ts";
import { BoundedMap, DirectMappedCache } from "../../core/cache.ts";
import { enclosingCidr, formatCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { tunnelOf } from "../../net/special_blocks.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";
import { REGISTERED_SYSTEM } from "../confidence.ts";
import type { Evidence } from "../risk/evidence.ts";
import {
  NETWORK_CLASSES,
  type NetworkClass,
  type NetworkType,
  networkTypeOf,
} from "../risk/network_type.ts";
import type { Registrations } from "../../data/networks/registered_countries.ts";
import type { PrefixList } from "../../data/stored_lists.ts";
import { anycastService } from "../../net/anycast.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { CountryFindings } from "./geo_tables.ts";

/** Shortest prefix length of a route, by address family. Wider blocks are not real routes. */
export const WIDEST_ROUTE = { 4: 8, 6: 16 } as const;

/** Ranges per generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 16_384;

/**
 * The autonomous system that announces an address, and from it the operator.
 *
 * A table of ranges merges neighboring announcements of one system, and a range cut
 * by another system's announcement is in pieces. So only a range that is exactly
 * one block counts as a route. A table of routes has them as they are announced. The
 * bundled table has registrations for IPv6, which are no routes.
 */
export class AsnSource implements LocalSource {
  readonly name = "asn-table";
  readonly kind = "open";
  /** By row. The findings of an IPv4 range take less time to create than to find here. */
  readonly #ranges6 = new BoundedMap<number, Findings>(MAX_CACHED);

  /**
   * @param vrps validates the origins of routes
   * @param isRegistered6 whether the systems of IPv6 addresses are those of their
   * registrations, which say nothing about routes
   */
  constructor(
    private readonly table: AsnTable,
    private readonly vrps?: VrpTable,
    private readonly isRegistered6 = false,
  ) {}

  lookup(ip: IpAddress): Findings {
    const row = this.table.findRow(ip);
    if (row < 0) return NO_FINDINGS;
    // A row of routes can contain several; a range has at most one.
    if (ip.family === 4 || this.table.hasRoutes(6)) return this.#find(row, ip);
    let findings = this.#ranges6.get(row);
    if (!findings) this.#ranges6.set(row, findings = this.#find(row, ip));
    return findings;
  }

  #find(row: number, ip: IpAddress): Findings {
    const system = this.table.systemAt(row);
    if (ip.family === 6 && this.isRegistered6) {
      if (tunnelOf(ip)) return NO_FINDINGS;
      const facts = factsOf(system, ip, -1);
      return { facts: { ...facts, asnConfidence: REGISTERED_SYSTEM } };
    }
    const length = this.table.routeLength(row, ip);
    const facts = factsOf(system, ip, length);
    // A range of neighbors is not announced as such, so nothing can validate it.
    if (this.vrps && facts.route && this.table.hasRoutes(ip.family)) {
      facts.rpki = this.vrps.stateOf(ip, length, system.asn);
    }
    return { facts };
  }
}

/** @param length the prefix length of the range; -1 if it is not one block */
function factsOf(
  { asn, org }: AutonomousSystem,
  ip: IpAddress,
  length: number,
): Partial<Facts> {
  // The announcing AS is the best guess for the ISP.
  const facts: Partial<Facts> = org
    ? { asn, asnOrg: org, isp: org, org }
    : asn === 0
    ? {}
    : { asn };
  if (length >= WIDEST_ROUTE[ip.family]) {
    facts.route = formatCidr(enclosingCidr(ip, length));
  }
  return facts;
}

/** 32,768 autonomous systems. */
const CACHE_BITS = 15;

/**
 * The weight of a class, by its basis. Access and carrier networks weigh less,
 * because they also host servers and connect companies.
 */
const WEIGHTS: Readonly<
  Record<NetworkType["basis"], Readonly<Record<NetworkClass, number>>>
> = {
  list: {
    access: 50,
    mobile: 80,
    satellite: 80,
    carrier: 50,
    hosting: 80,
    business: 70,
    education: 70,
    government: 70,
  },
  name: {
    access: 30,
    mobile: 50,
    satellite: 50,
    carrier: 30,
    hosting: 50,
    business: 45,
    education: 45,
    government: 45,
  },
};

/**
 * The row of the system whose kind of network an address is in; -1 if there is none.
 * A relay announces 6to4 and Teredo addresses for everybody.
 */
export function networkRow(
  table: Pick<AsnTable, "findRow">,
  ip: IpAddress,
): number {
  return tunnelOf(ip) ? -1 : table.findRow(ip);
}

/** Classifies the network that announces an address, by curated lists, or else by its holder's name. */
export class NetworkListsSource implements LocalSource {
  readonly name = "network-lists";
  readonly kind = "lists";
  /** By the position of the system in the table. */
  readonly #cache = {
    4: new DirectMappedCache<Findings>(CACHE_BITS),
    6: new DirectMappedCache<Findings>(CACHE_BITS),
  };

  constructor(private readonly table: AsnTable) {}

  lookup(ip: IpAddress): Findings {
    const row = networkRow(this.table, ip);
    if (row < 0) return NO_FINDINGS;
    const system = this.table.systemIndex(row);
    const cache = this.#cache[ip.family];
    let findings = cache.get(system);
    if (!findings) {
      const { asn, org } = this.table.systemAt(row);
      findings = this.#classify(asn, org, ip.family);
      cache.set(system, findings);
    }
    return findings;
  }

  #classify(asn: number, org: string, family: 4 | 6): Findings {
    const type = networkTypeOf(asn, org, family);
    if (!type) return NO_FINDINGS;
    const { networkClass, basis } = type;
    const { lineType, asnType } = NETWORK_CLASSES[networkClass];
    const evidence: Evidence = {
      kind: lineType,
      source: this.name,
      weight: WEIGHTS[basis][networkClass],
      detail: {
        code: basis === "list" ? "network-known" : "network-named",
        params: { asn, networkType: lineType },
      },
      observedAt: null,
    };
    return { facts: { asn, asnType }, evidence: [evidence] };
  }
}

interface AnycastOptions {
  readonly table: Pick<AsnTable, "asnAt" | "findRow">;
  readonly countries: Pick<Registrations, "ofAsn">;
  /** Blocks that were measured to be in several places. */
  readonly census: readonly Pick<PrefixList, "prefixes">[];
}

/**
 * Addresses that are in many places at once, and the countries of their operators.
 * Databases name a place for each block, so the addresses of one service would be in
 * several.
 */
export class AnycastSource implements LocalSource {
  readonly name = "anycast";
  readonly kind = "open";
  readonly #census: PrefixSet;
  readonly #countries = new CountryFindings();

  constructor(private readonly options: AnycastOptions) {
    this.#census = PrefixSet.union(
      options.census.map(({ prefixes }) => prefixes),
    );
  }

  lookup(ip: IpAddress): Findings {
    const { table, countries } = this.options;
    const row = table.findRow(ip);
    const asn = row < 0 ? undefined : table.asnAt(row);
    const service = anycastService(ip, asn);
    if (!service && !this.#census.has(ip)) return NO_FINDINGS;
    const country = service?.countryCode ??
      (asn === undefined ? undefined : countries.ofAsn(asn));
    return {
      facts: country === undefined ? {} : this.#countries.of(country),
      anycast: service?.kind ?? "network",
    };
  }
}
