import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { Registrations } from "../../data/networks/registered_countries.ts";
import type { PrefixList } from "../../data/stored_lists.ts";
import { anycastService } from "../../net/anycast.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";
import { CountryFindings } from "./geo_tables.ts";

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
  readonly #options: AnycastOptions;
  readonly #census: PrefixSet;
  readonly #countries = new CountryFindings();

  constructor(options: AnycastOptions) {
    this.#options = options;
    this.#census = PrefixSet.union(
      options.census.map(({ prefixes }) => prefixes),
    );
  }

  lookup(ip: IpAddress): Findings {
    const { table, countries } = this.#options;
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
