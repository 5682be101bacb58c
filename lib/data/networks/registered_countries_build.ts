import { ipv4FromValue, ipv6FromWords } from "../../net/ip_address.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  RangeRows4Builder,
  RangeRows6Builder,
} from "../columns/range_rows_build.ts";
import type { MmdbScan } from "../mmdb_scan.ts";
import { countryFacts } from "../places/countries.ts";
import type { AsnTable } from "./asn_table.ts";
import {
  type CsvRange,
  type RangeCsv,
  readRangeCsv,
  wordsOf,
} from "./range_csv.ts";
import { REGISTERED_COUNTRIES } from "./registered_countries.ts";

export interface RegisteredCountriesOptions {
  /** `start,end,country` of the package `@ip-location-db/geo-whois-asn-country`. */
  csv: RangeCsv;
  /** The country of each autonomous system. */
  asnCountries: ReadonlyMap<number, string>;
}

/**
 * Compiles the table that `RegisteredCountries.load` reads. Unknown codes, such as EU,
 * count as no country.
 *
 * @throws {Error} with the number of the first row that is not a range with a country
 */
export async function compileRegisteredCountries(
  { csv, asnCountries }: RegisteredCountriesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const countries = new CountryNumbers();
  const rows4 = new RangeRows4Builder();
  for await (const { start, end, number } of merged(csv.v4, countries)) {
    rows4.add(Number(start), Number(end), number);
  }
  const rows6 = new RangeRows6Builder();
  for await (const range of merged(csv.v6, countries, isWhole64)) {
    rows6.add(wordsOf(range.start), wordsOf(range.end), range.number);
  }
  const asns = [...asnCountries]
    .filter(([, code]) => countries.numberOf(code) > 0)
    .sort(([a], [b]) => a - b);
  return encoded({ rows4, rows6, asns, countries, builtAt: csv.builtAt });
}

function encoded({ rows4, rows6, asns, countries, builtAt }: {
  rows4: RangeRows4Builder;
  rows6: RangeRows6Builder;
  asns: readonly [asn: number, code: string][];
  countries: CountryNumbers;
  builtAt: number;
}): Uint8Array<ArrayBuffer> {
  const built4 = rows4.build();
  const built6 = rows6.build();
  return encodeColumnFile(REGISTERED_COUNTRIES, builtAt, [
    ...built4.columns,
    Uint8Array.from(built4.numbers),
    ...built6.columns,
    Uint8Array.from(built6.numbers),
    Uint32Array.from(asns, ([asn]) => asn),
    Uint8Array.from(asns, ([, code]) => countries.numberOf(code)),
    countries.encode(),
  ]);
}

/** The country of most addresses of each autonomous system, by a database of countries. */
export function asnCountriesOf(
  file: Pick<MmdbScan, "forEachBlock" | "factsOf">,
  table: Pick<AsnTable, "findRow" | "asnAt">,
): Map<number, string> {
  const weights = new Map<number, Map<string, number>>();
  const add = (row: number, id: number, weight: number) => {
    const { countryCode } = id === 0 ? {} : file.factsOf(id);
    if (row < 0 || !countryCode) return;
    const byCountry = weights.getOrInsertComputed(
      table.asnAt(row),
      () => new Map<string, number>(),
    );
    byCountry.set(countryCode, (byCountry.get(countryCode) ?? 0) + weight);
  };
  file.forEachBlock({
    v4: (start, end, id) =>
      add(table.findRow(ipv4FromValue(start)), id, end - start + 1),
    // IPv6 decides only for systems without IPv4.
    v6: (start, _end, id) => add(table.findRow(ipv6FromWords(start)), id, 1),
  });
  return new Map(
    Array.from(weights, ([asn, byCountry]) => {
      const [[code]] = [...byCountry].sort(([, a], [, b]) => b - a);
      return [asn, code];
    }),
  );
}

/** Narrower ranges are left out: nobody announces them, and each takes much memory. */
function isWhole64({ start, end }: CsvRange): boolean {
  const lower = (1n << 64n) - 1n;
  return (start & lower) === 0n && (end & lower) === lower;
}

interface NumberedRange {
  readonly start: bigint;
  end: bigint;
  readonly number: number;
}

/**
 * The ranges of a file with the numbers of their countries. Merges neighbours of one
 * country, across gaps as well: nobody announces addresses that are not registered.
 * Of the few ranges that overlap, the first counts.
 */
async function* merged(
  csv: ReadableStream<Uint8Array>,
  countries: CountryNumbers,
  isUsed: (range: CsvRange) => boolean = () => true,
): AsyncGenerator<NumberedRange> {
  let last: NumberedRange | undefined;
  const rows = readRangeCsv(
    csv,
    "start,end,country",
    ([code, ...rest]) => /^[A-Z]{2}$/.test(code) && rest.length === 0,
  );
  for await (const row of rows) {
    if (!isUsed(row)) continue;
    const { end, fields: [code] } = row;
    const start = last && row.start <= last.end ? last.end + 1n : row.start;
    if (start > end) continue;
    const number = countries.numberOf(code);
    if (last?.number === number) {
      last.end = end;
    } else {
      if (last) yield last;
      last = { start, end, number };
    }
  }
  if (last) yield last;
}

/** Numbers countries from 1, to 255 at most. */
class CountryNumbers {
  readonly #numbers = new Map<string, number>();

  /** 0 if the code is unknown. */
  numberOf(code: string): number {
    return countryFacts(code) ? this.add(code) : 0;
  }

  add(code: string): number {
    return this.#numbers.getOrInsertComputed(
      code,
      () => this.#numbers.size + 1,
    );
  }

  /** @throws {Error} if a number does not fit into a byte */
  encode(): Uint8Array<ArrayBuffer> {
    const { size } = this.#numbers;
    if (size > 255) throw new Error(`Cannot encode ${size} countries`);
    return new TextEncoder().encode([...this.#numbers.keys()].join(""));
  }
}
