import type { AsnTable } from "../../data/networks/asn_table.ts";
import { DirectMappedCache } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence } from "../risk/evidence.ts";
import {
  NETWORK_CLASSES,
  type NetworkClass,
} from "../risk/networks/listed_networks.ts";
import { type NetworkType, networkTypeOf } from "../risk/network_type.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

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

/** Classifies the network that announces an address, by curated lists, or else by its holder's name. */
export class NetworkListsSource implements LocalSource {
  readonly name = "network-lists";
  readonly kind = "lists";
  readonly #table: AsnTable;
  /** By the position of the system in the table. */
  readonly #cache = {
    4: new DirectMappedCache<Findings>(CACHE_BITS),
    6: new DirectMappedCache<Findings>(CACHE_BITS),
  };

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    const row = this.#table.findRow(ip);
    if (row < 0) return NO_FINDINGS;
    const system = this.#table.systemIndex(row);
    const cache = this.#cache[ip.family];
    let findings = cache.get(system);
    if (!findings) {
      const { asn, org } = this.#table.systemAt(row);
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
