import { wordColumn } from "./column_file.ts";

/** Rows in a block, whose first start is found by a binary search. */
const BLOCK_BITS = 5;
export const BLOCK_ROWS = 1 << BLOCK_BITS;

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
 * or two. So a start takes a third of a column of words, and a search reads the starts
 * of the blocks, which fit into the processor's cache, and 20 bytes on average.
 */
export class PackedStarts {
  static readonly columnCount = 4;
  /** Number of rows. */
  readonly size: number;
  /** Upper words of the first start of each block; empty for IPv4. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  /** Where the codes of each block begin; then the number of rows. */
  readonly #offsets: Uint32Array;
  readonly #codes: Uint8Array;
  /** Lower bits in bytes. */
  readonly #fineBytes: number;

  /** The start that was read last: the upper bits in one number, and the lower bits. */
  #coarse = 0;
  #fine = 0;
  #at = 0;

  constructor(
    readonly family: 4 | 6,
    [highs, lows, offsets, codes]: readonly Uint8Array[],
  ) {
    this.#highs = wordColumn(highs);
    this.#lows = wordColumn(lows);
    this.#offsets = wordColumn(offsets);
    this.#codes = codes;
    this.#fineBytes = FINE_BITS[family] / 8;
    this.size = this.#offsets[this.#lows.length];
  }

  /** The last row that starts at or before an address; -1 if there is none. */
  find(high: number, low: number): number {
    const block = this.#lastBlock(high, low);
    if (block < 0) return -1;
    const isV4 = this.family === 4;
    const coarse = isV4 ? low >>> 8 : high * 0x1_0000 + (low >>> 16);
    const fine = low & (isV4 ? 0xff : 0xffff);
    const codes = this.#codes;
    let row = this.#rewind(block);
    let steps = Math.min(BLOCK_ROWS, this.size - row);
    let [at, reached] = [this.#at, this.#coarse];
    // As `#next` does, without its fields: most of a lookup's time is spent here.
    while (--steps > 0) {
      const code = codes[at++];
      if (code < LONG_CODE) {
        reached += code;
        if (reached > coarse) break;
      } else {
        this.#at = at;
        this.#coarse = reached;
        this.#nextLong(code);
        at = this.#at;
        reached = this.#coarse;
        if (reached > coarse) break;
        if (reached === coarse && this.#fine > fine) break;
      }
      row++;
    }
    return row;
  }

  /** The first address of a row. */
  startOf(row: number): readonly [high: number, low: number] {
    this.#rewind(row >>> BLOCK_BITS);
    for (let steps = row & BLOCK_ROWS - 1; steps > 0; steps--) this.#next();
    return [this.#high, this.#low];
  }

  /** Reads the starts of rows, from the first one of a block. */
  read(from: number, to: number, highs: Uint32Array, lows: Uint32Array): void {
    for (let row = from; row < to; row++) {
      if ((row & BLOCK_ROWS - 1) === 0) this.#rewind(row >>> BLOCK_BITS);
      else this.#next();
      highs[row - from] = this.#high;
      lows[row - from] = this.#low;
    }
  }

  get #high(): number {
    return this.family === 4 ? 0 : Math.floor(this.#coarse / 0x1_0000);
  }

  get #low(): number {
    return this.family === 4
      ? (this.#coarse << 8 | this.#fine) >>> 0
      : this.#coarse % 0x1_0000 * 0x1_0000 + this.#fine;
  }

  #lastBlock(high: number, low: number): number {
    const highs = this.#highs;
    const lows = this.#lows;
    let from = 0;
    let to = lows.length;
    if (highs.length === 0) {
      while (from < to) {
        const middle = (from + to) >>> 1;
        if (lows[middle] <= low) from = middle + 1;
        else to = middle;
      }
      return from - 1;
    }
    while (from < to) {
      const middle = (from + to) >>> 1;
      const upper = highs[middle];
      if (upper < high || upper === high && lows[middle] <= low) {
        from = middle + 1;
      } else to = middle;
    }
    return from - 1;
  }

  /** Goes to the first row of a block, and returns it. */
  #rewind(block: number): number {
    const low = this.#lows[block];
    const isV4 = this.family === 4;
    this.#coarse = isV4
      ? low >>> 8
      : this.#highs[block] * 0x1_0000 + (low >>> 16);
    this.#fine = low & (isV4 ? 0xff : 0xffff);
    this.#at = this.#offsets[block];
    return block << BLOCK_BITS;
  }

  /** Goes to the next row of the block. */
  #next(): void {
    const code = this.#codes[this.#at++];
    if (code < LONG_CODE) {
      this.#coarse += code;
      this.#fine = 0;
    } else this.#nextLong(code);
  }

  #nextLong(code: number): void {
    const codes = this.#codes;
    const bytes = code >>> 1 & 7;
    for (let i = 0, unit = 1; i < bytes; i++, unit *= 0x100) {
      this.#coarse += codes[this.#at++] * unit;
    }
    this.#fine = 0;
    if ((code & 1) === 0) return;
    this.#fine = codes[this.#at++];
    if (this.#fineBytes > 1) this.#fine |= codes[this.#at++] << 8;
  }
}
