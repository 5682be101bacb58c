import { ASN_COLUMNS, ROUTE_COLUMNS } from "./asn_table.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import { AddressRowsBuilder } from "../columns/range_rows_build.ts";
import { textColumns } from "../columns/text_column.ts";
import { type RangeCsv, readRangeCsv } from "./range_csv.ts";
import { narrowest, type NumberedRange } from "../columns/narrowest.ts";
import { packedNumberColumns } from "../columns/packed_numbers.ts";

/**
 * Compiles the CSV files of the package `@ip-location-db/asn`, whose rows are
 * `start,end,asn,organisation`, into the table that `AsnTable.load` reads.
 *
 * @throws {Error} with the number of the first row that is not a range of an
 * autonomous system, or is not in ascending order
 */
export async function compileAsnTable(
  { v4, v6, builtAt }: RangeCsv,
): Promise<Uint8Array<ArrayBuffer>> {
  const builder = new AsnTableBuilder();
  await addRows(builder, 4, v4);
  await addRows(builder, 6, v6);
  return builder.bytes(builtAt);
}

/** Builds a table of ranges, added in ascending order for each family. */
export class AsnTableBuilder {
  readonly #organizations = new Organizations();
  readonly #table = new AddressRowsBuilder();
  readonly #counts = { 4: 0, 6: 0 };
  /** The newest range of each family, whose end is not certain yet, with the index of its organization + 1. */
  readonly #last: Partial<Record<4 | 6, NumberedRange>> = {};

  get size(): number {
    return this.#counts[4] + this.#counts[6];
  }

  /**
   * Adds an inclusive range.
   *
   * @throws {Error} with the number of the row, if it is not a range, does not start after the previous one, or its ASN exceeds 32 bits
   */
  add(
    family: 4 | 6,
    { start, end, asn, org }: AsnRow,
  ): void {
    const cannot = (why: string) =>
      new Error(`Cannot compile row ${this.#counts[family] + 1}: ${why}`);
    if (end < start || end > MAX[family]) throw cannot("it is not a range");
    const last = this.#last[family];
    if (last && start <= last.start) {
      throw cannot("it does not start after the previous row");
    }
    if (asn > 0xffff_ffff) throw cannot("its ASN is over 32 bits");
    // Some published rows overlap the next one. The next row is narrower, and
    // therefore more accurate.
    this.#addLast(family, start);
    this.#counts[family]++;
    const index = this.#organizations.index(asn, org);
    this.#last[family] = { start, end, number: index + 1 };
  }

  /** Adds a name of a system without a range. */
  addName(asn: number, org: string): void {
    this.#organizations.index(asn, org);
  }

  /** Adds the newest range as far as it ends before another one. */
  #addLast(family: 4 | 6, before: bigint): void {
    const last = this.#last[family];
    if (!last) return;
    const end = last.end < before ? last.end : before - 1n;
    this.#table.add(family, { ...last, end });
  }

  /** The table that `AsnTable.load` reads. `builtAt` is in milliseconds since the epoch. Call it once. */
  bytes(builtAt: number): Uint8Array<ArrayBuffer> {
    this.#addLast(4, MAX[4] + 1n);
    this.#addLast(6, MAX[6] + 1n);
    return encodeColumnFile(ASN_COLUMNS, builtAt, [
      ...this.#table.columns(),
      ...this.#organizations.columns(),
    ]);
  }
}

/** An inclusive range of addresses, as numbers, and the autonomous system that announces it. */
export interface AsnRow {
  readonly start: bigint;
  readonly end: bigint;
  readonly asn: number;
  readonly org: string;
}

const MAX = { 4: 0xffff_ffffn, 6: (1n << 128n) - 1n };

/** The fields after the bounds; a name with a comma or a quote is quoted (RFC 4180). */
const SYSTEM = /^\d+,(?:([^",]*)|"((?:[^"]|"")*)")$/;

async function addRows(
  builder: AsnTableBuilder,
  family: 4 | 6,
  csv: ReadableStream<Uint8Array>,
): Promise<void> {
  /** By number: comparing a text takes less time than hashing it. */
  const known = new Map<
    number,
    Pick<AsnRow, "asn" | "org"> & { text: string }
  >();
  const systemOf = (fields: string) => {
    const asn = parseInt(fields);
    const system = known.get(asn);
    if (system?.text === fields) return system;
    const match = SYSTEM.exec(fields);
    if (!match) return undefined;
    const org = match[1] ?? match[2].replaceAll('""', '"');
    // A copy: a part of a string keeps all of it in memory.
    const parsed = { asn, org, text: ` ${fields}`.slice(1) };
    known.set(asn, parsed);
    return parsed;
  };
  await readRangeCsv(csv, "start,end,asn,organisation", (start, end, rest) => {
    const system = systemOf(rest);
    if (!system) return false;
    builder.add(family, { start, end, asn: system.asn, org: system.org });
    return true;
  });
}

/** Distinct pairs of number and name, in order of their first appearance. */
class Organizations {
  /** The first of each system, which is the only one of most. */
  readonly #firsts = new Map<number, number>();
  readonly #others = new Map<string, number>();
  readonly #asns: number[] = [];
  readonly #names: string[] = [];

  index(asn: number, name: string): number {
    const first = this.#firsts.get(asn);
    if (first !== undefined && this.#names[first] === name) return first;
    const key = `${asn} ${name}`;
    const known = first === undefined ? undefined : this.#others.get(key);
    if (known !== undefined) return known;
    const index = this.#asns.push(asn) - 1;
    // A copy: a part of a string keeps all of it in memory.
    this.#names.push(key.slice(key.length - name.length));
    if (first === undefined) this.#firsts.set(asn, index);
    else this.#others.set(key, index);
    return index;
  }

  columns(): ArrayBufferView<ArrayBuffer>[] {
    return [Uint32Array.from(this.#asns), ...textColumns(this.#names)];
  }
}

/** An announced prefix. Its start is two words: 0 and the address for IPv4, the upper 64 bits for IPv6. */
export interface Route {
  readonly high: number;
  readonly low: number;
  /** The prefix length, at most 64 for IPv6. */
  readonly length: number;
  /** 0 if it is unknown. */
  readonly origin: number;
}

/**
 * Builds the table of routes that `AsnTable.loadRoutes` reads: for each address the
 * narrowest route. Neighboring stretches of one system and one prefix length become
 * one row, because an address and a length identify the route.
 */
export class RouteTableBuilder {
  readonly #table = new AddressRowsBuilder();
  readonly #organizations = new Organizations();

  /** @param nameOf the name of a system's holder; empty if it is unknown */
  constructor(private readonly nameOf: (asn: number) => string) {}

  /** Adds all routes of a family, ascending, and each before those that it contains. No two are the same prefix. */
  add(family: 4 | 6, routes: Iterable<Route>): void {
    for (const range of narrowest(this.#numbered(family, routes))) {
      this.#table.add(family, range);
    }
  }

  /** @param builtAt in milliseconds since the epoch. Call it once. */
  bytes(builtAt: number): Uint8Array<ArrayBuffer> {
    const lengths: ArrayBufferView<ArrayBuffer>[] = [];
    const columns = this.#table.columns((numbers) => {
      lengths.push(
        ...packedNumberColumns(numbers.map((number) => number >>> 24)),
      );
      return packedNumberColumns(numbers.map((number) => number & 0xff_ffff));
    });
    return encodeColumnFile(ROUTE_COLUMNS, builtAt, [
      ...columns,
      ...lengths,
      ...this.#organizations.columns(),
    ]);
  }

  /** With the number of the organization in 24 bits, and the length of the prefix above. */
  *#numbered(
    family: 4 | 6,
    routes: Iterable<Route>,
  ): Generator<NumberedRange> {
    for (const { high, low, length, origin } of routes) {
      const index = this.#organizations.index(origin, this.nameOf(origin));
      const number = (length << 24 | index + 1) >>> 0;
      const start = family === 4
        ? BigInt(low)
        : BigInt(high) << 96n | BigInt(low) << 64n;
      const host = BigInt((family === 4 ? 32 : 128) - length);
      yield { start, end: start | (1n << host) - 1n, number };
    }
  }
}
