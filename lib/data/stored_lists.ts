import type { DatabaseInfo } from "./geo_database.ts";
import { parseAsn as parseNumber } from "../net/target.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { type AddressRanges, RangeList } from "../net/ranges.ts";
import {
  type ColumnFormat,
  encodeColumnFile,
  readColumnFile,
} from "./columns/column_file.ts";
import { lastAtMost } from "./columns/range_rows.ts";
import { TextColumn, TextColumnBuilder } from "./columns/text_column.ts";

/** A downloaded list. Its name is that of the feed. */
export type ListInfo = Pick<DatabaseInfo, "name" | "builtAt" | "download">;

export interface PrefixList extends ListInfo {
  readonly prefixes: PrefixSet;
}

/** Format of a list of prefixes: starts and ends of its ranges, one word each in IPv4, then four in IPv6. In version 1 it was text. */
export const PREFIX_COLUMNS: ColumnFormat = {
  name: "list of prefixes",
  magic: "PPFX",
  version: 2,
  columnCount: 4,
};

/** Encodes the file that {@link loadPrefixes} reads. */
export function encodePrefixes(
  ranges: AddressRanges,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const columns = [ranges.v4.merged(), ranges.v6.merged()]
    .flatMap(({ starts, ends }) => [starts.slice(), ends.slice()]);
  return encodeColumnFile(PREFIX_COLUMNS, builtAt, columns);
}

/** Loads a list as views over its bytes. @throws {Error} if they are damaged */
export function loadPrefixes(bytes: Uint8Array): PrefixSet {
  const { columns } = readColumnFile(bytes, PREFIX_COLUMNS);
  return new PrefixSet({
    v4: RangeList.of(1, columns.words(), columns.words()),
    v6: RangeList.of(4, columns.words(), columns.words()),
  }, { areMerged: true });
}

export interface AsnList extends ListInfo {
  readonly asns: ReadonlySet<number>;
}

/** As that of net; null for 0 as well, which is reserved (RFC 7607). */
export function parseAsn(text: string): number | null {
  return parseNumber(text) || null;
}

/**
 * Format of a list of autonomous systems: their numbers, ascending; the index of the
 * class of each; and the classes. In version 1 it was text.
 */
export const ASN_CLASSES: ColumnFormat = {
  name: "list of autonomous systems",
  magic: "PASL",
  version: 2,
  columnCount: 4,
};

/** As many distinct classes as one byte can index. */
const MAX_CLASSES = 256;

/**
 * Encodes the file that {@link AsnClasses} and {@link loadAsns} read.
 *
 * @param classes by AS number; of a list that has none, empty
 * @throws {Error} if there are too many classes
 */
export function encodeAsnClasses(
  classes: ReadonlyMap<number, string>,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const names = new TextColumnBuilder();
  const rows = [...classes].sort(([a], [b]) => a - b);
  const indexes = rows.map(([, name]) => names.numberOf(name));
  if (names.size > MAX_CLASSES) throw new Error(`it has ${names.size} classes`);
  return encodeColumnFile(ASN_CLASSES, builtAt, [
    Uint32Array.from(rows, ([asn]) => asn),
    Uint8Array.from(indexes),
    ...names.build(),
  ]);
}

/** Loads the numbers of a list. @throws {Error} if the bytes are damaged */
export function loadAsns(bytes: Uint8Array): ReadonlySet<number> {
  return new Set(readColumnFile(bytes, ASN_CLASSES).columns.words());
}

/** The class of each autonomous system, as the feed names it: "Eyeball", "Content". */
export class AsnClasses {
  /** Ascending. */
  readonly #asns: Uint32Array;
  /** For each of `#asns`, the index of its class. */
  readonly #indexes: Uint8Array;
  /** Decoded once: every address is looked up. */
  readonly #classes: readonly string[];

  /** @throws {Error} if the bytes are damaged */
  constructor(bytes: Uint8Array) {
    const { columns } = readColumnFile(bytes, ASN_CLASSES);
    this.#asns = columns.words();
    this.#indexes = columns.bytes();
    const names = new TextColumn(columns);
    this.#classes = Array.from({ length: names.size }, (_, i) => names.at(i));
  }

  /** The class of an autonomous system; undefined if the feed does not list it. */
  classOf(asn: number): string | undefined {
    const row = lastAtMost(this.#asns, asn);
    return this.#asns[row] === asn
      ? this.#classes[this.#indexes[row]]
      : undefined;
  }
}
