import type { AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../data/bounded_map.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { networkTypeOf } from "../network_type.ts";
import type { Findings, LocalSource } from "../profile.ts";

/** Autonomous systems in a generation. */
const MAX_KEPT = 16_384;

const NOTHING: Findings = Object.freeze({ facts: {} });

/** Whether the network that announces an address hosts servers or serves mobile phones. */
export class NetworkListsSource implements LocalSource {
  readonly name = "network-lists";
  readonly kind = "lists";
  readonly #table: AsnTable;
  readonly #known = new BoundedMap<number, Findings>(MAX_KEPT);

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    const range = this.#table.lookup(ip);
    if (!range) return NOTHING;
    let findings = this.#known.get(range.asn);
    if (!findings) {
      findings = this.#judged(range.asn, range.org);
      this.#known.set(range.asn, findings);
    }
    return findings;
  }

  #judged(asn: number, org: string): Findings {
    const { type, evidence } = networkTypeOf(asn, org);
    if (!type) return NOTHING;
    const item = {
      kind: type,
      source: this.name,
      weight: evidence === "list" ? 80 : 50,
      detail: evidence === "list"
        ? `AS${asn} is a known ${type} network`
        : `the name of AS${asn} is that of a ${type} network`,
      observedAt: null,
    };
    return { facts: {}, evidence: [item] };
  }
}
