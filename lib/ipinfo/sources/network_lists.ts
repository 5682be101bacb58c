import type { AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence } from "../risk/evidence.ts";
import type { EvidenceValue } from "../view/evidence_detail.ts";
import { isSatelliteNetwork, networkTypeOf } from "../risk/network_type.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

/** Autonomous systems in a generation. */
const MAX_KEPT = 16_384;

/** What a place on the curated lists is worth. */
const LISTED = 80;

/** What a name is worth: who provides access also hosts and connects companies, so that its name is a hint. */
const BY_NAME = {
  hosting: 50,
  mobile: 50,
  commercial: 45,
  residential: 30,
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
    const row = this.#table.findRow(ip);
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
    const said: [
      kind: EvidenceValue<"networkType">,
      weight: number,
      code: "network-known" | "network-named",
    ][] = [];
    if (type) {
      said.push(
        by === "list"
          ? [type, LISTED, "network-known"]
          : [type, BY_NAME[type], "network-named"],
      );
    }
    if (isSatelliteNetwork(asn)) {
      said.push(["satellite", LISTED, "network-known"]);
    }
    if (said.length === 0) return NO_FINDINGS;
    const evidence = said.map(([kind, weight, code]): Evidence => ({
      kind,
      source: this.name,
      weight,
      detail: { code, params: { asn, networkType: kind } },
      observedAt: null,
    }));
    return { facts: {}, evidence };
  }
}
