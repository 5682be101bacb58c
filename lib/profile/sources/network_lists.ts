import type { AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../data/bounded_map.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { networkTypeOf } from "../network_type.ts";
import type { Facts, LocalSource } from "../profile.ts";

/** Autonomous systems in a generation. */
const MAX_KEPT = 16_384;

/** Whether the network that announces an address hosts servers or serves mobile phones. */
export class NetworkListsSource implements LocalSource {
  readonly name = "network-lists";
  readonly kind = "lists";
  readonly #table: AsnTable;
  readonly #known = new BoundedMap<number, Partial<Facts>>(MAX_KEPT);

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Partial<Facts> {
    const range = this.#table.lookup(ip);
    if (!range) return {};
    let facts = this.#known.get(range.asn);
    if (!facts) {
      const { type } = networkTypeOf(range.asn, range.org);
      facts = type === "hosting"
        ? { isHosting: true }
        : type === "mobile"
        ? { isMobile: true }
        : {};
      this.#known.set(range.asn, facts);
    }
    return facts;
  }
}
