import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { parse } from "csv-parse";
import { bytesOf } from "./asn_layout.ts";

/** The two files of the `@ip-location-db/asn` package with numeric bounds. */
export interface AsnCsv {
  /** `start,end,asn,organisation`, decimal 32-bit bounds, inclusive, ascending. */
  v4: ReadableStream<Uint8Array>;
  /** The same with 128-bit bounds. */
  v6: ReadableStream<Uint8Array>;
  /** Milliseconds since the epoch. */
  builtAt: number;
}

/**
 * Packs the CSV files into the table that `AsnTable.load` reads.
 *
 * @throws {Error} with the line of the first row that is no range, names no
 * autonomous system or does not ascend
 */
export async function compactAsn(
  { v4, v6, builtAt }: AsnCsv,
): Promise<Uint8Array<ArrayBuffer>> {
  const organisations = new Organisations();
  const rows4 = await rowsOf(v4, 0xffff_ffffn, organisations);
  const rows6 = await rowsOf(v6, (1n << 128n) - 1n, organisations);
  return bytesOf({
    builtAt,
    starts4: Uint32Array.from(rows4.starts, Number),
    ends4: Uint32Array.from(rows4.ends, Number),
    orgs4: Uint32Array.from(rows4.orgs),
    starts6: wordsOf(rows6.starts),
    ends6: wordsOf(rows6.ends),
    orgs6: Uint32Array.from(rows6.orgs),
    ...organisations.columns(),
  });
}

/** The moment an ip-location-db package was published: `2.3.2026061719` is 2026-06-17, 19 h UTC. */
export function publishedAt(version: string): number {
  const match = /^\d+\.\d+\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!match) throw new Error(`Cannot read a date from version ${version}`);
  const [year, month, day, hour] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour);
}

interface Rows {
  starts: bigint[];
  ends: bigint[];
  orgs: number[];
}

async function rowsOf(
  csv: ReadableStream<Uint8Array>,
  max: bigint,
  organisations: Organisations,
): Promise<Rows> {
  const rows: Rows = { starts: [], ends: [], orgs: [] };
  // The two stream types differ in their declarations only.
  const lines = Readable.fromWeb(csv as NodeReadableStream).pipe(
    parse({ relax_column_count: true, skip_empty_lines: true }),
  );
  let previous = -1n;
  for await (const line of lines as AsyncIterable<string[]>) {
    const cannot = (why: string) =>
      new Error(`Cannot compact row ${rows.orgs.length + 1}: ${why}`);
    const [from, to, asn, name] = line;
    if (line.length !== 4 || ![from, to, asn].every((s) => /^\d+$/.test(s))) {
      throw cannot("it is not start,end,asn,organisation");
    }
    const start = BigInt(from);
    const end = BigInt(to);
    if (end < start || end > max) throw cannot("it is no range");
    if (start <= previous) throw cannot("it starts before the row above");
    if (Number(asn) > 0xffff_ffff) throw cannot("its ASN is over 32 bits");
    previous = start;
    // The published file has rows that reach into the next one: the next,
    // narrower one is the better witness.
    const last = rows.ends.length - 1;
    if (last >= 0 && rows.ends[last] >= start) rows.ends[last] = start - 1n;
    rows.starts.push(start);
    rows.ends.push(end);
    rows.orgs.push(organisations.index(Number(asn), name));
  }
  return rows;
}

/** Each pair of number and name once, in the order met. */
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

  columns() {
    const encoder = new TextEncoder();
    const encoded = this.#names.map((name) => encoder.encode(name));
    const nameOffsets = new Uint32Array(encoded.length + 1);
    encoded.forEach((name, i) => {
      nameOffsets[i + 1] = nameOffsets[i] + name.length;
    });
    const names = new Uint8Array(nameOffsets[encoded.length]);
    encoded.forEach((name, i) => names.set(name, nameOffsets[i]));
    return { asns: Uint32Array.from(this.#asns), nameOffsets, names };
  }
}

function wordsOf(values: bigint[]): Uint32Array {
  const words = new Uint32Array(values.length * 4);
  values.forEach((value, row) => {
    for (let i = 0; i < 4; i++) {
      words[row * 4 + i] = Number(value >> BigInt(96 - 32 * i) & 0xffff_ffffn);
    }
  });
  return words;
}
