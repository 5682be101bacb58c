import type { Facts } from "../../data/facts.ts";
import { GeoFile } from "../../data/geo_file.ts";
import { factsOfRecord, flagsOfRecord } from "../../data/records/geo_record.ts";
import type { MmdbFile } from "../../data/mmdb_file.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { isLocatable } from "../../net/allocations.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";
import { DELIBERATE, flagEvidence } from "./flag_evidence.ts";
import { BoundedMap } from "../../core/cache.ts";
import { withCountry } from "../../data/places/countries.ts";
import type { RegionalFile } from "../../data/regional/regional_file.ts";

/** One geolocation database that the operator has named. */
export class GeoFileSource implements LocalSource {
  readonly name: string;
  readonly kind = "open";
  readonly #findings: GeoFile<Findings>;

  /** @param complete adds to the facts of a record what follows from them */
  constructor(
    file: MmdbFile,
    complete: (facts: Partial<Facts>) => Partial<Facts>,
  ) {
    this.name = `geo-file:${file.type}`;
    this.#findings = new GeoFile<Findings>(file, (record) => {
      const facts = complete(factsOfRecord(record));
      const evidence = flagEvidence(
        this.name,
        flagsOfRecord(record),
        DELIBERATE,
        {
          speaker: "database",
          observedAt: file.builtAt,
        },
      );
      return evidence.length > 0 ? { facts, evidence } : { facts };
    });
  }

  lookup(ip: IpAddress): Findings {
    return (isLocatable(ip) && this.#findings.lookup(ip)) || NO_FINDINGS;
  }
}

/** Findings in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

/** One file with the provinces, cities and providers of China. */
export class RegionalSource implements LocalSource {
  readonly name: string;
  readonly kind = "regional";
  readonly #file: RegionalFile;
  readonly #kept = new BoundedMap<number, Findings>(MAX_KEPT);

  constructor(file: RegionalFile) {
    this.name = `regional:${file.type}`;
    this.#file = file;
  }

  lookup(ip: IpAddress): Findings {
    if (!isLocatable(ip)) return NO_FINDINGS;
    const id = this.#file.find(ip);
    if (id === 0) return NO_FINDINGS;
    let findings = this.#kept.get(id);
    if (!findings) {
      findings = { facts: withCountry(this.#file.facts(id)) };
      this.#kept.set(id, findings);
    }
    return findings;
  }
}
