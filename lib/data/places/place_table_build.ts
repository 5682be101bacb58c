import type { Ipv6Words } from "../../net/ip_text.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import type { Facts } from "../facts.ts";
import type { MmdbFile } from "../mmdb_file.ts";
import { NO_COORDINATE, PLACE_FORMAT, SEPARATOR } from "./place_table.ts";
import {
  RangeRows4Builder,
  RangeRows6Builder,
  smallNumberColumns,
  WordList,
} from "../columns/range_rows_build.ts";
import { TextColumnBuilder } from "../columns/text_column.ts";

/**
 * Compiles a database, whose blocks cover all addresses of a family, into the table that `PlaceTable.load` reads.
 *
 * @throws {Error} if a record contains facts that the table cannot store
 */
export function compilePlaceTable(
  file: Pick<MmdbFile, "builtAt" | "factsOf" | "forEachBlock">,
): Uint8Array<ArrayBuffer> {
  const places = new PlacesBuilder();
  const numbers = new Map<number, number>([[0, 0]]);
  const numberOf = (id: number) => {
    let number = numbers.get(id);
    if (number === undefined) {
      number = places.numberOf(file.factsOf(id));
      numbers.set(id, number);
    }
    return number;
  };
  const rows4 = new RangeRows4Builder();
  const rows6 = new RangeRows6Builder();
  let last: { start: Ipv6Words; end: Ipv6Words; number: number } | null = null;
  const addLast = () => {
    if (last) rows6.add(last.start, last.end, last.number);
  };
  let last4: { start: number; end: number; number: number } | null = null;
  const addLast4 = () => {
    if (last4) rows4.add(last4.start, last4.end, last4.number);
  };
  file.forEachBlock({
    v4(start, end, id) {
      const number = numberOf(id);
      if (last4?.number === number) return last4.end = end;
      addLast4();
      last4 = { start, end, number };
    },
    v6(start, end, id) {
      const number = numberOf(id);
      if (last?.number === number) return last.end = end;
      addLast();
      last = { start, end, number };
    },
  });
  addLast4();
  addLast();
  const built4 = rows4.build();
  const built6 = rows6.build();
  return encodeColumnFile(PLACE_FORMAT, file.builtAt, [
    ...built4.columns,
    ...smallNumberColumns(built4.numbers),
    ...built6.columns,
    ...smallNumberColumns(built6.numbers),
    ...places.build(),
  ]);
}

/** The facts that the table stores. */
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
class PlacesBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #latitudes = new WordList();
  readonly #longitudes = new WordList();
  readonly #cities = new TextColumnBuilder();
  readonly #cityNumbers = new WordList();
  readonly #regions = new TextColumnBuilder();
  readonly #regionNumbers = new WordList();

  numberOf(facts: Partial<Facts>): number {
    const other = Object.keys(facts)
      .find((name) => !storedFacts.has(name));
    if (other) throw new Error(`Cannot store the ${other} of a place`);
    const region = joined(facts.countryCode, facts.region);
    const city = joined(facts.city, facts.district);
    const latitude = coordinate(facts.latitude);
    const longitude = coordinate(facts.longitude);
    const key = `${region}${SEPARATOR}${city} ${latitude} ${longitude}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size + 1;
      this.#numbers.set(key, number);
      this.#latitudes.push(latitude);
      this.#longitudes.push(longitude);
      this.#cityNumbers.push(this.#cities.numberOf(city));
      this.#regionNumbers.push(this.#regions.numberOf(region));
    }
    return number;
  }

  build(): ArrayBufferView<ArrayBuffer>[] {
    if (this.#regions.size > 0x1_0000) throw new Error("Too many regions");
    return [
      this.#latitudes.words(),
      this.#longitudes.words(),
      this.#cityNumbers.words(),
      new Uint16Array(this.#regionNumbers.words()),
      ...this.#cities.build(),
      ...this.#regions.build(),
    ];
  }
}

function joined(first = "", second = ""): string {
  return second ? first + SEPARATOR + second : first;
}

function coordinate(degrees: number | undefined): number {
  return degrees === undefined ? NO_COORDINATE : Math.round(degrees * 1e4);
}
