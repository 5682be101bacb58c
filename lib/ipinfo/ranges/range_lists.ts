import type { Caller } from "../../core/caller.ts";
import { AppError } from "../../core/errors.ts";
import { FairFlights } from "../../core/single_flight.ts";
import { SemaphoreError } from "../../core/semaphore.ts";
import { createPause } from "../../core/async.ts";
import { Runs, sourceOf, visitRuns } from "../../data/columns/runs.ts";
import { RangeList } from "../../net/ranges.ts";
import { countryNumber } from "../../data/country_number.ts";
import { CountryVote } from "../sources/country_vote.ts";
import { countryRuns, type CountryTables } from "./country_runs.ts";
import { publicRuns } from "./locatable_runs.ts";

/** The ranges of each family; empty where it was not asked for. */
export type FamilyRanges = Readonly<Record<4 | 6, RangeList | null>>;

/** Lists are computed one after another. */
const WAIT_MS = 5_000;
const MAX_WAITING = 32;

/** What was computed from some tables. */
interface Computed {
  /** Tells its work from that for other tables. */
  readonly id: number;
  readonly vote: CountryVote;
  /** By country. About 4 MB for each family. */
  readonly runs: Partial<Record<4 | 6, Runs>>;
}

/**
 * The addresses of a country or an autonomous system, as ascending ranges with gaps
 * between them. They come from the tables in memory alone. IPv6 ranges consist of
 * whole /64s.
 *
 * The first list of any country takes about half a second of processor time, since it
 * finds the country of every address. One such computation runs at a time.
 */
export class RangeLists {
  readonly #tables: () => CountryTables;
  readonly #flights = new FairFlights<Runs>({
    permits: 1,
    maxWaiting: MAX_WAITING,
  });
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
    const tables = this.#tables();
    const { id, vote, runs } = this.#computed.getOrInsertComputed(
      tables,
      ({ countries, asn }) => ({
        id: ++this.#lastId,
        vote: new CountryVote({ countries, table: asn }),
        runs: {},
      }),
    );
    return byFamily(families, async (family) => {
      runs[family] ??= await this.#run(
        `${id} ${family}`,
        caller,
        () => countryRuns(family, tables, vote, createPause()),
      );
      return rangesOf(family, runs[family], countryNumber(code));
    });
  }

  /** The addresses that an autonomous system announces. @throws {AppError} 503 */
  system(
    asn: number,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const { asn: table } = this.#tables();
    return byFamily(families, async (family) => {
      const runs = await this.#run(`AS${asn} ${family}`, caller, async () => {
        const pause = createPause();
        const announced = new Runs();
        await visitRuns(
          [sourceOf(publicRuns(family)), ...table.runsOf(asn, family)],
          ({ values, high, low }) =>
            announced.add(high, low, values[0] & (values[1] | values[2])),
          pause,
        );
        return announced;
      });
      return rangesOf(family, runs, 1);
    });
  }

  async #run(
    key: string,
    caller: Caller,
    work: () => Promise<Runs>,
  ): Promise<Runs> {
    try {
      return await this.#flights.run(key, caller, work, { timeoutMs: WAIT_MS });
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
