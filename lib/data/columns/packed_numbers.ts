import type { ColumnReader } from "./column_file.ts";
import { ByteList } from "./growing_lists.ts";

/** Rows in a block: neighbors share many numbers. */
const BLOCK_BITS = 5;
const NUMBER_BLOCK_ROWS = 1 << BLOCK_BITS;

/**
 * A number for each row. A block has the bits of an index in its first byte, below
 * the bytes of a number; an index for each row; and the distinct numbers.
 */
export class PackedNumbers {
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  /** The block that was read last, its first byte, and where the next one is. */
  #block = -1;
  #head = 0;
  #next = 0;

  constructor(columns: ColumnReader) {
    this.#offsets = columns.words();
    this.#bytes = columns.bytes();
  }

  /** Begins to read the block of a row. A search does before it ends, so that it waits for memory once. */
  open(row: number): void {
    const block = row >>> BLOCK_BITS;
    if (block === this.#block) return;
    const at = this.#offsets[block];
    this.#block = block;
    this.#head = this.#bytes[at];
    this.#next = at + 1;
  }

  at(row: number): number {
    this.open(row);
    const bytes = this.#bytes;
    let at = this.#next;
    const bits = this.#head & 7;
    const width = this.#head >>> 3;
    if (bits > 0) {
      const bit = (row & NUMBER_BLOCK_ROWS - 1) * bits;
      const from = at + (bit >>> 3);
      const index = (bytes[from] | bytes[from + 1] << 8) >>> (bit & 7) &
        (1 << bits) - 1;
      at += bits * (NUMBER_BLOCK_ROWS / 8) + index * width;
    }
    let number = bytes[at];
    for (let i = 1; i < width; i++) number |= bytes[at + i] << i * 8;
    return number >>> 0;
  }
}

/** Encodes the columns that {@link PackedNumbers} reads. */
export function packedNumberColumns(
  numbers: Uint32Array,
): ArrayBufferView<ArrayBuffer>[] {
  const offsets: number[] = [];
  const bytes = new ByteList();
  for (let from = 0; from < numbers.length; from += NUMBER_BLOCK_ROWS) {
    offsets.push(bytes.length);
    addBlock(bytes, numbers.subarray(from, from + NUMBER_BLOCK_ROWS));
  }
  return [Uint32Array.from(offsets), bytes.bytes()];
}

/** The distinct numbers of a block, and which of them each row has. */
const distinct = new Uint32Array(NUMBER_BLOCK_ROWS);
const indexes = new Uint8Array(NUMBER_BLOCK_ROWS);

function addBlock(bytes: ByteList, numbers: Uint32Array): void {
  let [count, all] = [0, 0];
  for (let i = 0; i < numbers.length; i++) {
    let index = 0;
    while (index < count && distinct[index] !== numbers[i]) index++;
    if (index === count) distinct[count++] = numbers[i];
    indexes[i] = index;
    all |= numbers[i];
  }
  indexes.fill(0, numbers.length);
  const bits = 32 - Math.clz32(count - 1);
  const width = Math.max(1, Math.ceil((32 - Math.clz32(all)) / 8));
  bytes.push(width << 3 | bits);
  let [word, filled] = [0, 0];
  for (let i = 0; i < (bits && NUMBER_BLOCK_ROWS); i++) {
    word |= indexes[i] << filled;
    for (filled += bits; filled >= 8; filled -= 8) {
      bytes.push(word & 0xff);
      word >>>= 8;
    }
  }
  for (let i = 0; i < count; i++) bytes.pushNumber(distinct[i], width);
}
