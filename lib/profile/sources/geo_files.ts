import type { Facts } from "../../data/facts.ts";
import { GeoFile } from "../../data/geo_file.ts";
import { factsOfRecord, flagsOfRecord } from "../../data/geo_record.ts";
import type { MmdbFile } from "../../data/mmdb_file.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { isLocatable } from "../locatable.ts";
import { type Findings, type LocalSource, NOTHING } from "../profile.ts";
import { DELIBERATE, flagEvidence } from "./flag_evidence.ts";

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
    this.#findings = new GeoFile(file, (record) => {
      const facts = complete(factsOfRecord(record));
      const evidence = flagEvidence(
        this.name,
        flagsOfRecord(record),
        DELIBERATE,
        {
          speaker: "a database",
          observedAt: file.builtAt,
        },
      );
      return evidence.length > 0 ? { facts, evidence } : { facts };
    });
  }

  lookup(ip: IpAddress): Findings {
    return (isLocatable(ip) && this.#findings.lookup(ip)) || NOTHING;
  }
}
