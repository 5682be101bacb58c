import { encodeColumnFile } from "../columns/column_file.ts";
import { countryCodeOf } from "../country_number.ts";
import type { RangeList } from "../../net/ranges.ts";
import { COUNTRY_RANGES } from "./country_ranges.ts";

/**
 * Packs the table that `CountryRanges` reads.
 *
 * @param ranges of each family by `countryNumber`, with two words per bound
 * @param builtAt milliseconds since the epoch
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
      family === 4 ? onlyLows : (words) => words,
    );
  return encodeColumnFile(COUNTRY_RANGES, builtAt, [
    new TextEncoder().encode(codes),
    ...columnsOf(4),
    ...columnsOf(6),
  ]);
}

function onlyLows(words: Uint32Array): Uint32Array {
  return words.filter((_, i) => i % 2 === 1);
}

/** The first row of each list, and the bounds of all rows. */
function pack(
  lists: readonly (RangeList | undefined)[],
  stored: (words: Uint32Array) => Uint32Array,
): [index: Uint32Array<ArrayBuffer>, bounds: Uint32Array<ArrayBuffer>] {
  const index = [0];
  const parts: Uint32Array[] = [];
  for (const list of lists) {
    const count = list?.count ?? 0;
    index.push(index[index.length - 1] + count);
    for (const words of list ? [list.starts, list.ends] : []) {
      parts.push(stored(words.subarray(0, count * 2)));
    }
  }
  const bounds = new Uint32Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    bounds.set(part, at);
    at += part.length;
  }
  return [Uint32Array.from(index), bounds];
}
