import { BoundedMap } from "../../core/cache.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { PlaceList } from "../../data/tables.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { isLocatable } from "../../net/allocations.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

/** Findings in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

/** The places that a network publishes for its own addresses. */
export class PlaceListSource implements LocalSource {
  readonly name: string;
  readonly kind = "open";
  readonly #places: PlaceList["places"];
  readonly #networks: PlaceList["networks"];
  readonly #table: AsnTable;
  readonly #known = new BoundedMap<number, Findings>(MAX_KEPT);

  /** @param table tells which autonomous system announces an address */
  constructor({ name, places, networks }: PlaceList, table: AsnTable) {
    this.name = `geofeed:${name}`;
    this.#places = places;
    this.#networks = networks;
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    if (!isLocatable(ip)) return NO_FINDINGS;
    const id = this.#places.recordId(ip);
    if (id === 0 || !this.#isBelieved(ip)) return NO_FINDINGS;
    let findings = this.#known.get(id);
    if (!findings) {
      findings = { facts: this.#places.factsOf(id) };
      this.#known.set(id, findings);
    }
    return findings;
  }

  #isBelieved(ip: IpAddress): boolean {
    if (!this.#networks) return true;
    const row = this.#table.findRow(ip);
    return row >= 0 && this.#networks.has(this.#table.asnAt(row));
  }
}
