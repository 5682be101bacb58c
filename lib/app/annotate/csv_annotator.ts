import { type ByteOutput, UsageError } from "../commands/output.ts";
import { type Annotations, COLUMNS } from "./annotations.ts";
import {
  type Annotator,
  firstAddress,
  MAX_UNIT_BYTES,
  tooLong,
} from "./annotators.ts";

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The one that is most frequent in the first line separates the cells of a file. */
const SEPARATORS = [",", ";", "\t"];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A record: its end, the position behind its line break, and the bounds of a cell. */
interface CsvRecord {
  readonly end: number;
  readonly next: number;
  readonly cell: readonly [start: number, end: number] | null;
}

/**
 * Adds columns about the address in a column of CSV (RFC 4180, also with
 * semicolons or tabs), and changes nothing else. Without an address, their cells are
 * empty.
 */
export class CsvAnnotator implements Annotator {
  #annotations: Annotations | undefined;
  #separator = ",";
  /** The index of the column; -1 before the header is read. */
  #column: number;
  #line = 1;

  /**
   * @param column its name in the header, or its number from 1 in a file without
   * one
   * @param createAnnotations for a separator
   */
  constructor(
    private readonly column: string,
    private readonly createAnnotations: (separator: string) => Annotations,
  ) {
    this.#column = /^[1-9]\d{0,5}$/.test(column) ? Number(column) - 1 : -1;
  }

  annotate(bytes: Uint8Array, isLast: boolean, out: ByteOutput): number {
    let start = 0;
    while (start < bytes.length && !out.isClosed) {
      if (!this.#annotations && !this.#open(bytes, isLast)) break;
      const record = this.#record(bytes, start, isLast);
      if (!record) break;
      this.#add(bytes, start, record, out);
      for (let i = start; i < record.next; i++) {
        if (bytes[i] === LINE_FEED) this.#line++;
      }
      start = record.next;
    }
    if (bytes.length - start >= MAX_UNIT_BYTES) throw tooLong(this.#line);
    return start;
  }

  /** Finds the separator; false if the first line is not complete. */
  #open(bytes: Uint8Array, isLast: boolean): boolean {
    const end = bytes.indexOf(LINE_FEED);
    if (end < 0 && !isLast) return false;
    const line = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
    const counts = SEPARATORS.map((text) => line.split(text).length);
    this.#separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
    this.#annotations = this.createAnnotations(this.#separator);
    return true;
  }

  #add(
    bytes: Uint8Array,
    start: number,
    record: CsvRecord,
    out: ByteOutput,
  ): void {
    out.put(bytes.subarray(start, record.end));
    const { cell } = record;
    if (this.#column < 0) {
      this.#column = this.#columnOf(bytes.subarray(start, record.end));
      const names = COLUMNS.map((name) => `${this.column}_${name}`);
      out.put(encoder.encode(
        names.map((name) =>
          this.#separator +
          (/[",;\s]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
        ).join(""),
      ));
    } else if (record.end > start) {
      const ip = cell && firstAddress(bytes.subarray(...cell));
      const { length } = COLUMNS;
      out.put(encoder.encode(this.#separator.repeat(ip ? 1 : length)));
      if (ip) out.put(this.#annotations!.of(ip));
    }
    out.put(bytes.subarray(record.end, record.next));
  }

  /** @throws {UsageError} if no column has the name, or several have it */
  #columnOf(header: Uint8Array): number {
    const names: string[] = [];
    for (let column = 0;; column++) {
      const { cell } = this.#record(header, 0, true, column)!;
      if (!cell) break;
      const text = decoder.decode(header.subarray(...cell)).trim();
      names.push(
        /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text,
      );
    }
    const index = names.indexOf(this.column);
    if (index >= 0 && names.lastIndexOf(this.column) === index) return index;
    throw new UsageError(
      index < 0
        ? `--column: the first line has no column "${this.column}"`
        : `--column: several columns have the name "${this.column}"`,
    );
  }

  /** The record at a position, with a cell of it; null if it is not complete. */
  #record(
    bytes: Uint8Array,
    start: number,
    isLast: boolean,
    column = this.#column,
  ): CsvRecord | null {
    const separator = this.#separator.charCodeAt(0);
    let cell: [number, number] | null = null;
    let cellStart = start;
    let index = 0;
    let isQuoted = false;
    for (let i = start; i <= bytes.length; i++) {
      const isEnd = i === bytes.length;
      if (isEnd && !isLast) return null;
      const byte = isEnd ? LINE_FEED : bytes[i];
      if (byte === QUOTE) isQuoted = !isQuoted;
      if (isQuoted && !isEnd) continue;
      if (byte !== separator && byte !== LINE_FEED) continue;
      if (index++ === column) cell = [cellStart, i];
      cellStart = i + 1;
      if (byte !== LINE_FEED) continue;
      const end = i > start && bytes[i - 1] === CARRIAGE_RETURN ? i - 1 : i;
      if (cell && cell[1] > end) cell[1] = end;
      return { end, next: isEnd ? i : i + 1, cell };
    }
    return null;
  }
}
