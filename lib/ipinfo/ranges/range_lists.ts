import type { Busy } from "../../core/errors.ts";
import { type Caller, INTERNAL_CLIENT } from "../../core/fair_queue.ts";
import { FairFlights } from "../../core/single_flight.ts";
import { type Permit, Semaphore } from "../../core/semaphore.ts";
import { createPause, type Pause } from "../../core/async.ts";
import {
  combineRuns,
  overlayRuns,
  rangesByValue,
} from "../../data/columns/runs.ts";
import type { Tables } from "../../data/tables.ts";
import { providerKey } from "../../net/client_address.ts";
import { RangeList } from "../../net/ranges.ts";
import { countryNumber } from "../../data/places/countries.ts";
import { CountryVote } from "../sources/country_vote.ts";
import { publicRuns } from "../../data/columns/block_runs.ts";
import {
  computeCountryRanges,
  type CountryTables,
  haveSameCountries,
} from "./country_ranges.ts";

/** The ranges of each family; null for a family that was not requested. */
export type FamilyRanges = Readonly<Record<4 | 6, RangeList | null>>;

/** With large databases of the operator, finding all countries takes seconds. */
const WAIT_MS = 30_000;
const MAX_WAITING = 32;
/** Each holds a list while it reads it: up to a few megabytes. */
const MAX_READERS = 16;
const READERS_PER_CLIENT = 4;
/** Those who wait have requested a list that takes a second or less to read. */
const READER_WAIT_MS = 15_000;

/** What a client gets if too many lists are being read or computed. */
export const RANGE_LISTS_BUSY: Busy = [{ reason: "range_lists_busy" }, 5];

const FAMILIES = [4, 6] as const;

type RangesByValue = ReadonlyMap<number, RangeList>;

interface Computed {
  /** Distinguishes its work from that for other tables. */
  readonly id: number;
  readonly tables: CountryTables;
  readonly vote: CountryVote;
  /** By `countryNumber`. About 3 MB for each family. */
  readonly ranges: Partial<Record<4 | 6, RangesByValue>>;
}

class TablesReplaced extends Error {}

/**
 * The addresses of a country or an autonomous system, as ascending ranges with gaps
 * between them, from the tables alone. IPv6 ranges consist of whole /64s.
 *
 * The build finds the country of every address. With other tables than those of the
 * build, the first list of any country does. One such computation runs at a time, and
 * others wait for it.
 */
export class RangeLists implements AsyncDisposable {
  readonly readers = new Semaphore({
    permits: MAX_READERS,
    maxWaiting: MAX_WAITING,
    maxPerGroup: READERS_PER_CLIENT,
    networkOf: providerKey,
  });
  readonly #countries = flights<RangesByValue>();
  /** Those that the build has packed: together, they would keep others waiting. */
  readonly #built = flights<RangeList | null>();
  /** These take a fraction of the time, and don't wait for countries. */
  readonly #systems = flights<RangesByValue>();
  #computed: Computed | undefined;
  #lastId = 0;
  #isUsed = false;
  readonly #closing = new AbortController();
  #preparing: Promise<unknown> = Promise.resolve();

  /** @param tables the tables in use */
  constructor(
    private readonly tables: () =>
      & CountryTables
      & Pick<Tables, "countryRanges">,
  ) {}

  /**
   * Waits for a permit to hold a list, which is needed until the client has read
   * it.
   *
   * @throws {AppError} 503 if too many are held, or others wait; the signal's reason
   */
  acquireReader(caller: Caller): Promise<Permit> {
    return this.readers.acquire(caller, {
      timeoutMs: READER_WAIT_MS,
      busy: RANGE_LISTS_BUSY,
    });
  }

  /**
   * The addresses that a profile from the tables places in a country.
   *
   * @param code ISO 3166-1 alpha-2, upper case
   * @throws {AppError} 503 if too many others wait
   */
  country(
    code: string,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    this.#isUsed = true;
    return byFamily(families, async (family) => {
      for (;;) {
        const { countryRanges } = this.tables();
        const built = countryRanges && await run(
          this.#built,
          `${code} ${family}`,
          caller,
          () => countryRanges.of(family, code),
        );
        if (built) return built;
        try {
          const ranges = await this.#countryRanges(family, caller);
          return ranges.get(countryNumber(code));
        } catch (error) {
          if (!(error instanceof TablesReplaced)) throw error;
        }
      }
    });
  }

  /**
   * Call when newer tables are in use. If a list was requested before, computes those
   * of the newer tables in the background, so that the next request need not wait.
   */
  prepare(): void {
    if (this.tables().countryRanges) this.#computed = undefined;
    else if (this.#isUsed) {
      const { signal } = this.#closing;
      const caller = { client: INTERNAL_CLIENT, signal };
      const computing = byFamily(
        FAMILIES,
        async (family) => void await this.#countryRanges(family, caller),
      );
      // A request that needs the result tries again, and reports the error.
      this.#preparing = Promise.allSettled([this.#preparing, computing]);
    }
  }

  /** Stops computing in the background. */
  async [Symbol.asyncDispose]() {
    this.#closing.abort(new Error("closed"));
    await this.#preparing;
  }

  /** The addresses that an autonomous system announces. @throws {AppError} 503 */
  system(
    asn: number,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<FamilyRanges> {
    const { asn: table } = this.tables();
    return byFamily(families, async (family) => {
      const ranges = await run(
        this.#systems,
        `${asn} ${family}`,
        caller,
        ({ signal }) =>
          rangesByValue(
            family,
            combineRuns(
              publicRuns(family),
              overlayRuns(table.runsOf(asn, family)),
              (isPublic, isAnnounced) => isPublic & isAnnounced,
            ),
            createPause(signal),
          ),
      );
      return ranges.get(1);
    });
  }

  /** @throws {TablesReplaced} if newer tables are in use before it has finished */
  async #countryRanges(family: 4 | 6, caller: Caller): Promise<RangesByValue> {
    const computed = this.#computedNow();
    const { id, tables, vote, ranges } = computed;
    return ranges[family] ?? await run(
      this.#countries,
      `${id} ${family}`,
      caller,
      async ({ signal }) =>
        ranges[family] ??= await computeCountryRanges(
          family,
          tables,
          vote,
          this.#pauseWhileUsed(computed, signal),
        ),
    );
  }

  /** Results of the tables in use. Most newer tables differ in lists that don't decide on countries. */
  #computedNow(): Computed {
    const tables = this.tables();
    const last = this.#computed;
    if (last && haveSameCountries(last.tables, tables)) return last;
    const { anycast, asn, countries, geo, geoFiles, ipfire } = tables;
    const { placeLists, regional } = tables;
    return this.#computed = {
      id: ++this.#lastId,
      // Other tables can be collected once they are replaced.
      tables: {
        ...{ anycast, asn, countries, geo },
        ...{ geoFiles, ipfire, placeLists, regional },
      },
      vote: new CountryVote({ geo, countries, ipfire, table: asn }),
      ranges: {},
    };
  }

  #pauseWhileUsed(computed: Computed, signal: AbortSignal): Pause {
    const pause = createPause(signal);
    return () => {
      if (this.#computedNow() !== computed) throw new TablesReplaced();
      return pause();
    };
  }
}

function flights<T>(): FairFlights<T> {
  return new FairFlights({ permits: 1, maxWaiting: MAX_WAITING });
}

function run<T>(
  flights: FairFlights<T>,
  key: string,
  caller: Caller,
  work: (starter: Caller) => Promise<T>,
): Promise<T> {
  const options = { timeoutMs: WAIT_MS, busy: RANGE_LISTS_BUSY };
  return flights.run(key, caller, work, options);
}

async function byFamily(
  families: readonly (4 | 6)[],
  rangesOf: (family: 4 | 6) => Promise<RangeList | void>,
): Promise<FamilyRanges> {
  const ranges: Record<4 | 6, RangeList | null> = { 4: null, 6: null };
  for (const family of families) {
    ranges[family] = await rangesOf(family) ?? new RangeList(2, 0);
  }
  return ranges;
}
