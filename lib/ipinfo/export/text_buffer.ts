import { RowIndex, WordList } from "../../data/columns/growing_lists.ts";

const BYTES = 1 << 20;

/** Collects short texts, and hands them over as UTF-8 in large pieces. */
export class TextBuffer {
  readonly #bytes = new Uint8Array(BYTES);
  #length = 0;

  /** @param write gets bytes that are valid until it returns */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  add(text: string): void {
    this.#reserve(3 * text.length);
    this.#length = writeUtf8(text, this.#bytes, this.#length);
  }

  addBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @param write text as bytes at a position, and return the one after it */
  addWritten(
    most: number,
    write: (bytes: Uint8Array, at: number) => number,
  ): void {
    this.#reserve(most);
    this.#length = write(this.#bytes, this.#length);
  }

  #reserve(most: number): void {
    if (most > BYTES) throw new RangeError("a text is too long");
    if (this.#length + most > BYTES) this.flush();
  }

  flush(): void {
    this.write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }
}

const encoder = new TextEncoder();

/**
 * Writes a text in UTF-8 to a buffer that has room for it, and returns the position
 * after it. Exports write millions of short texts, for which calls of the encoder
 * take longer.
 */
export function writeUtf8(
  text: string,
  buffer: Uint8Array,
  at: number,
): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) buffer[at++] = code;
    else if (code < 0x800) {
      buffer[at++] = 0xc0 | code >> 6;
      buffer[at++] = 0x80 | code & 0x3f;
    } else if (code < 0xd800 || code > 0xdfff) {
      buffer[at++] = 0xe0 | code >> 12;
      buffer[at++] = 0x80 | code >> 6 & 0x3f;
      buffer[at++] = 0x80 | code & 0x3f;
    } else {
      // Surrogates, which may lack their other half.
      const { written } = encoder.encodeInto(
        text.slice(i),
        buffer.subarray(at),
      );
      return at + written;
    }
  }
  return at;
}

const PAGE_BYTES = 1 << 20;
/** Of where a row begins, and of its two lengths. */
const WIDTH = 3;

/**
 * The rows of a table by their ids, from 1 in the order of their appearance. Takes half
 * of the memory of a `Map` with a text for each row.
 */
export class RecordRows {
  readonly #pages: Uint8Array[] = [];
  /** The bytes in use, with those that are left at the ends of pages. */
  #length = 0;
  readonly #places = new WordList();
  readonly #rows = new RowIndex((row) =>
    hashOf(this.#slice(row, this.#places.at(row * WIDTH + 2)))
  );
  readonly #buffer = new Uint8Array(PAGE_BYTES);

  /**
   * The id of a row, and whether it is new.
   *
   * @param hidden distinguishes rows with the same text
   * @throws {RangeError} if the row takes more than 1 MiB
   */
  idOf(text: string, hidden: string): { id: number; isNew: boolean } {
    if (3 * (text.length + hidden.length) > PAGE_BYTES) {
      throw new RangeError("a row is too long");
    }
    const shown = writeUtf8(text, this.#buffer, 0);
    const length = writeUtf8(hidden, this.#buffer, shown);
    const bytes = this.#buffer.subarray(0, length);
    const row = this.#rows.rowOf(
      hashOf(bytes),
      (row) =>
        this.#places.at(row * WIDTH + 2) === length &&
        areEqual(this.#slice(row, length), bytes),
    );
    const isNew = row * WIDTH === this.#places.length;
    if (isNew) this.#append(bytes, shown);
    return { id: row + 1, isNew };
  }

  /** The text of the row with an id, in UTF-8. */
  bytesOf(id: number): Uint8Array {
    return this.#slice(id - 1, this.#places.at((id - 1) * WIDTH + 1));
  }

  #append(bytes: Uint8Array, shown: number): void {
    const rest = PAGE_BYTES * this.#pages.length - this.#length;
    if (bytes.length > rest) {
      this.#length += rest;
      this.#pages.push(new Uint8Array(PAGE_BYTES));
    }
    this.#pages.at(-1)!.set(bytes, this.#length % PAGE_BYTES);
    this.#places.push(this.#length);
    this.#places.push(shown);
    this.#places.push(bytes.length);
    this.#length += bytes.length;
  }

  #slice(row: number, length: number): Uint8Array {
    const start = this.#places.at(row * WIDTH);
    const from = start % PAGE_BYTES;
    return this.#pages[Math.floor(start / PAGE_BYTES)]
      .subarray(from, from + length);
  }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (let i = 0; i < bytes.length; i++) {
    hash = Math.imul(hash ^ bytes[i], 0x0100_0193);
  }
  return hash;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
