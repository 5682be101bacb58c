import type { IpAddress } from "../../net/ip_address.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import type { NumberedRange } from "../columns/narrowest.ts";
import {
  AddressRowsBuilder,
  MergedRanges,
} from "../columns/range_rows_build.ts";
import type { MmdbFile } from "../mmdb_file.ts";
import { countryFacts } from "../places/countries.ts";
import type { AsnTable } from "./asn_table.ts";
import { type RangeCsv, readRangeCsv } from "./range_csv.ts";
import { REGISTERED_COUNTRIES } from "./registered_countries.ts";

interface RegisteredCountriesOptions {
  /** `start,end,country` of the package `@ip-location-db/geo-whois-asn-country`. */
  csv: RangeCsv;
  asnCountries: ReadonlyMap<number, string>;
}

/**
 * Compiles the table that `RegisteredCountries` reads. Unknown codes, such as EU,
 * count as no country.
 *
 * @throws {Error} with the number of the first row that is not a range with a country
 */
export async function compileRegisteredCountries(
  { csv, asnCountries }: RegisteredCountriesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const countries = new CountryNumbers();
  const table = new AddressRowsBuilder();
  for (const family of [4, 6] as const) {
    await addMerged(
      family === 4 ? csv.v4 : csv.v6,
      countries,
      (range) => table.add(family, range),
      family === 4 ? () => true : isWhole64,
    );
  }
  const asns = [...asnCountries]
    .filter(([, code]) => countries.numberOf(code) > 0)
    .sort(([a], [b]) => a - b);
  return encodeColumnFile(REGISTERED_COUNTRIES, csv.builtAt, [
    ...table.columns(),
    Uint32Array.from(asns, ([asn]) => asn),
    Uint8Array.from(asns, ([, code]) => countries.numberOf(code)),
    countries.encode(),
  ]);
}

/** The country of most addresses of each autonomous system, by a database of countries. */
export function asnCountriesOf(
  file: Pick<MmdbFile, "forEachBlock" | "factsOf">,
  table: Pick<AsnTable, "findRow" | "asnAt">,
): Map<number, string> {
  const weights = new Map<number, Map<string, number>>();
  const codes = new Map<number, string | undefined>([[0, undefined]]);
  const codeOf = (id: number) => file.factsOf(id).countryCode;
  const add = (address: IpAddress, id: number, weight: number) => {
    const code = codes.getOrInsertComputed(id, codeOf);
    const row = code ? table.findRow(address) : -1;
    if (!code || row < 0) return;
    const byCountry = weights.getOrInsertComputed(
      table.asnAt(row),
      () => new Map<string, number>(),
    );
    byCountry.set(code, (byCountry.get(code) ?? 0) + weight);
  };
  // A search does not read the text, which would take longer than the search.
  const text = "";
  file.forEachBlock({
    v4: (start, end, id) =>
      add({ family: 4, text, value: start }, id, end - start + 1),
    // IPv6 decides only for systems without IPv4.
    v6: (words, _end, id) => add({ family: 6, text, words }, id, 1),
  });
  return new Map(
    Array.from(weights, ([asn, byCountry]) => {
      const [[code]] = [...byCountry].sort(([, a], [, b]) => b - a);
      return [asn, code];
    }),
  );
}

/** Whether a range of IPv6 divides no /64. Others are left out: nobody announces them, and each takes much memory. */
export function isWhole64(start: bigint, end: bigint): boolean {
  return BigInt.asUintN(64, start) === 0n && BigInt.asUintN(64, ~end) === 0n;
}

/**
 * Adds the ranges of a file with the numbers of their countries. Merges neighbors of one
 * country, across gaps as well: nobody announces addresses that are not registered. Of
 * the few ranges that overlap, the first counts.
 */
async function addMerged(
  csv: ReadableStream<Uint8Array>,
  countries: CountryNumbers,
  add: (range: NumberedRange) => void,
  isUsed: (start: bigint, end: bigint) => boolean,
): Promise<void> {
  const merged = new MergedRanges<bigint>({
    add: (start, end, number) => add({ start, end, number }),
  });
  let next = 0n;
  await readRangeCsv(csv, "start,end,country", (from, end, code) => {
    if (!/^[A-Z]{2}$/.test(code)) return false;
    const start = from < next ? next : from;
    if (!isUsed(from, end) || start > end) return true;
    merged.add(start, end, countries.numberOf(code));
    next = end + 1n;
    return true;
  });
  merged.flush();
}

/** Numbers countries from 1, to 255 at most. */
export class CountryNumbers {
  readonly #numbers = new Map<string, number>();

  /** 0 if the code is unknown. */
  numberOf(code: string): number {
    const known = this.#numbers.get(code);
    if (known !== undefined) return known;
    if (!countryFacts(code)) return 0;
    const next = this.#numbers.size + 1;
    this.#numbers.set(code, next);
    return next;
  }

  /** @throws {Error} if a number does not fit into a byte */
  encode(): Uint8Array<ArrayBuffer> {
    const { size } = this.#numbers;
    if (size > 255) throw new Error(`Cannot encode ${size} countries`);
    return new TextEncoder().encode([...this.#numbers.keys()].join(""));
  }
}
