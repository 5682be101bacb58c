import type { IpAddress } from "../../net/ip_address.ts";
import {
  type ColumnFormat,
  readColumnFile,
  wordColumn,
} from "../columns/column_file.ts";
import type { RunSource } from "../columns/runs.ts";
import { countryNumber } from "../country_number.ts";
import { lastAtMost, RangeRows4, RangeRows6 } from "../columns/range_rows.ts";

/**
 * Format of the table: the rows of both families with the number of their country,
 * then the AS numbers with theirs, then the codes of the countries.
 */
export const REGISTERED_COUNTRIES: ColumnFormat = {
  name: "table of registered countries",
  magic: "PREG",
  // In version 1, a few ranges overlapped.
  version: 2,
  columnCount: 12,
};

/**
 * The countries that the registries' databases name, in the file that
 * `compileRegisteredCountries` writes: those of the addresses from whois, and those of
 * the autonomous systems. The columns are views over its bytes; nothing is copied.
 */
export class RegisteredCountries {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #rows4: RangeRows4;
  readonly #numbers4: Uint8Array;
  readonly #rows6: RangeRows6;
  readonly #numbers6: Uint8Array;
  readonly #asns: Uint32Array;
  readonly #asnNumbers: Uint8Array;
  /** By number from 1; 0 means unknown. */
  readonly #codes: readonly (string | undefined)[];

  private constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, REGISTERED_COUNTRIES);
    this.builtAt = builtAt;
    let at = 0;
    const take = (count: number) => columns.slice(at, at += count);
    this.#rows4 = new RangeRows4(take(RangeRows4.columnCount));
    [this.#numbers4] = take(1);
    this.#rows6 = new RangeRows6(take(RangeRows6.columnCount));
    [this.#numbers6] = take(1);
    [this.#asns] = take(1).map(wordColumn);
    const [asnNumbers, codes] = take(2);
    this.#asnNumbers = asnNumbers;
    this.#codes = [
      undefined,
      ...new TextDecoder().decode(codes).match(/../g) ?? [],
    ];
  }

  /**
   * Loads a table without copying it: do not change the bytes afterwards.
   *
   * @throws {Error} if the bytes are not a complete table of this version
   */
  static load(bytes: Uint8Array): RegisteredCountries {
    return new RegisteredCountries(bytes);
  }

  /** Number of ranges and AS numbers. */
  get size(): number {
    return this.#numbers4.length + this.#numbers6.length + this.#asns.length;
  }

  /** ISO 3166-1 alpha-2 code of the country that whois names for an address. */
  ofAddress(ip: IpAddress): string | undefined {
    if (ip.family === 4) {
      return this.#codes[this.#numbers4[this.#rows4.find(ip.value)] ?? 0];
    }
    return this.#codes[this.#numbers6[this.#rows6.find(ip.words)] ?? 0];
  }

  /** The addresses of a family by the `countryNumber` of their country. */
  countryRuns(family: 4 | 6): RunSource {
    const numbers = Uint16Array.from(
      this.#codes,
      (code) => code ? countryNumber(code) : 0,
    );
    const [rows, column] = family === 4
      ? [this.#rows4, this.#numbers4]
      : [this.#rows6, this.#numbers6];
    const read = (from: number, to: number, into: Uint32Array) =>
      into.set(column.subarray(from, to));
    // Registrations don't divide a /64.
    return rows.runs({ read }, numbers)[0];
  }

  /** Code of the country in which an autonomous system is registered. */
  ofAsn(asn: number): string | undefined {
    const row = lastAtMost(this.#asns, asn);
    return this.#asns[row] === asn
      ? this.#codes[this.#asnNumbers[row]]
      : undefined;
  }
}
