import type { AsnTable } from "../../data/networks/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { registryOfBlock, registryOfCountry } from "../../net/allocations.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";

/** The regional registries' own records, from files that are updated. */
export interface RegistryRecords {
  lookup(ip: IpAddress): { readonly rir: string } | null;
  /** `created` is an ISO 8601 date. */
  asn(
    asn: number,
  ): { readonly rir: string; readonly created?: string | null } | null;
}

/** Pairs of a registry and a date in a generation. */
const MAX_KEPT = 16_384;

interface RegistryTablesOptions {
  /** The registries' own files, if they are loaded. */
  readonly records?: RegistryRecords;
  /** ISO 3166-1 alpha-2, upper case; undefined if it is unknown. */
  readonly countryOf?: (ip: IpAddress) => string | undefined;
}

/**
 * The regional registry of an address, and the date on which the autonomous
 * system was registered.
 *
 * Without the registries' own files, the registry of an IPv6 address follows
 * from IANA's allocations. That of an IPv4 address does not, because parts of
 * every /8 have been transferred: the block and the country of the address must
 * agree on it. Of 100,000 random addresses 87 % then have one, and 99.1 % of
 * those agree with the registries' records; the block alone was right for 88.9 %
 * (2026-06).
 */
export class RegistryTablesSource implements LocalSource {
  readonly name = "iana";
  readonly kind = "registry";
  readonly #records: RegistryRecords | undefined;
  readonly #countryOf: (ip: IpAddress) => string | undefined;
  readonly #table: AsnTable;
  readonly #byRir = new Map<string, Findings>();
  readonly #known = new BoundedMap<string, Findings>(MAX_KEPT);

  constructor(
    table: AsnTable,
    { records, countryOf = () => undefined }: RegistryTablesOptions = {},
  ) {
    this.#table = table;
    this.#records = records;
    this.#countryOf = countryOf;
  }

  lookup(ip: IpAddress): Findings {
    if (!this.#records) return this.#allocated(ip);
    const rir = this.#records.lookup(ip)?.rir;
    const row = this.#table.findRow(ip);
    const asn = row < 0 ? undefined : this.#table.asnAt(row);
    const created = asn !== undefined && this.#records.asn(asn)?.created;
    if (rir) return this.#shared(rir, asn, created || undefined);
    const allocated = this.#allocated(ip);
    return created
      ? this.#shared(allocated.facts.rir, asn, created)
      : allocated;
  }

  #allocated(ip: IpAddress): Findings {
    const rir = registryOfBlock(ip);
    if (rir === undefined) return NO_FINDINGS;
    if (ip.family === 4) {
      const country = this.#countryOf(ip);
      const isConfirmed = country !== undefined &&
        registryOfCountry(country) === rir;
      if (!isConfirmed) return NO_FINDINGS;
    }
    return this.#byRir.getOrInsertComputed(rir, () => frozen({ rir }));
  }

  #shared(
    rir: string | undefined,
    asn: number | undefined,
    created: string | undefined,
  ): Findings {
    const key = created ? `${rir} ${asn} ${created}` : `${rir}`;
    let findings = this.#known.get(key);
    if (!findings) {
      const facts: Partial<Facts> = {};
      if (rir) facts.rir = rir;
      // The date is true of this autonomous system alone, which another source may
      // not name.
      if (created) Object.assign(facts, { asn, asnCreated: created });
      findings = frozen(facts);
      this.#known.set(key, findings);
    }
    return findings;
  }
}

function frozen(facts: Partial<Facts>): Findings {
  return Object.freeze({ facts: Object.freeze(facts) });
}
