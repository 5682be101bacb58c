import { BoundedMap } from "../../core/cache.ts";
import type { Facts } from "../../data/facts.ts";
import type { GeoDatabase } from "../../data/geo_database.ts";
import type { MmdbFile } from "../../data/mmdb_file.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import {
  type CompletePlace,
  withCountry,
} from "../../data/places/countries.ts";
import { factsOfRecord, flagsOfRecord } from "../../data/records/geo_record.ts";
import type { RegionalFile } from "../../data/regional/regional_file.ts";
import type { PlaceList } from "../../data/tables.ts";
import { isLocatable } from "../../net/allocations.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import {
  type Findings,
  type LocalSource,
  NO_FINDINGS,
  PLACE_LIST,
  type SourceKind,
} from "../profile.ts";
import type { CountryVote } from "./country_vote.ts";
import { DELIBERATE, flagEvidence } from "./query_source.ts";

/** Findings in a generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 16_384;

/** A table of records, each of which is about many addresses. */
abstract class RecordSource implements LocalSource {
  abstract readonly name: string;
  readonly kind: SourceKind = "open";
  readonly #findings = new BoundedMap<number, Findings>(MAX_CACHED);

  /** The id of an address's record; 0 if it has none. */
  protected abstract idOf(ip: IpAddress): number;

  /** @throws {Error} if the table is damaged */
  protected abstract read(id: number): Findings;

  lookup(ip: IpAddress): Findings {
    // First what rules out more: few tables list an IPv4 address, and few IPv6
    // addresses can have a place.
    if (ip.family === 6 && !isLocatable(ip)) return NO_FINDINGS;
    const id = this.idOf(ip);
    if (id === 0 || ip.family === 4 && !isLocatable(ip)) return NO_FINDINGS;
    let findings = this.#findings.get(id);
    if (!findings) {
      findings = this.read(id);
      this.#findings.set(id, findings);
    }
    return findings;
  }
}

export class GeoFileSource extends RecordSource {
  readonly name: string;

  /** @param complete adds to the facts of a record what follows from them */
  constructor(
    private readonly file: MmdbFile,
    private readonly complete: CompletePlace,
  ) {
    super();
    this.name = `geo-file:${file.type}`;
  }

  protected idOf(ip: IpAddress): number {
    return this.file.supports(ip.family) ? this.file.recordId(ip) : 0;
  }

  protected read(id: number): Findings {
    const record = this.file.recordAt(id);
    const facts = this.complete(factsOfRecord(record));
    const flags = flagsOfRecord(record);
    const evidence = flagEvidence(this.name, flags, DELIBERATE, {
      speaker: "database",
      observedAt: this.file.builtAt,
    });
    return evidence.length > 0 ? { facts, evidence } : { facts };
  }
}

/** One file with the provinces, cities and providers of China. */
export class RegionalSource extends RecordSource {
  readonly name: string;
  override readonly kind = "regional";

  constructor(private readonly file: RegionalFile) {
    super();
    this.name = `regional:${file.type}`;
  }

  protected idOf(ip: IpAddress): number {
    return this.file.find(ip);
  }

  protected read(id: number): Findings {
    return { facts: withCountry(this.file.facts(id)) };
  }
}

/** The places that a network publishes for its own addresses. */
export class PlaceListSource extends RecordSource {
  readonly name: string;

  /** @param table tells which autonomous system announces an address */
  constructor(
    private readonly list: PlaceList,
    private readonly table: AsnTable,
  ) {
    super();
    this.name = `${PLACE_LIST}${list.name}`;
  }

  protected idOf(ip: IpAddress): number {
    const id = this.list.places.recordId(ip);
    return id !== 0 && this.#isBelieved(ip) ? id : 0;
  }

  protected read(id: number): Findings {
    return { facts: this.list.places.factsOf(id) };
  }

  #isBelieved(ip: IpAddress): boolean {
    const { networks } = this.list;
    if (!networks) return true;
    const row = this.table.findRow(ip);
    return row >= 0 && networks.has(this.table.asnAt(row));
  }
}

/** The facts of each country, by code. */
export class CountryFindings {
  readonly #known = new Map<string, Readonly<Partial<Facts>>>();

  of(countryCode: string): Readonly<Partial<Facts>> {
    return this.#known.getOrInsertComputed(
      countryCode,
      () => Object.freeze(withCountry({ countryCode })),
    );
  }
}

/**
 * The free geolocation database. It has places even for unallocated addresses;
 * those are ignored. If the country is outvoted, the rest of the place is dropped.
 */
export class OpenGeoSource implements LocalSource {
  readonly name = "open-geo";
  readonly kind = "open";
  readonly #outvoted = new CountryFindings();

  /** @param vote by default, nothing outvotes the database */
  constructor(
    private readonly geo: GeoDatabase,
    private readonly vote?: CountryVote,
  ) {}

  pending({ family }: IpAddress): Promise<void> | undefined {
    return this.geo.isLoaded(family) ? undefined : this.geo.loaded(family);
  }

  lookup(ip: IpAddress): Findings {
    if (!isLocatable(ip)) return NO_FINDINGS;
    const facts = this.geo.lookup(ip);
    const { vote } = this;
    if (!vote) return { facts };
    const { countryCode } = facts;
    const other = vote.against(countryCode, ip);
    return {
      facts: other === undefined ? facts : this.#outvoted.of(other),
      countries: () => [countryCode, ...vote.countriesOf(ip, countryCode)],
    };
  }
}
