import { KeyBuckets } from "../../net/prefix_set.ts";
import {
  addressKey,
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

/** Merges the ranges of several registries into one table. Lookups do not allocate. */
export class RegistryRanges<Keys extends Uint32Array | Float64Array> {
  readonly size: number;
  readonly #columns: RegistryColumns<Keys>;
  readonly #buckets: KeyBuckets;

  /**
   * @param tables sorted by start
   * @param empty creates a column of the given length
   */
  constructor(
    tables: readonly RegistryColumns<Keys>[],
    empty: (length: number) => Keys,
  ) {
    this.size = tables.reduce((sum, { facts }) => sum + facts.length, 0);
    const starts = empty(this.size);
    const ends = empty(this.size);
    const facts = new Uint32Array(this.size);
    // A merge is faster than a sort, and requests wait while this runs.
    const rows = tables.map(() => 0);
    for (let at = 0; at < this.size; at++) {
      const from = lowest(tables, rows);
      const row = rows[from]++;
      starts[at] = tables[from].starts[row];
      ends[at] = tables[from].ends[row];
      facts[at] = tables[from].facts[row];
    }
    this.#columns = { starts, ends, facts };
    this.#buckets = new KeyBuckets(starts);
  }

  /** The packed fact of the range that contains `key`; -1 if there is none. If ranges overlap, the one that starts last wins. */
  findFact(key: number): number {
    const { starts, ends, facts } = this.#columns;
    const bucket = this.#buckets.bucketOf(key);
    let at = this.#buckets.startOf(bucket);
    let high = this.#buckets.startOf(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (starts[middle] <= key) at = middle + 1;
      else high = middle;
    }
    return at > 0 && key <= ends[at - 1] ? facts[at - 1] : -1;
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
    const { starts, ends, facts } = this.#columns;
    const runs = new Runs();
    let row = -1;
    return {
      next() {
        if (row >= facts.length) return null;
        runs.count = 0;
        if (row < 0) runs.add(0, 0, 0);
        const until = Math.min(Math.max(row, 0) + ROWS_A_PIECE, facts.length);
        for (row = Math.max(row, 0); row < until; row++) {
          runs.add(...wordsOf(starts[row]), valueOf(facts[row]));
          const after = ends[row] + 1;
          if (after < (starts[row + 1] ?? Infinity)) {
            const [high, low] = wordsOf(after);
            // Nothing follows the last address.
            if (high <= LAST_WORD && low <= LAST_WORD) runs.add(high, low, 0);
          }
        }
        if (row === facts.length) row++;
        return runs;
      },
    };
  }
}

/** The table whose next row has the lowest start; the first of equals. */
function lowest(
  tables: readonly RegistryColumns<Uint32Array | Float64Array>[],
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
  readonly #v4: RegistryRanges<Uint32Array>;
  readonly #v6: RegistryRanges<Float64Array>;
  readonly #asns: RegistryRanges<Uint32Array>;
  readonly #registrations = new BoundedMap<number, AddressRegistration>(
    MAX_CACHED,
  );

  private constructor(rows: readonly RegistryRows[]) {
    const words = (length: number) => new Uint32Array(length);
    this.#v4 = new RegistryRanges<Uint32Array>(rows.map(({ v4 }) => v4), words);
    this.#v6 = new RegistryRanges<Float64Array>(
      rows.map(({ v6 }) => v6),
      (length) => new Float64Array(length),
    );
    this.#asns = new RegistryRanges<Uint32Array>(
      rows.map(({ asns }) => asns),
      words,
    );
    this.size = this.#v4.size + this.#v6.size + this.#asns.size;
    this.builtAt = Math.min(...rows.map(({ builtAt }) => builtAt));
  }

  /**
   * Loads and merges the files of one or more registries, as `compileDelegated` writes them.
   *
   * @throws {Error} if `files` is empty, or one is damaged
   */
  static load(files: readonly Uint8Array[]): RegistryTable {
    if (files.length === 0) throw new Error("There are no registry tables");
    return RegistryTable.merge(files.map(readRegistry));
  }

  /** Merges the rows that `readRegistry` read from one or more files. Copies them. */
  static merge(rows: readonly RegistryRows[]): RegistryTable {
    return new RegistryTable(rows);
  }

  /** The registration of an address; null if no registry lists it. The same object while it is cached. */
  lookup(ip: IpAddress): AddressRegistration | null {
    const fact = ip.family === 4
      ? this.#v4.findFact(ip.value)
      : this.#v6.findFact(addressKey(ip.words));
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
