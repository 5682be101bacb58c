import type { Caller } from "../../core/caller.ts";
import { AppError } from "../../core/errors.ts";
import { FairFlights } from "../../core/single_flight.ts";
import { SemaphoreError } from "../../core/semaphore.ts";
import { createPause, type Pause } from "../../core/async.ts";
import {
  collected,
  combined,
  layered,
  type Runs,
} from "../../data/columns/runs.ts";
import { RangeList } from "../../net/ranges.ts";
import { countryNumber } from "../../data/country_number.ts";
import { CountryVote } from "../sources/country_vote.ts";
import { countryRuns, type CountryTables } from "./country_runs.ts";
import { publicRuns } from "./locatable_runs.ts";

/** The ranges of each family; null for a family that was not requested. */
export type FamilyRanges = Readonly<Record<4 | 6, RangeList | null>>;

/** With large databases of the operator, finding all countries takes seconds. */
const WAIT_MS = 30_000;
const MAX_WAITING = 32;

/** Results computed from one set of tables. */
interface Computed {
  /** Distinguishes its work from that for other tables. */
  readonly id: number;
  readonly vote: CountryVote;
  /** By country. About 4 MB for each family. */
  readonly runs: Partial<Record<4 | 6, Runs>>;
}

/** Newer tables are in use. */
class TablesReplaced extends Error {}

/**
 * The addresses of a country or an autonomous system, as ascending ranges with gaps
 * between them. They come from the tables in memory alone. IPv6 ranges consist of
 * whole /64s.
 *
 * The first list of any country finds the country of every address. One such
 * computation runs at a time, and others wait for it.
 */
export class RangeLists {
  readonly #tables: () => CountryTables;
  readonly #countries = flights();
  /** These take a fraction of the time, and don't wait for countries. */
  readonly #systems = flights();
  /** By tables, weakly: once they are replaced, both can be collected. */
  readonly #computed = new WeakMap<CountryTables, Computed>();
  #lastId = 0;

  /** @param tables the tables in use */
  constructor(tables: () => CountryTables) {
    this.#tables = tables;
  }

  /**
   * The addresses that a profile from the tables in memory places in a country.
   *
   * @param code ISO 3166-1 alpha-2, upper case
   * @throws {AppError} 503 if too many others wait
   */
  country(
    code: string,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const number = countryNumber(code);
    return byFamily(
      families,
      async (family) =>
        rangesOf(family, await this.#countryRuns(family, caller), number),
    );
  }

  /** The addresses that an autonomous system announces. @throws {AppError} 503 */
  system(
    asn: number,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const { asn: table } = this.#tables();
    return byFamily(families, async (family) => {
      const runs = await run(
        this.#systems,
        `${asn} ${family}`,
        caller,
        ({ signal }) =>
          collected(
            combined(
              publicRuns(family),
              layered(table.runsOf(asn, family)),
              (isPublic, isAnnounced) => isPublic & isAnnounced,
            ),
            createPause(signal),
          ),
      );
      return rangesOf(family, runs, 1);
    });
  }

  async #countryRuns(family: 4 | 6, caller: Caller): Promise<Runs> {
    for (;;) {
      const tables = this.#tables();
      const { id, vote, runs } = this.#computedOf(tables);
      const known = runs[family];
      if (known) return known;
      try {
        return await run(
          this.#countries,
          `${id} ${family}`,
          caller,
          async ({ signal }) =>
            runs[family] ??= await countryRuns(
              family,
              tables,
              vote,
              this.#pauseWhileUsed(tables, signal),
            ),
        );
      } catch (error) {
        // Waiting callers get the list of the newer tables.
        if (!(error instanceof TablesReplaced)) throw error;
      }
    }
  }

  #computedOf(tables: CountryTables): Computed {
    return this.#computed.getOrInsertComputed(
      tables,
      ({ countries, asn }) => ({
        id: ++this.#lastId,
        vote: new CountryVote({ countries, table: asn }),
        runs: {},
      }),
    );
  }

  #pauseWhileUsed(tables: CountryTables, signal: AbortSignal): Pause {
    const pause = createPause(signal);
    return () => {
      if (this.#tables() !== tables) throw new TablesReplaced();
      return pause();
    };
  }
}

function flights(): FairFlights<Runs> {
  return new FairFlights({ permits: 1, maxWaiting: MAX_WAITING });
}

async function run(
  flights: FairFlights<Runs>,
  key: string,
  caller: Caller,
  work: (starter: Caller) => Promise<Runs>,
): Promise<Runs> {
  try {
    return await flights.run(key, caller, work, { timeoutMs: WAIT_MS });
  } catch (error) {
    if (!(error instanceof SemaphoreError)) throw error;
    throw new AppError(
      503,
      "SERVICE_UNAVAILABLE",
      { reason: "range_lists_busy" },
      { cause: error, headers: { "retry-after": "5" } },
    );
  }
}

const LAST = 0xffff_ffff;

/** The ranges of addresses with a value. */
function rangesOf(
  family: 4 | 6,
  { highs, lows, values, count }: Runs,
  value: number,
): RangeList {
  const ranges = new RangeList(2);
  for (let i = 0; i < count; i++) {
    if (values[i] !== value) continue;
    const at = ranges.addRow();
    ranges.starts[at] = highs[i];
    ranges.starts[at + 1] = lows[i];
    const isLast = i + 1 === count;
    const low = isLast ? 0 : lows[i + 1];
    const high = !isLast ? highs[i + 1] : family === 4 ? 1 : LAST + 1;
    ranges.ends[at] = low === 0 ? high - 1 : high;
    ranges.ends[at + 1] = low === 0 ? LAST : low - 1;
  }
  return ranges;
}

async function byFamily(
  families: readonly (4 | 6)[],
  rangesOf: (family: 4 | 6) => Promise<RangeList>,
): Promise<FamilyRanges> {
  const ranges: Record<4 | 6, RangeList | null> = { 4: null, 6: null };
  for (const family of families) ranges[family] = await rangesOf(family);
  return ranges;
}
