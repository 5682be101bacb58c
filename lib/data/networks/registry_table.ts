import { KeyBuckets, upper52Bits } from "../../net/prefix_set.ts";
import {
  readRegistry,
  type Registry,
  type RegistryColumns,
  type RegistryRows,
  unpackFact,
} from "./registry_layout.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { Runs, type RunSource } from "../columns/runs.ts";
import { countryNumber } from "../places/countries.ts";
import type { Registrations } from "./registered_countries.ts";
import { BoundedMap } from "../../core/cache.ts";

/** Rows of a piece of runs, which takes less than a millisecond. */
const ROWS_A_PIECE = 4096;

const LAST_WORD = 0xffff_ffff;

type Columns = RegistryColumns<Uint32Array | Float64Array>;

interface Table extends Columns {
  readonly buckets: KeyBuckets;
}

/** The ranges of several registries. Their columns are not copied, and lookups do not allocate. */
export class RegistryRanges {
  readonly size: number;
  readonly #tables: readonly Table[];

  /** @param tables sorted by start */
  constructor(tables: readonly Columns[]) {
    this.size = tables.reduce((sum, { facts }) => sum + facts.length, 0);
    this.#tables = tables.map((columns) => ({
      ...columns,
      buckets: new KeyBuckets(columns.starts),
    }));
  }

  /** The packed fact of the range that contains `key`; -1 if there is none. If ranges overlap, the one that starts last wins. */
  findFact(key: number): number {
    let [start, fact] = [-1, -1];
    for (const table of this.#tables) {
      const row = rowAtMost(table, key);
      if (row < 0 || table.starts[row] < start) continue;
      start = table.starts[row];
      fact = key <= table.ends[row] ? table.facts[row] : -1;
    }
    return fact;
  }

  /**
   * The keys by what a function makes of the fact that {@link findFact} returns.
   *
   * @param wordsOf splits a key into the two words of a run
   */
  runs(
    wordsOf: (key: number) => readonly [high: number, low: number],
    valueOf: (fact: number) => number,
  ): RunSource {
    const tables = this.#tables;
    const runs = new Runs();
    const rows = tables.map(() => 0);
    let from = lowest(tables, rows);
    let [isFirst, isLast] = [true, false];
    return {
      next() {
        if (isLast) return null;
        runs.count = 0;
        if (isFirst) runs.add(0, 0, 0);
        isFirst = false;
        for (let i = 0; i < ROWS_A_PIECE && from >= 0; i++) {
          const { starts, ends, facts } = tables[from];
          const row = rows[from]++;
          runs.add(...wordsOf(starts[row]), valueOf(facts[row]));
          from = lowest(tables, rows);
          const after = ends[row] + 1;
          if (from < 0 || after < tables[from].starts[rows[from]]) {
            const [high, low] = wordsOf(after);
            // Nothing follows the last address.
            if (high <= LAST_WORD && low <= LAST_WORD) runs.add(high, low, 0);
          }
        }
        isLast = from < 0;
        return runs;
      },
    };
  }
}

/** The last row that starts at or below `key`; -1 if there is none. */
function rowAtMost({ starts, buckets }: Table, key: number): number {
  const bucket = buckets.bucketOf(key);
  let at = buckets.startOf(bucket);
  let high = buckets.startOf(bucket + 1);
  while (at < high) {
    const middle = (at + high) >>> 1;
    if (starts[middle] <= key) at = middle + 1;
    else high = middle;
  }
  return at - 1;
}

/** The table whose next row has the lowest start; the first of equals. */
function lowest(
  tables: readonly Columns[],
  rows: readonly number[],
): number {
  let lowest = -1;
  let least = Infinity;
  for (let table = 0; table < tables.length; table++) {
    // Past the end `start` is undefined, and the comparison false.
    const start = tables[table].starts[rows[table]];
    if (start < least) {
      lowest = table;
      least = start;
    }
  }
  return lowest;
}

/** The upper 64 bits of the first IPv6 address of a key. */
function wordsOfKey(key: number): [high: number, low: number] {
  return [Math.floor(key / 0x10_0000), key % 0x10_0000 * 0x1000];
}

/** Registration of an address. */
interface AddressRegistration {
  readonly rir: Registry;
  /** ISO 3166-1 alpha-2: where the holder is registered, which need not be where the address is used. */
  readonly countryCode?: string;
  /** ISO date. */
  readonly allocated?: string;
}

/** Registration of an autonomous system. */
interface AsnRegistration {
  readonly rir: Registry;
  /** ISO date of the assignment. */
  readonly created: string;
}

/** Registrations per cache generation. Many ranges share a registry, country and day. */
const MAX_CACHED = 16_384;

const DAY_MS = 86_400_000;

/** The registry, country and date of allocation of addresses and AS numbers. */
export class RegistryTable implements Registrations {
  /** Build time of the oldest file, in milliseconds since the epoch. */
  readonly builtAt: number;
  /** Rows of IPv4, IPv6 and AS numbers together. */
  readonly size: number;
  readonly #v4: RegistryRanges;
  readonly #v6: RegistryRanges;
  readonly #asns: RegistryRanges;
  readonly #registrations = new BoundedMap<number, AddressRegistration>(
    MAX_CACHED,
  );

  private constructor(rows: readonly RegistryRows[]) {
    this.#v4 = new RegistryRanges(rows.map(({ v4 }) => v4));
    this.#v6 = new RegistryRanges(rows.map(({ v6 }) => v6));
    this.#asns = new RegistryRanges(rows.map(({ asns }) => asns));
    this.size = this.#v4.size + this.#v6.size + this.#asns.size;
    this.builtAt = Math.min(...rows.map(({ builtAt }) => builtAt));
  }

  /**
   * Loads the files of one or more registries, as `compileDelegated` writes them, as views over their bytes.
   *
   * @throws {Error} if `files` is empty, or one is damaged
   */
  static load(files: readonly Uint8Array[]): RegistryTable {
    if (files.length === 0) throw new Error("There are no registry tables");
    return RegistryTable.merge(files.map(readRegistry));
  }

  /** Joins the rows that `readRegistry` read from one or more files. */
  static merge(rows: readonly RegistryRows[]): RegistryTable {
    return new RegistryTable(rows);
  }

  /** The registration of an address; null if no registry lists it. The same object while it is cached. */
  lookup(ip: IpAddress): AddressRegistration | null {
    const fact = ip.family === 4
      ? this.#v4.findFact(ip.value)
      : this.#v6.findFact(upper52Bits(ip.words[0], ip.words[1]));
    return fact < 0 ? null : this.#registration(fact);
  }

  /** The registration of an AS number; null if no registry has assigned it. */
  asn(asn: number): AsnRegistration | null {
    const fact = this.#asns.findFact(asn);
    if (fact < 0) return null;
    const { rir, allocated } = this.#registration(fact);
    return allocated === undefined ? null : { rir, created: allocated };
  }

  ofAddress(ip: IpAddress): string | undefined {
    return this.lookup(ip)?.countryCode;
  }

  ofAsn(asn: number): string | undefined {
    const fact = this.#asns.findFact(asn);
    return fact < 0 ? undefined : this.#registration(fact).countryCode;
  }

  countryRuns(family: 4 | 6): RunSource {
    const numberOf = (fact: number) =>
      countryNumber(this.#registration(fact).countryCode ?? "");
    return family === 4
      ? this.#v4.runs((key) => [0, key], numberOf)
      : this.#v6.runs(wordsOfKey, numberOf);
  }

  #registration(fact: number): AddressRegistration {
    let registration = this.#registrations.get(fact);
    if (!registration) {
      const { day, ...of } = unpackFact(fact);
      registration = Object.freeze({
        ...of,
        ...(day && {
          allocated: new Date(day * DAY_MS).toISOString().slice(0, 10),
        }),
      });
      this.#registrations.set(fact, registration);
    }
    return registration;
  }
}
