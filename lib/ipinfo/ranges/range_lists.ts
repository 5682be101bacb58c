import { BoundedMap } from "../../core/cache.ts";
import type { Caller } from "../../core/caller.ts";
import { AppError } from "../../core/errors.ts";
import { FairFlights } from "../../core/single_flight.ts";
import { SemaphoreError } from "../../core/semaphore.ts";
import { createPause } from "../../core/async.ts";
import type { Runs } from "../../data/columns/runs.ts";
import type { Tables } from "../../data/tables.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { RangeList } from "../../net/ranges.ts";
import { addressAt, locatableRuns, publicRuns } from "./locatable_runs.ts";
import {
  endBefore,
  RangeBuilder,
  type Stretch,
  visitStretches,
} from "./merge_runs.ts";

type RangeTables = Pick<
  Tables,
  "geo" | "countries" | "placeLists" | "geoFiles" | "regional" | "asn"
>;

export interface RangeListsOptions {
  /** The tables in use. */
  tables: () => RangeTables;
  /** The country that a profile from these tables has. */
  countryOf: (ip: IpAddress) => string | undefined;
}

/** The ranges of each family; empty where it was not asked for. */
export type FamilyRanges = Readonly<Record<4 | 6, RangeList | null>>;

const MAX_BYTES = 16 * 1024 * 1024;
/** Lists are computed one after another; a large one takes a second or two. */
const WAIT_MS = 5_000;
const MAX_WAITING = 32;

/**
 * The addresses of a country or an autonomous system, as ascending ranges with gaps
 * between them. They come from the tables in memory alone. IPv6 ranges consist of
 * whole /64s.
 *
 * Lists are computed one at a time, because each takes all of a processor while it
 * runs. Those of countries are cached.
 */
export class RangeLists {
  readonly #options: RangeListsOptions;
  readonly #flights = new FairFlights<RangeList>({
    permits: 1,
    maxWaiting: MAX_WAITING,
  });
  #cache = newCache();
  #cachedFrom: RangeTables | undefined;

  constructor(options: RangeListsOptions) {
    this.#options = options;
  }

  /**
   * The addresses that a profile from the tables in memory places in a country.
   *
   * @param code ISO 3166-1 alpha-2, upper case
   * @throws {AppError} 503 if a table can't list its addresses, or others wait
   */
  country(
    code: string,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const tables = this.#options.tables();
    if (tables.geoFiles.length > 0 || tables.regional.length > 0) {
      throw unavailable();
    }
    if (this.#cachedFrom !== tables) {
      this.#cachedFrom = tables;
      this.#cache = newCache();
    }
    const cache = this.#cache;
    return byFamily(families, async (family) => {
      const key = `${code} ${family}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const ranges = await this.#run(
        key,
        caller,
        () => this.#ofCountry(code, family, tables),
      );
      cache.set(key, ranges);
      return ranges;
    });
  }

  /** The addresses that an autonomous system announces. @throws {AppError} 503 */
  system(
    asn: number,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const { asn: table } = this.#options.tables();
    return byFamily(
      families,
      (family) =>
        this.#run(`AS${asn} ${family}`, caller, async () => {
          const pause = createPause();
          const own = await table.systemRuns(asn, family, pause);
          const builder = new RangeBuilder();
          await visitStretches(
            family,
            [publicRuns(family), own],
            ([isPublic, isOwn], stretch) => {
              if (isPublic === 1 && isOwn === 1) builder.add(stretch);
            },
            pause,
          );
          return builder.ranges;
        }),
    );
  }

  async #run(
    key: string,
    caller: Caller,
    work: () => Promise<RangeList>,
  ): Promise<RangeList> {
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

  /**
   * Looks at single addresses only where the tables disagree. Where the geolocation
   * database and whois agree, or only one of them knows a country, no vote can
   * change it.
   */
  async #ofCountry(
    code: string,
    family: 4 | 6,
    { geo, countries, placeLists, asn }: RangeTables,
  ): Promise<RangeList> {
    const { countryOf } = this.#options;
    const pause = createPause();
    const numbers = new Map([["", 0], [code, 1]]);
    const numberOf = (of: string) =>
      numbers.getOrInsertComputed(of, () => numbers.size);
    const located = await geo.countryRuns(family, numberOf, pause);
    if (!located) throw unavailable();
    const all: Runs[] = [
      locatableRuns(family),
      located,
      await countries.countryRuns(family, numberOf, pause),
    ];
    for (const { places } of placeLists) {
      all.push(await places.countryRuns(family, numberOf, pause));
    }
    const systems = await asn.organisationRuns(family, pause);
    // Without lists, the same three votes have the same outcome.
    const votes = new Map<number, boolean>();
    const builder = new RangeBuilder();
    await visitStretches(
      family,
      all,
      (values, stretch) => {
        const [isLocatable, located, registered] = values;
        if (isLocatable === 0 || !values.includes(1, 1)) return;
        const isListed = values.some((value, i) => i > 2 && value !== 0);
        const isUnanimous = located === registered || located === 0 ||
          registered === 0;
        if (isUnanimous && !isListed) return builder.add(stretch);
        for (const { part, system } of partsOf(stretch, systems)) {
          const isIn = () =>
            countryOf(addressAt(family, part.high, part.low)) === code;
          const vote = (system * 512 + located) * 512 + registered;
          if (isListed ? isIn() : votes.getOrInsertComputed(vote, isIn)) {
            builder.add(part);
          }
        }
      },
      pause,
    );
    return builder.ranges;
  }
}

/** The parts of a stretch, each with the number of its autonomous system. */
function* partsOf(
  stretch: Stretch,
  systems: Runs,
): Iterable<{ part: Stretch; system: number }> {
  const { highs, lows, values, count } = systems;
  let { high, low } = stretch;
  let at = systems.find(high, low);
  for (; at + 1 < count; at++) {
    const part = { ...stretch, high, low };
    [high, low] = [highs[at + 1], lows[at + 1]];
    const isInside = high < stretch.endHigh ||
      high === stretch.endHigh && low <= stretch.endLow;
    if (!isInside) return yield { part, system: values[at] };
    endBefore(part, high, low);
    yield { part, system: values[at] };
  }
  yield { part: { ...stretch, high, low }, system: values[at] };
}

/** Two generations. */
function newCache() {
  const bytesOf = (_: string, { starts, ends }: RangeList) =>
    starts.byteLength + ends.byteLength;
  return new BoundedMap<string, RangeList>(MAX_BYTES / 2, bytesOf);
}

async function byFamily(
  families: readonly (4 | 6)[],
  rangesOf: (family: 4 | 6) => Promise<RangeList>,
): Promise<FamilyRanges> {
  const ranges: Record<4 | 6, RangeList | null> = { 4: null, 6: null };
  for (const family of families) ranges[family] = await rangesOf(family);
  return ranges;
}

function unavailable(): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    { reason: "country_ranges_unavailable" },
    { headers: { "retry-after": "86400" } },
  );
}
