import { KeyBuckets, upper52Bits } from "../../net/prefix_set.ts";
import { wordColumn } from "./column_file.ts";

/** Rows in a block, whose first start is a word. */
const BLOCK_BITS = 4;
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
 * or two. So a start takes a third of a column of words. A search finds the block by
 * its first start, and reads that block, whose starts are kept: who finds a row often
 * asks for its bounds.
 */
export class PackedStarts {
  static readonly columnCount = 4;
  /** Number of rows. */
  readonly size: number;
  /** Upper words of the first start of each block; empty for IPv4. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  readonly #buckets: KeyBuckets;
  /** Where the codes of each block begin; then the number of rows. */
  readonly #offsets: Uint32Array;
  readonly #codes: Uint8Array;

  /** The block that was read last; its starts: the upper bits in one number, and the lower bits. */
  #block = -1;
  readonly #coarse = new Float64Array(BLOCK_ROWS);
  readonly #fine = new Uint16Array(BLOCK_ROWS);

  constructor(
    readonly family: 4 | 6,
    [highs, lows, offsets, codes]: readonly Uint8Array[],
  ) {
    this.#highs = wordColumn(highs);
    this.#lows = wordColumn(lows);
    this.#offsets = wordColumn(offsets);
    this.#codes = codes;
    this.size = this.#offsets[this.#lows.length];
    this.#buckets = new KeyBuckets(
      family === 4 ? this.#lows : Float64Array.from(
        this.#lows,
        (low, block) => upper52Bits(this.#highs[block], low),
      ),
    );
  }

  /** The last row that starts at or before an address; -1 if there is none. */
  find(high: number, low: number): number {
    const block = this.#lastBlock(high, low);
    if (block < 0) return -1;
    this.#read(block);
    const isV4 = this.family === 4;
    const coarse = isV4 ? low >>> 8 : high * 0x1_0000 + (low >>> 16);
    const fine = low & (isV4 ? 0xff : 0xffff);
    const starts = this.#coarse;
    const first = block << BLOCK_BITS;
    let at = Math.min(BLOCK_ROWS, this.size - first) - 1;
    while (
      starts[at] > coarse || starts[at] === coarse && this.#fine[at] > fine
    ) at--;
    return first + at;
  }

  /** The lower word of the first address of a row. */
  lowOf(row: number): number {
    const at = row & BLOCK_ROWS - 1;
    if (at === 0) return this.#lows[row >>> BLOCK_BITS];
    this.#read(row >>> BLOCK_BITS);
    return this.family === 4
      ? (this.#coarse[at] << 8 | this.#fine[at]) >>> 0
      : this.#coarse[at] % 0x1_0000 * 0x1_0000 + this.#fine[at];
  }

  /** The upper word of the first address of a row; 0 for IPv4. */
  highOf(row: number): number {
    if (this.family === 4) return 0;
    this.#read(row >>> BLOCK_BITS);
    return Math.floor(this.#coarse[row & BLOCK_ROWS - 1] / 0x1_0000);
  }

  #lastBlock(high: number, low: number): number {
    const highs = this.#highs;
    const lows = this.#lows;
    const isV4 = this.family === 4;
    const buckets = this.#buckets;
    const bucket = buckets.bucketOf(isV4 ? low : upper52Bits(high, low));
    let from = buckets.startOf(bucket);
    let to = buckets.startOf(bucket + 1);
    while (from < to) {
      const middle = (from + to) >>> 1;
      const upper = isV4 ? high : highs[middle];
      if (upper < high || upper === high && lows[middle] <= low) {
        from = middle + 1;
      } else to = middle;
    }
    return from - 1;
  }

  /** Decodes the starts of a block, unless it did so last. */
  #read(block: number): void {
    if (block === this.#block) return;
    this.#block = block;
    const low = this.#lows[block];
    const isV4 = this.family === 4;
    const [starts, fines, codes] = [this.#coarse, this.#fine, this.#codes];
    let coarse = isV4
      ? low >>> 8
      : this.#highs[block] * 0x1_0000 + (low >>> 16);
    starts[0] = coarse;
    fines[0] = low & (isV4 ? 0xff : 0xffff);
    const rows = Math.min(BLOCK_ROWS, this.size - (block << BLOCK_BITS));
    let at = this.#offsets[block];
    for (let i = 1; i < rows; i++) {
      const code = codes[at++];
      let fine = 0;
      if (code < LONG_CODE) coarse += code;
      else {
        const end = at + (code >>> 1 & 7);
        for (let unit = 1; at < end; unit *= 0x100) {
          coarse += codes[at++] * unit;
        }
        if (code & 1) {
          fine = codes[at++];
          if (!isV4) fine |= codes[at++] << 8;
        }
      }
      starts[i] = coarse;
      fines[i] = fine;
    }
  }
}
