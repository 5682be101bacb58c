import { DistinctRows, WordList } from "../../data/columns/growing_lists.ts";
import type { MmdbWriter } from "../../data/mmdb_writer.ts";
import type { Tables } from "../../data/tables.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { RangeList } from "../../net/ranges.ts";
import type { Profile } from "../profile.ts";
import { Blocks } from "../ranges/blocks.ts";
import {
  addressAt,
  locatableRuns,
  publicRuns,
} from "../../data/columns/block_runs.ts";
import { type Edition, EDITIONS, rowOf } from "./edition_records.ts";
import { RecordRows } from "./text_buffer.ts";
import {
  combineRuns,
  overlayRuns,
  type RunSource,
} from "../../data/columns/runs.ts";
import { anycastRuns, type CountryTables } from "../ranges/country_ranges.ts";
import { votedRuns } from "../ranges/voted_runs.ts";
import { CountryVote } from "../sources/country_vote.ts";

/** Addresses in a row that share a record. */
export interface ExportedRange {
  /** Of the edition, by its index in {@link EDITIONS}. */
  readonly edition: number;
  readonly family: 4 | 6;
  /** The first address: 0 and the address, or the upper half of an IPv6 address. */
  readonly start: readonly [high: number, low: number];
  /** The last one; of IPv6, the upper half. */
  readonly end: readonly [high: number, low: number];
  /** The id of the record, the same for equal ones. */
  readonly record: number;
  /** The end of its row in a table of the edition, in UTF-8. */
  readonly row: Uint8Array;
  profile(): Profile;
  /** The fewest blocks that make up the range, while it is handed over. */
  blocks(): Blocks;
}

const FAMILIES = [4, 6] as const;
const LAST = 0xffff_ffff;
/** Of a run whose facts nobody has asked for; no record has this id. */
const UNKNOWN = 0xffff_ffff;

/**
 * Compiles all editions, in a thread of its own.
 *
 * @param describe an address by these tables
 * @param writers of the editions
 * @param onRange called for each range of each edition, in ascending order
 */
export async function compileExport(
  tables: Tables,
  describe: (ip: IpAddress) => Profile,
  writers: readonly MmdbWriter[],
  onRange: (range: ExportedRange) => void = () => {},
): Promise<void> {
  const all = EDITIONS.map((edition, i) =>
    new EditionCompiler(edition, writers[i], (range) =>
      onRange({
        ...range,
        edition: i,
        profile: () => describe(addressAt(range.family, ...range.start)),
      }))
  );
  for (const family of FAMILIES) {
    for (const by of ["place", "system"] as const) {
      const compilers = all.filter(({ edition }) => edition.by === by);
      const runs = await cutRuns(family, tables, by);
      /** For each number of a run, the ids of its records. */
      const known = new WordList();
      const begin = (high: number, low: number, number: number) => {
        const at = number * compilers.length;
        while (known.length < at + compilers.length) known.push(UNKNOWN);
        if (known.at(at) === UNKNOWN) {
          const profile = describe(addressAt(family, high, low));
          known.words().set(compilers.map((each) => each.idOf(profile)), at);
        }
        for (let i = 0; i < compilers.length; i++) {
          compilers[i].begin(family, high, low, known.at(at + i));
        }
      };
      let [high, low, number] = [0, 0, 0];
      for (const { highs, lows, values, count } of runs) {
        for (let i = 0; i < count; i++) {
          // Of several runs with the same start, the last one counts.
          if (highs[i] !== high || lows[i] !== low) begin(high, low, number);
          high = highs[i];
          low = lows[i];
          number = values[i];
        }
      }
      begin(high, low, number);
      for (const compiler of compilers) compiler.end(family);
    }
  }
}

/** Joins runs with equal records, and writes them as blocks. */
class EditionCompiler {
  readonly #rows = new RecordRows();
  readonly #records = new WordList();
  /** The last row, what is hidden of it, and its id: neighbors often have the same. */
  #row = "";
  #hidden = "";
  #id = 0;
  /** The id of the record of the range that has no end yet; 0 if there is none. */
  #open = 0;
  #high = 0;
  #low = 0;
  /** The range that ends; reused, since there are millions. */
  readonly #range = new RangeList(2, 1);

  constructor(
    readonly edition: Edition,
    private readonly writer: MmdbWriter,
    private readonly onRange: (
      range: Omit<ExportedRange, "edition" | "profile">,
    ) => void,
  ) {
    this.#range.addRow();
  }

  /** The id of the record of a profile, from 1; 0 if there is none. */
  idOf(profile: Profile): number {
    const { edition } = this;
    if (!edition.has(profile)) return 0;
    const row = rowOf(edition, profile);
    const hidden = edition.hidden.map((valueOf) => valueOf(profile)).join();
    if (row === this.#row && hidden === this.#hidden) return this.#id;
    const { id, isNew } = this.#rows.idOf(row, hidden);
    if (isNew) {
      this.#records.push(this.writer.addRecord(edition.recordOf(profile)));
    }
    this.#row = row;
    this.#hidden = hidden;
    return this.#id = id;
  }

  begin(family: 4 | 6, high: number, low: number, id: number): void {
    if (id === this.#open) return;
    if (low > 0) this.#close(family, high, low - 1);
    else if (high > 0) this.#close(family, high - 1, LAST);
    this.#open = id;
    this.#high = high;
    this.#low = low;
  }

  end(family: 4 | 6): void {
    this.#close(family, family === 4 ? 0 : LAST, LAST);
  }

  #close(family: 4 | 6, high: number, low: number): void {
    const record = this.#open;
    this.#open = 0;
    if (record === 0) return;
    const range = this.#range;
    range.starts[0] = this.#high;
    range.starts[1] = this.#low;
    range.ends[0] = high;
    range.ends[1] = low;
    const at = this.#records.at(record - 1);
    const blocks = new Blocks(family, range);
    while (blocks.next()) this.writer.add(family, blocks, at);
    this.onRange({
      family,
      start: [this.#high, this.#low],
      end: [high, low],
      record,
      row: this.#rows.bytesOf(record),
      blocks: () => new Blocks(family, range),
    });
  }
}

/**
 * Runs of addresses of a family, from tables without databases of the operator. The
 * values number the combinations of the tables' rows from 0: addresses with the same
 * number have the same place, or the same autonomous system. IPv6 in whole /64s.
 */
export async function cutRuns(
  family: 4 | 6,
  tables: CountryTables,
  by: "place" | "system",
): Promise<RunSource> {
  const { asn, countries, geo, ipfire } = tables;
  const sources = by === "system" ? [overlayRuns(asn.systemRuns(family))] : [
    locatableRuns(family),
    ...anycastRuns(family, tables),
    await votedRuns(
      family,
      tables,
      new CountryVote({ geo, countries, ipfire, table: asn }),
    ),
    overlayRuns(await geo.recordRuns(family)),
  ];
  return sources.reduce((first, second) => {
    const pairs = new DistinctRows(2);
    return combineRuns(first, second, (a, b) => pairs.numberOf(a, b));
  }, publicRuns(family));
}
