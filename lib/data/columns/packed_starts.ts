import type { ColumnReader } from "./column_file.ts";
import type { PackedNumbers } from "./packed_numbers.ts";

/** Rows in a block, whose first start is a word. */
const BLOCK_BITS = 4;
export const BLOCK_ROWS = 1 << BLOCK_BITS;

/** Blocks whose first starts the processor's cache holds without an index, which takes 260 kB. */
const MAX_UNINDEXED = 1 << 12;

/** Codes from here on have more bytes; those below are the distance to the row before. */
export const LONG_CODE = 0xf0;

/** Lower bits of a start that most starts don't have: few are within a /24, or a /48. */
export const FINE_BITS = { 4: 8, 6: 16 } as const;

/**
 * Ascending starts of rows: 0 and the address for IPv4, the upper 64 bits for IPv6.
 *
 * Each block has its first start, and one code per further row. Most codes are one
 * byte, the distance to the start before in /24s or /48s. `LONG_CODE | n << 1 | f` has
 * the distance in n further bytes and, if f is 1, the lower bits in one byte (IPv4)
 * or two. So a start takes a third of a column of words. A search finds the block by
 * its first start, and reads that block up to the row, which is kept: who finds a row
 * often asks for its bounds.
 */
export class PackedStarts {
  readonly size: number;
  /** Upper words of the first start of each block; empty for IPv4. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  /** For IPv4, if there are many blocks. Most of those of IPv6 would be in few parts. */
  readonly #index4: Uint32Array | undefined;
  /** Where the codes of each block begin; then the number of rows. */
  readonly #offsets: Uint32Array;
  readonly #codes: Uint8Array;

  /** The row that was read last, and its start: the upper bits in one number, and the lower bits. */
  #row = -1;
  #coarse = 0;
  #fine = 0;
  /** Where the code of the next row is. */
  #at = 0;

  constructor(readonly family: 4 | 6, columns: ColumnReader) {
    this.#highs = columns.words();
    this.#lows = columns.words();
    this.#offsets = columns.words();
    this.#codes = columns.bytes();
    this.size = this.#offsets[this.#lows.length];
    if (family === 4 && this.#lows.length > MAX_UNINDEXED) {
      this.#index4 = indexByUpper(this.#lows);
    }
  }

  /**
   * The last row that starts at or before an address; -1 if there is none.
   *
   * @param numbers those of the rows, of which the caller reads the found one
   */
  find(high: number, low: number, numbers?: PackedNumbers): number {
    const block = this.#lastBlock(high, low);
    if (block < 0) return -1;
    numbers?.open(block << BLOCK_BITS);
    this.#rewind(block);
    const isV4 = this.family === 4;
    this.#walk(
      BLOCK_ROWS - 1,
      isV4 ? low >>> 8 : high * 0x1_0000 + (low >>> 16),
      low & (isV4 ? 0xff : 0xffff),
    );
    return this.#row;
  }

  /** The lower word of the first address of a row. */
  lowOf(row: number): number {
    this.#seek(row);
    return this.family === 4
      ? (this.#coarse << 8 | this.#fine) >>> 0
      : this.#coarse % 0x1_0000 * 0x1_0000 + this.#fine;
  }

  /** The upper word of the first address of a row; 0 for IPv4. */
  highOf(row: number): number {
    if (this.family === 4) return 0;
    this.#seek(row);
    return Math.floor(this.#coarse / 0x1_0000);
  }

  #lastBlock(high: number, low: number): number {
    const highs = this.#highs;
    const lows = this.#lows;
    const isV4 = this.family === 4;
    const index = this.#index4;
    const upper16 = low >>> 16;
    let from = index ? index[upper16] : 0;
    let to = index ? index[upper16 + 1] : lows.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const upper = isV4 ? high : highs[middle];
      if (upper < high || upper === high && lows[middle] <= low) {
        from = middle + 1;
      } else to = middle;
    }
    return from - 1;
  }

  /** Goes to a row. Most callers ask for the row that they have found, or the next one. */
  #seek(row: number): void {
    const block = row >>> BLOCK_BITS;
    if (row < this.#row || block !== this.#row >>> BLOCK_BITS) {
      this.#rewind(block);
    }
    if (row > this.#row) this.#walk(row - this.#row, Infinity, 0);
  }

  #rewind(block: number): void {
    const low = this.#lows[block];
    const isV4 = this.family === 4;
    this.#row = block << BLOCK_BITS;
    this.#coarse = isV4
      ? low >>> 8
      : this.#highs[block] * 0x1_0000 + (low >>> 16);
    this.#fine = low & (isV4 ? 0xff : 0xffff);
    this.#at = this.#offsets[block];
  }

  /**
   * Goes forward within a block, by so many rows, or to the last one that starts at or
   * before a place.
   */
  #walk(steps: number, coarse: number, fine: number): void {
    const codes = this.#codes;
    const isV4 = this.family === 4;
    let row = this.#row;
    const last = Math.min(row + steps, this.size - 1);
    let [reached, lower, at] = [this.#coarse, this.#fine, this.#at];
    for (; row < last; row++) {
      let next = at;
      let start = reached;
      let startLower = 0;
      const code = codes[next++];
      if (code < LONG_CODE) start += code;
      else {
        const end = next + (code >>> 1 & 7);
        for (let unit = 1; next < end; unit *= 0x100) {
          start += codes[next++] * unit;
        }
        if (code & 1) {
          startLower = codes[next++];
          if (!isV4) startLower |= codes[next++] << 8;
        }
      }
      if (start > coarse || start === coarse && startLower > fine) break;
      reached = start;
      lower = startLower;
      at = next;
    }
    this.#row = row;
    this.#coarse = reached;
    this.#fine = lower;
    this.#at = at;
  }
}

/**
 * For each value of the upper 16 bits of IPv4 addresses, the position of the first of
 * ascending addresses that has it or a higher one; then their number. Most steps of a
 * search would wait for memory.
 */
function indexByUpper(addresses: Uint32Array): Uint32Array {
  const index = new Uint32Array(0x1_0001);
  for (let upper = 0, at = 0; upper <= 0x1_0000; upper++) {
    while (at < addresses.length && addresses[at] >>> 16 < upper) at++;
    index[upper] = at;
  }
  return index;
}
