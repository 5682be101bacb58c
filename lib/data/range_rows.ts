import type { Ipv6Words } from "../net/ip_text.ts";
import { halfWordColumn, wordColumn } from "./column_file.ts";

/**
 * Numbers below 2^24, split into the lower 16 bits and the rest: three bytes
 * each instead of four.
 */
export class SmallNumbers {
  static readonly columnCount = 2;
  readonly #low: Uint16Array;
  readonly #high: Uint8Array;

  constructor([low, high]: readonly Uint8Array[]) {
    this.#low = halfWordColumn(low);
    this.#high = high;
  }

  at(i: number): number {
    return this.#high[i] << 16 | this.#low[i];
  }
}

/**
 * Rows of IPv4 addresses, in order: each holds the addresses from its start to
 * the one before the next start.
 *
 * Rows are grouped by the upper 16 bits of their starts, so that a row takes
 * two bytes, and a search touches a few hundred bytes. A search tree of the
 * same ranges takes ten times as much, far more than a processor's cache.
 */
export class RangeRows4 {
  static readonly columnCount = 2;
  /** By the upper 16 bits: the first row that starts at or above them. Its last entry is the number of rows. */
  readonly #index: Uint32Array;
  readonly #lows: Uint16Array;

  constructor([index, lows]: readonly Uint8Array[]) {
    this.#index = wordColumn(index);
    this.#lows = halfWordColumn(lows);
  }

  get size(): number {
    return this.#lows.length;
  }

  /** The row that holds an address, -1 before the first one. */
  find(value: number): number {
    const upper = value >>> 16;
    const lower = value & 0xffff;
    let low = this.#index[upper];
    let high = this.#index[upper + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lows[middle] <= lower) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** @param near an address in the row or beside it, where the search begins */
  startOf(row: number, near: number): number {
    let upper = near >>> 16;
    if (row < this.#index[upper] || row >= this.#index[upper + 1]) {
      upper = lastAtMost(this.#index, row, 0x10000);
    }
    return (upper << 16 | this.#lows[row]) >>> 0;
  }

  /** Its last address. @param near as for `startOf` */
  endOf(row: number, near: number): number {
    return row + 1 < this.size ? this.startOf(row + 1, near) - 1 : 0xffff_ffff;
  }
}

/**
 * Rows of IPv6 addresses. Those that begin and end with a /64 are kept as those
 * of IPv4 are, grouped by their upper 32 bits; the few others with both bounds,
 * behind them.
 */
export class RangeRows6 {
  static readonly columnCount = 5;
  /** The upper 32 bits that rows start with, ascending. */
  readonly #tops: Uint32Array;
  /** The first row of each of them, and the number of rows. */
  readonly #index: Uint32Array;
  /** The second 32 bits of each row's start. */
  readonly #seconds: Uint32Array;
  /** Of rows that split a /64: four words a row. */
  readonly #fineStarts: Uint32Array;
  readonly #fineEnds: Uint32Array;

  constructor(columns: readonly Uint8Array[]) {
    [
      this.#tops,
      this.#index,
      this.#seconds,
      this.#fineStarts,
      this.#fineEnds,
    ] = columns.map(wordColumn);
  }

  get size(): number {
    return this.#seconds.length + this.#fineStarts.length / 4;
  }

  /** The row of whole /64s that holds an address, -1 before the first one. */
  find([first, second]: Ipv6Words): number {
    const top = lastAtMost(this.#tops, first, this.#tops.length);
    if (top < 0) return -1;
    let low = this.#index[top];
    let high = this.#index[top + 1];
    if (this.#tops[top] !== first) return high - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#seconds[middle] <= second) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The row that holds an address and splits a /64, or -1. */
  findFine(words: Ipv6Words): number {
    let low = 0;
    let high = this.#fineStarts.length / 4;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAt(this.#fineStarts, middle, words) <= 0) low = middle + 1;
      else high = middle;
    }
    const row = low - 1;
    return row < 0 || compareAt(this.#fineEnds, row, words) < 0
      ? -1
      : this.#seconds.length + row;
  }

  startOf(row: number): Ipv6Words {
    const whole = this.#seconds.length;
    return row < whole
      ? [this.#topOf(row), this.#seconds[row], 0, 0]
      : wordsAt(this.#fineStarts, row - whole);
  }

  /** Its last address. */
  endOf(row: number): Ipv6Words {
    const whole = this.#seconds.length;
    if (row >= whole) return wordsAt(this.#fineEnds, row - whole);
    const ones = 0xffff_ffff;
    if (row + 1 === whole) return [ones, ones, ones, ones];
    const [first, second] = [this.#topOf(row + 1), this.#seconds[row + 1]];
    return second === 0
      ? [first - 1, ones, ones, ones]
      : [first, second - 1, ones, ones];
  }

  #topOf(row: number): number {
    return this.#tops[lastAtMost(this.#index, row, this.#tops.length)];
  }
}

/** Where the last of the first `count` ascending values is that is at most `value`; -1 if there is none. */
function lastAtMost(values: Uint32Array, value: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function wordsAt(column: Uint32Array, row: number): Ipv6Words {
  const at = row * 4;
  return [column[at], column[at + 1], column[at + 2], column[at + 3]];
}

function compareAt(
  column: Uint32Array,
  row: number,
  words: readonly number[],
): number {
  for (let i = 0; i < 4; i++) {
    const difference = column[row * 4 + i] - words[i];
    if (difference !== 0) return difference;
  }
  return 0;
}
