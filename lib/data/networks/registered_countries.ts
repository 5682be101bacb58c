import type { IpAddress, Ipv6Address } from "../../net/ip_address.ts";
import { type ColumnFormat, readColumnFile } from "../columns/column_file.ts";
import { overlayRuns, type RunSource } from "../columns/runs.ts";
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

/** The first and the last /64 of a block, each as the upper two words. */
export interface RegisteredBlock {
  readonly start: readonly [high: number, low: number];
  readonly end: readonly [high: number, low: number];
}

/** In which countries addresses and autonomous systems are registered. */
export interface Registrations {
  /**
   * The addresses around an IPv6 address that have the same country; null if it has
   * none. Missing if the parts of what a registry has given to somebody don't have
   * countries of their own.
   */
  blockOf?(ip: Ipv6Address): RegisteredBlock | null;
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
  readonly builtAt: number;
  /** With the number of a country each. */
  readonly #rows: AddressRows;
  readonly #asns: Uint32Array;
  readonly #asnNumbers: Uint8Array;
  /** By number from 1; 0 means unknown. */
  readonly #codes: readonly (string | undefined)[];

  /**
   * Copies nothing: do not change the bytes afterwards.
   *
   * @throws {Error} if the bytes are not a complete table of this version
   */
  constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, REGISTERED_COUNTRIES);
    this.builtAt = builtAt;
    this.#rows = AddressRows.read(columns);
    this.#asns = columns.words();
    this.#asnNumbers = columns.bytes();
    this.#codes = [
      undefined,
      ...new TextDecoder().decode(columns.bytes()).match(/../g) ?? [],
    ];
  }

  /** Number of ranges and AS numbers. */
  get size(): number {
    return this.#rows.size + this.#asns.length;
  }

  ofAddress(ip: IpAddress): string | undefined {
    return this.#codes[this.#rows.numberAt(this.#rows.find(ip))];
  }

  blockOf({ words }: Ipv6Address): RegisteredBlock | null {
    const { rows6 } = this.#rows;
    const row = rows6.find(words);
    if (this.#rows.numberAt(row < 0 ? -1 : this.#rows.rows4.size + row) === 0) {
      return null;
    }
    const [high, low] = rows6.startOf(row);
    const [endHigh, endLow] = rows6.endOf(row);
    return { start: [high, low], end: [endHigh, endLow] };
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

/** Registrations of which the first one takes precedence where it names a country. */
export class MergedRegistrations implements Registrations {
  constructor(private readonly parts: readonly Registrations[]) {}

  ofAddress(ip: IpAddress): string | undefined {
    for (const part of this.parts) {
      const code = part.ofAddress(ip);
      if (code !== undefined) return code;
    }
  }

  ofAsn(asn: number): string | undefined {
    for (const part of this.parts) {
      const code = part.ofAsn(asn);
      if (code !== undefined) return code;
    }
  }

  countryRuns(family: 4 | 6): RunSource {
    return overlayRuns(this.parts.map((part) => part.countryRuns(family)));
  }
}
