import { ASN_COLUMNS } from "./asn_table.ts";
import { encodeColumnFile } from "../columns/column_file.ts";
import {
  RangeRows4Builder,
  RangeRows6Builder,
  smallNumberColumns,
} from "../columns/range_rows_build.ts";
import { textColumns } from "../columns/text_column.ts";
import { isNumber, type RangeCsv, readRangeCsv, wordsOf } from "./range_csv.ts";

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
  readonly #organisations = new Organisations();
  readonly #rows: Record<4 | 6, Rows> = {
    4: { starts: [], ends: [], orgs: [] },
    6: { starts: [], ends: [], orgs: [] },
  };

  /** Number of ranges of both families. */
  get size(): number {
    return this.#rows[4].orgs.length + this.#rows[6].orgs.length;
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
    const rows = this.#rows[family];
    const cannot = (why: string) =>
      new Error(`Cannot compile row ${rows.orgs.length + 1}: ${why}`);
    if (end < start || end > MAX[family]) throw cannot("it is not a range");
    const last = rows.orgs.length - 1;
    if (last >= 0 && start <= rows.starts[last]) {
      throw cannot("it does not start after the previous row");
    }
    if (asn > 0xffff_ffff) throw cannot("its ASN is over 32 bits");
    // Some published rows overlap the next one. The next row is narrower, and
    // therefore more accurate.
    if (last >= 0 && rows.ends[last] >= start) rows.ends[last] = start - 1n;
    rows.starts.push(start);
    rows.ends.push(end);
    rows.orgs.push(this.#organisations.index(asn, org));
  }

  /** The table that `AsnTable.load` reads. `builtAt` is in milliseconds since the epoch. */
  bytes(builtAt: number): Uint8Array<ArrayBuffer> {
    const { 4: v4, 6: v6 } = this.#rows;
    const rows4 = new RangeRows4Builder();
    v4.orgs.forEach((org, i) =>
      rows4.add(Number(v4.starts[i]), Number(v4.ends[i]), org + 1)
    );
    const rows6 = new RangeRows6Builder();
    v6.orgs.forEach((org, i) =>
      rows6.add(wordsOf(v6.starts[i]), wordsOf(v6.ends[i]), org + 1)
    );
    const built4 = rows4.build();
    const built6 = rows6.build();
    return encodeColumnFile(ASN_COLUMNS, builtAt, [
      ...built4.columns,
      ...smallNumberColumns(built4.numbers),
      ...built6.columns,
      ...smallNumberColumns(built6.numbers),
      ...this.#organisations.columns(),
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

interface Rows {
  readonly starts: bigint[];
  readonly ends: bigint[];
  readonly orgs: number[];
}

const MAX = { 4: 0xffff_ffffn, 6: (1n << 128n) - 1n };

async function addRows(
  builder: AsnTableBuilder,
  family: 4 | 6,
  csv: ReadableStream<Uint8Array>,
): Promise<void> {
  const rows = readRangeCsv(
    csv,
    "start,end,asn,organisation",
    ([asn, ...rest]) => isNumber(asn) && rest.length === 1,
  );
  for await (const { start, end, fields: [asn, org] } of rows) {
    builder.add(family, { start, end, asn: Number(asn), org });
  }
}

/** Distinct pairs of number and name, in order of their first appearance. */
class Organisations {
  readonly #indexes = new Map<string, number>();
  readonly #asns: number[] = [];
  readonly #names: string[] = [];

  index(asn: number, name: string): number {
    const key = `${asn} ${name}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#asns.push(asn) - 1;
      this.#names.push(name);
      this.#indexes.set(key, index);
    }
    return index;
  }

  columns(): ArrayBufferView<ArrayBuffer>[] {
    return [Uint32Array.from(this.#asns), ...textColumns(this.#names)];
  }
}
