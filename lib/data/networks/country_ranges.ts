import {
  type ColumnFormat,
  concatenated,
  encodeColumnFile,
  PartialColumnFile,
} from "../columns/column_file.ts";
import { RangeList } from "../../net/ranges.ts";
import { countryCodeOf } from "../places/countries.ts";

/**
 * Format of the table: the codes of the countries; then, for each family, the first
 * row of each country, and their number; and the bounds of the rows. Of each
 * country, the starts precede the ends. A bound is one word in IPv4, and the two of
 * the upper half in IPv6.
 */
const COUNTRY_RANGES: ColumnFormat = {
  name: "table of ranges by country",
  magic: "PRNG",
  version: 2,
  columnCount: 5,
};

const COLUMNS = { 4: { index: 1, bounds: 2 }, 6: { index: 3, bounds: 4 } };

/**
 * The ranges of each country, in the file that `packCountryRanges` makes. Only the
 * ranges of the requested country are read, and nothing stays in memory.
 */
export class CountryRanges {
  /** Whether the file is whole, which the first request checks. */
  #verified: Promise<void> | undefined;

  constructor(private readonly path: URL) {}

  /**
   * The ranges of a country, with two words per bound, as `rangesByValue` has them.
   *
   * @param code ISO 3166-1 alpha-2, upper case
   * @throws {Error} if the file is missing or damaged
   */
  async of(family: 4 | 6, code: string): Promise<RangeList> {
    using file = await PartialColumnFile.open(this.path, COUNTRY_RANGES);
    await (this.#verified ??= file.verify());
    const codes = new TextDecoder().decode(await file.read(0)).match(/../g);
    const country = codes?.indexOf(code) ?? -1;
    if (country < 0) return new RangeList(2);
    const { index, bounds } = COLUMNS[family];
    const words = async (column: number, from: number, to: number) =>
      new Uint32Array((await file.read(column, from * 4, to * 4)).buffer);
    const [first, next] = await words(index, country, country + 2);
    const rowWords = family === 4 ? 2 : 4;
    return listOf(
      await words(bounds, first * rowWords, next * rowWords),
      next - first,
    );
  }
}

/** A list of starts, and then ends. Those of IPv4 have only one word. */
function listOf(words: Uint32Array, count: number): RangeList {
  const ranges = new RangeList(2, 0);
  ranges.count = count;
  const half = words.length / 2;
  const bounds = (from: number) => {
    const all = words.subarray(from, from + half);
    if (half === count * 2) return all;
    const wide = new Uint32Array(count * 2);
    for (let i = 0; i < count; i++) wide[i * 2 + 1] = all[i];
    return wide;
  };
  ranges.starts = bounds(0);
  ranges.ends = bounds(half);
  return ranges;
}

/**
 * Packs the table that `CountryRanges` reads.
 *
 * @param ranges of each family by `countryNumber`, with two words per bound
 */
export function packCountryRanges(
  ranges: Readonly<Record<4 | 6, ReadonlyMap<number, RangeList>>>,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const numbers = new Set([...ranges[4].keys(), ...ranges[6].keys()]);
  const countries = [...numbers].sort((a, b) => a - b);
  const codes = countries.map((number) => countryCodeOf(number)).join("");
  const columnsOf = (family: 4 | 6) =>
    pack(
      countries.map((number) => ranges[family].get(number)),
      (words) => family === 4 ? words.filter((_, i) => i % 2 === 1) : words,
    );
  return encodeColumnFile(COUNTRY_RANGES, builtAt, [
    new TextEncoder().encode(codes),
    ...columnsOf(4),
    ...columnsOf(6),
  ]);
}

/** The first row of each list, and the bounds of all rows. */
function pack(
  lists: readonly (RangeList | undefined)[],
  stored: (words: Uint32Array) => Uint32Array,
): Uint32Array<ArrayBuffer>[] {
  const index = [0];
  const parts: Uint32Array[] = [];
  for (const list of lists) {
    const count = list?.count ?? 0;
    index.push(index[index.length - 1] + count);
    for (const words of list ? [list.starts, list.ends] : []) {
      parts.push(stored(words.subarray(0, count * 2)));
    }
  }
  return [Uint32Array.from(index), concatenated(Uint32Array, parts)];
}
