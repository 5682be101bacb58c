import { unshared } from "../shared_files.ts";
import type { ColumnReader } from "./column_file.ts";

/** A column of UTF-8 texts. */
export class TextColumn {
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder();

  constructor(columns: ColumnReader) {
    this.#offsets = columns.words();
    this.#bytes = columns.bytes();
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  at(i: number): string {
    const bytes = this.#bytes.subarray(this.#offsets[i], this.#offsets[i + 1]);
    return this.#decoder.decode(unshared(bytes));
  }
}

/** Numbers distinct texts from 0, in order of their first appearance. */
export class TextColumnBuilder {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a text, which is added if it is new. */
  numberOf(text: string): number {
    return this.#numbers.getOrInsert(text, this.#numbers.size);
  }

  /** The columns that `TextColumn` reads. */
  build(): ArrayBufferView<ArrayBuffer>[] {
    return textColumns([...this.#numbers.keys()]);
  }
}

/** Encodes the columns that `TextColumn` reads. */
export function textColumns(
  texts: readonly string[],
): ArrayBufferView<ArrayBuffer>[] {
  const encoder = new TextEncoder();
  const offsets = new Uint32Array(texts.length + 1);
  // A UTF-16 code unit takes at most three bytes.
  const most = texts.reduce((sum, text) => sum + text.length * 3, 0);
  const bytes = new Uint8Array(most);
  let length = 0;
  texts.forEach((text, i) => {
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
    offsets[i + 1] = length;
  });
  return [offsets, bytes.subarray(0, length)];
}
