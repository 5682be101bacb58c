import type { ColumnFileParts } from "../columns/column_file.ts";
import type { Facts } from "../facts.ts";
import type { MmdbFile } from "../mmdb_file.ts";
import { FlatPlaces, type PlaceNumbers } from "./flat_places.ts";
import {
  NO_COORDINATE,
  ORIGIN,
  PLACE_FORMAT,
  SEPARATOR,
} from "./place_table.ts";
import { DistinctRows, WordMap } from "../columns/growing_lists.ts";
import {
  AddressRowsBuilder,
  MergedRanges,
  smallNumberColumns,
} from "../columns/range_rows_build.ts";
import { TextColumnBuilder } from "../columns/text_column.ts";

/**
 * The table of a database, whose blocks cover all addresses of a family, as
 * `PlaceTable` reads it.
 *
 * @param factsOf the facts to store of a record
 * @throws {Error} if a record contains facts that the table cannot store
 */
export function placeTableParts(
  file: MmdbFile,
  factsOf = (id: number) => file.factsOf(id),
): ColumnFileParts {
  const places = new PlacesBuilder();
  const flat = new FlatPlaces(file, places);
  const known = new WordMap();
  let [lastId, last] = [0, 0];
  const numberOf = (id: number) => {
    if (id === lastId) return last;
    let number = id === 0 ? 0 : known.get(id);
    if (number === undefined) {
      number = flat.numberOf(id) ?? places.numberOf(factsOf(id));
      known.add(id, number);
    }
    lastId = id;
    return last = number;
  };
  const table = new AddressRowsBuilder();
  const rows4 = new MergedRanges(table.rows4);
  const rows6 = new MergedRanges(table.rows6);
  file.forEachBlock({
    v4: (start, end, id) => rows4.add(start, end, numberOf(id)),
    v6: (start, end, id) => rows6.add(start, end, numberOf(id)),
  });
  rows4.flush();
  rows6.flush();
  // The columns are copies of the rows.
  known.free();
  file.release();
  return {
    format: PLACE_FORMAT,
    builtAt: file.builtAt,
    columns: [...table.columns(), ...places.build()],
  };
}

export const STORED_FACTS = [
  "countryCode",
  "region",
  "city",
  "district",
  "latitude",
  "longitude",
] as const satisfies readonly (keyof Facts)[];

const storedFacts: ReadonlySet<string> = new Set(STORED_FACTS);

/** Numbers distinct places from 1, in order of their first appearance. */
export class PlacesBuilder implements PlaceNumbers {
  readonly #cities = new TextColumnBuilder();
  readonly #regions = new TextColumnBuilder();
  /** The latitude, longitude, city and region of each. */
  readonly #places = new DistinctRows(4);

  numberOf(facts: Partial<Facts>): number {
    const other = Object.keys(facts)
      .find((name) => !storedFacts.has(name));
    if (other) throw new Error(`Cannot store the ${other} of a place`);
    return this.placeOf(facts, this.cityOf(facts), this.regionOf(facts));
  }

  regionOf({ countryCode, region }: Partial<Facts>): number {
    return this.#regions.numberOf(joined(countryCode, region));
  }

  cityOf({ city, district }: Partial<Facts>): number {
    return this.#cities.numberOf(joined(city, district));
  }

  placeOf(facts: Partial<Facts>, city: number, region: number): number {
    const latitude = coordinate(facts.latitude, ORIGIN.latitude);
    const longitude = coordinate(facts.longitude, ORIGIN.longitude);
    return this.#places.numberOf(latitude, longitude, city, region) + 1;
  }

  build(): ArrayBufferView<ArrayBuffer>[] {
    if (this.#regions.size > 0x1_0000) throw new Error("Too many regions");
    const numbers = this.#places.words();
    return [
      ...numbers.slice(0, 3).flatMap(smallNumberColumns),
      new Uint16Array(numbers[3]),
      ...this.#cities.build(),
      ...this.#regions.build(),
    ];
  }
}

function joined(first = "", second = ""): string {
  return second ? first + SEPARATOR + second : first;
}

function coordinate(degrees: number | undefined, origin: number): number {
  return degrees === undefined
    ? NO_COORDINATE
    : Math.round(degrees * 1e4) + origin;
}
