import { WordList } from "../../data/columns/range_rows_build.ts";
import type { MmdbWriter } from "../../data/mmdb_writer.ts";
import type { Tables } from "../../data/tables.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { RangeList } from "../../net/ranges.ts";
import type { Profile } from "../profile.ts";
import { Blocks } from "../ranges/blocks.ts";
import { addressAt } from "../ranges/country_ranges.ts";
import { cutRuns } from "./cut_runs.ts";
import { type Edition, EDITIONS } from "./edition_records.ts";
import { RecordIds } from "./record_ids.ts";

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
  /** Of an address in the range, with the facts of its record. */
  readonly profile: Profile;
  /** The fewest blocks that make up the range, while it is handed over. */
  blocks(): Blocks;
}

const FAMILIES = [4, 6] as const;
const LAST = 0xffff_ffff;

/**
 * Compiles all editions. Takes a minute or more, in a thread of its own.
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
  const compilers = EDITIONS.map((edition, i) =>
    new EditionCompiler(
      edition,
      writers[i],
      (range) => onRange({ edition: i, ...range }),
    )
  );
  for (const family of FAMILIES) {
    const runs = await cutRuns(family, tables);
    for (let piece = runs.next(); piece; piece = runs.next()) {
      const { highs, lows, count } = piece;
      for (let i = 0; i < count; i++) {
        const profile = describe(addressAt(family, highs[i], lows[i]));
        for (const compiler of compilers) {
          compiler.begin(family, highs[i], lows[i], profile);
        }
      }
    }
    for (const compiler of compilers) compiler.end(family);
  }
}

/** Joins runs with equal records, and writes them as blocks. */
class EditionCompiler {
  readonly #ids = new RecordIds();
  /** Where the record with each id is. */
  readonly #records = new WordList();
  /** The id of the record of the range that has no end yet; 0 if there is none. */
  #open = 0;
  #profile: Profile | undefined;
  #high = 0;
  #low = 0;
  /** The range that ends; reused, since there are millions. */
  readonly #range = new RangeList(2, 1);

  constructor(
    private readonly edition: Edition,
    private readonly writer: MmdbWriter,
    private readonly onRange: (range: Omit<ExportedRange, "edition">) => void,
  ) {
    this.#range.addRow();
  }

  /** Begins a run of addresses with the facts of a profile. */
  begin(family: 4 | 6, high: number, low: number, profile: Profile): void {
    const id = this.#idOf(profile);
    if (id === this.#open) return;
    if (this.#open && high === this.#high && low === this.#low) {
      // Of several runs with the same start, the last one counts.
      this.#open = id;
      this.#profile = profile;
      return;
    }
    if (low > 0) this.#close(family, high, low - 1);
    else if (high > 0) this.#close(family, high - 1, LAST);
    this.#open = id;
    this.#profile = profile;
    this.#high = high;
    this.#low = low;
  }

  /** Ends the last run of a family. */
  end(family: 4 | 6): void {
    this.#close(family, family === 4 ? 0 : LAST, LAST);
  }

  #idOf(profile: Profile): number {
    if (!this.edition.has(profile)) return 0;
    const { id, isNew } = this.#ids.idOf(this.edition.keyOf(profile));
    if (isNew) {
      const record = this.edition.recordOf(profile);
      this.#records.push(this.writer.addRecord(record));
    }
    return id;
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
      profile: this.#profile!,
      blocks: () => new Blocks(family, range),
    });
  }
}
