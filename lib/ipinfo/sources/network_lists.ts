import type { AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Trait } from "../risk/evidence.ts";
import { isSatelliteNetwork, networkTypeOf } from "../risk/network_type.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

/** Autonomous systems in a generation. */
const MAX_KEPT = 16_384;

/** What a place on the curated lists is worth. */
const LISTED = 80;

/** What a name is worth: who provides access also hosts and connects companies, so that its name is a hint. */
const BY_NAME = {
  hosting: { weight: 50, noun: "a hosting network" },
  mobile: { weight: 50, noun: "a mobile network" },
  commercial: { weight: 45, noun: "an organisation with lines of its own" },
  residential: { weight: 30, noun: "an access provider" },
} as const;

/** What the network that announces an address is for: its place on curated lists, else its holder's name. */
export class NetworkListsSource implements LocalSource {
  readonly name = "network-lists";
  readonly kind = "lists";
  readonly #table: AsnTable;
  readonly #known = new BoundedMap<number, Findings>(MAX_KEPT);

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    const row = this.#table.rowOf(ip);
    if (row < 0) return NO_FINDINGS;
    const asn = this.#table.asnAt(row);
    let findings = this.#known.get(asn);
    if (!findings) {
      findings = this.#judged(asn, this.#table.systemAt(row).org);
      this.#known.set(asn, findings);
    }
    return findings;
  }

  #judged(asn: number, org: string): Findings {
    const { type, evidence: by } = networkTypeOf(asn, org);
    const said: [kind: Trait, weight: number, detail: string][] = [];
    if (type && by === "list") {
      said.push([type, LISTED, `AS${asn} is a known ${type} network`]);
    } else if (type) {
      const { weight, noun } = BY_NAME[type];
      said.push([type, weight, `the name of AS${asn} is that of ${noun}`]);
    }
    if (isSatelliteNetwork(asn)) {
      said.push(["satellite", LISTED, `AS${asn} is a known satellite network`]);
    }
    if (said.length === 0) return NO_FINDINGS;
    const evidence = said.map(([kind, weight, detail]) => ({
      kind,
      source: this.name,
      weight,
      detail,
      observedAt: null,
    }));
    return { facts: {}, evidence };
  }
}
