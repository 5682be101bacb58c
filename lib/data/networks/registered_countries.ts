import type { IpAddress } from "../../net/ip_address.ts";
import {
  type ColumnFormat,
  readColumnFile,
  takeColumns,
  wordColumn,
} from "../columns/column_file.ts";
import type { RunSource } from "../columns/runs.ts";
import { countryNumber } from "../places/countries.ts";
import { AddressRows } from "../columns/address_rows.ts";
import { lastAtMost } from "../columns/range_rows.ts";

/**
 * Format of the table: the rows of both families with the number of their country,
 * then the AS numbers with theirs, then the codes of the countries.
 */
export const REGISTERED_COUNTRIES: ColumnFormat = {
  name: "table of registered countries",
  magic: "PREG",
  version: 5,
  columnCount: 17,
};

/** In which countries addresses and autonomous systems are registered. */
export interface Registrations {
  /** Whether the parts of what a registry has given to somebody have countries of their own. */
  readonly isByBlock?: boolean;
  /** ISO 3166-1 alpha-2 code of the country that is named for an address. */
  ofAddress(ip: IpAddress): string | undefined;
  /** Code of the country in which an autonomous system is registered. */
  ofAsn(asn: number): string | undefined;
  /** The addresses of a family by the `countryNumber` of their country. */
  countryRuns(family: 4 | 6): RunSource;
}

/**
 * The countries that the registries' databases name, in the file that
 * `compileRegisteredCountries` writes: those of the addresses from whois, and those of
 * the autonomous systems. The columns are views over its bytes; nothing is copied.
 */
export class RegisteredCountries implements Registrations {
  readonly isByBlock = true;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  /** With the number of a country each. */
  readonly #rows: AddressRows;
  readonly #asns: Uint32Array;
  readonly #asnNumbers: Uint8Array;
  /** By number from 1; 0 means unknown. */
  readonly #codes: readonly (string | undefined)[];

  private constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, REGISTERED_COUNTRIES);
    this.builtAt = builtAt;
    const take = takeColumns(columns);
    this.#rows = AddressRows.read(take);
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
    return this.#rows.size + this.#asns.length;
  }

  ofAddress(ip: IpAddress): string | undefined {
    return this.#codes[this.#rows.numberAt(this.#rows.find(ip))];
  }

  countryRuns(family: 4 | 6): RunSource {
    const numbers = Uint16Array.from(
      this.#codes,
      (code) => code ? countryNumber(code) : 0,
    );
    // Registrations don't divide a /64.
    return this.#rows.runs(family, numbers)[0];
  }

  ofAsn(asn: number): string | undefined {
    const row = lastAtMost(this.#asns, asn);
    return this.#asns[row] === asn
      ? this.#codes[this.#asnNumbers[row]]
      : undefined;
  }
}
