import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { parse } from "csv-parse";
import type { Ipv6Words } from "../../net/ip_text.ts";

/** The two CSV files of an ip-location-db package that have numeric bounds. */
export interface RangeCsv {
  /** `start,end,…`, decimal 32-bit bounds, inclusive, ascending. */
  v4: ReadableStream<Uint8Array>;
  /** The same with 128-bit bounds. */
  v6: ReadableStream<Uint8Array>;
  /** Milliseconds since the epoch. */
  builtAt: number;
}

/** A row: the bounds as numbers, and the other fields. */
export interface CsvRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly fields: readonly string[];
}

/**
 * Reads the rows of one file.
 *
 * @param form what a row consists of, for the error message
 * @param isValid checks the fields after the bounds
 * @throws {Error} with the number of the first row that has another form
 */
export async function* readRangeCsv(
  csv: ReadableStream<Uint8Array>,
  form: string,
  isValid: (fields: readonly string[]) => boolean,
): AsyncGenerator<CsvRange> {
  // The two stream types differ in their declarations only.
  const lines = Readable.fromWeb(csv as NodeReadableStream).pipe(
    parse({ relax_column_count: true, skip_empty_lines: true }),
  );
  let row = 0;
  for await (const [from, to, ...fields] of lines as AsyncIterable<string[]>) {
    row++;
    if (!isNumber(from) || !isNumber(to) || !isValid(fields)) {
      throw new Error(`Cannot compile row ${row}: it is not ${form}`);
    }
    yield { start: BigInt(from), end: BigInt(to), fields };
  }
}

export function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text);
}

/**
 * The publication time in the version of an ip-location-db package, in
 * milliseconds since the epoch: `2.3.2026061719` is 2026-06-17, 19:00 UTC.
 *
 * @throws {Error} if the version contains no date
 */
export function publishedAt(version: string): number {
  const match = /^\d+\.\d+\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(version);
  if (!match) throw new Error(`Cannot read a date from version ${version}`);
  const [year, month, day, hour] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour);
}

/** The words of an IPv6 address given as a number. */
export function wordsOf(value: bigint): Ipv6Words {
  const word = (shift: bigint) => Number(value >> shift & 0xffff_ffffn);
  return [word(96n), word(64n), word(32n), word(0n)];
}
