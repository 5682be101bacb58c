import type { Ipv6Words } from "../../net/ip_text.ts";
import { halfWordColumn, wordColumn } from "./column_file.ts";
import { type RowsOfRuns, Runs } from "./runs.ts";

/**
 * Numbers below 2^24, split into the lower 16 and the upper 8 bits, so that each
 * takes three bytes instead of four.
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

/** Steps of 65,536 addresses: half of a /8. */
const MAX_STEPS = 128;

/**
 * Ascending rows of IPv4 addresses. A row covers the addresses from its start to
 * the one before the next start.
 *
 * Rows are grouped by the upper 16 bits of their starts, so that each takes two
 * bytes, and a search reads a few hundred bytes. A search tree of the same ranges
 * takes ten times the memory, far more than fits into the processor's cache.
 */
export class RangeRows4 implements RowsOfRuns {
  static readonly columnCount = 2;
  /** For each value of the upper 16 bits, the first row that starts at or above it; then the number of rows. */
  readonly #index: Uint32Array;
  readonly #lows: Uint16Array;

  constructor([index, lows]: readonly Uint8Array[]) {
    this.#index = wordColumn(index);
    this.#lows = halfWordColumn(lows);
  }

  /** Number of rows. */
  get size(): number {
    return this.#lows.length;
  }

  get wholeRows(): number {
    return this.size;
  }

  addRuns(
    runs: Runs,
    valueAt: (row: number) => number,
    from: number,
    to: number,
  ): void {
    let { last } = runs;
    let upper = lastAtMost(this.#index, from, 0x10000);
    for (let row = from; row < to; row++) {
      const value = valueAt(row);
      if (value === last) continue;
      last = value;
      while (this.#index[upper + 1] <= row) upper++;
      runs.add(0, (upper << 16 | this.#lows[row]) >>> 0, value);
    }
  }

  /** The row that contains an address; -1 before the first row. */
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

  /** The first address of a row. @param near an address in or near the row, at which the search begins */
  startOf(row: number, near: number): number {
    const upper = this.#upperOf(row, near >>> 16);
    return (upper << 16 | this.#lows[row]) >>> 0;
  }

  /** The last address of a row. @param near as for `startOf` */
  endOf(row: number, near: number): number {
    return row + 1 < this.size ? this.startOf(row + 1, near) - 1 : 0xffff_ffff;
  }

  /** The upper 16 bits of a row's start. It looks nearby first: each step of a search from afar waits for memory. */
  #upperOf(row: number, near: number): number {
    let upper = near;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      if (row < this.#index[upper]) upper--;
      else if (row >= this.#index[upper + 1]) upper++;
      else return upper;
    }
    return lastAtMost(this.#index, row, 0x10000);
  }
}

/**
 * Rows of IPv6 addresses. Rows of whole /64s are stored like those of IPv4, grouped
 * by their upper 32 bits. The few others follow, with both bounds.
 */
export class RangeRows6 implements RowsOfRuns {
  static readonly columnCount = 5;
  /** The distinct upper 32 bits of the starts, ascending. */
  readonly #tops: Uint32Array;
  /** For each of `#tops`, its first row; then the number of rows. */
  readonly #index: Uint32Array;
  /** The second 32 bits of each row's start. */
  readonly #seconds: Uint32Array;
  /** Starts of the rows that split a /64: four words per row. */
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

  /** Number of rows of both kinds. */
  get size(): number {
    return this.#seconds.length + this.#fineStarts.length / 4;
  }

  get wholeRows(): number {
    return this.#seconds.length;
  }

  addRuns(
    runs: Runs,
    valueAt: (row: number) => number,
    from: number,
    to: number,
  ): void {
    let { last } = runs;
    let top = lastAtMost(this.#index, from, this.#tops.length);
    for (let row = from; row < to; row++) {
      const value = valueAt(row);
      if (value === last) continue;
      last = value;
      while (this.#index[top + 1] <= row) top++;
      runs.add(this.#tops[top], this.#seconds[row], value);
    }
  }

  fineRuns(valueAt: (row: number) => number): Runs {
    const runs = new Runs();
    runs.add(0, 0, 0);
    const ones = 0xffff_ffff;
    for (let row = this.wholeRows; row < this.size; row++) {
      const [first, second, third, fourth] = this.startOf(row);
      const [high, low, endThird, endFourth] = this.endOf(row);
      const isSplit = (third | fourth) !== 0;
      const start = isSplit ? after(first, second) : [first, second];
      const isEndWhole = endThird === ones && endFourth === ones;
      const end = isEndWhole ? after(high, low) : [high, low];
      const isEmpty = end[0] < start[0] ||
        end[0] === start[0] && end[1] <= start[1];
      if (isEmpty) continue;
      runs.add(start[0], start[1], valueAt(row));
      runs.add(end[0], end[1], 0);
    }
    return runs;
  }

  /** The row of whole /64s that contains an address; -1 before the first row. */
  find([first, second]: Ipv6Words): number {
    const top = lastAtMost(this.#tops, first);
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

  /** The row that contains an address and splits a /64; -1 if there is none. */
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

  /** The first address of a row. */
  startOf(row: number): Ipv6Words {
    const whole = this.#seconds.length;
    return row < whole
      ? [this.#topOf(row), this.#seconds[row], 0, 0]
      : wordsAt(this.#fineStarts, row - whole);
  }

  /** The last address of a row. */
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

/** The index of the last of the first `count` ascending values that is at most `value`; -1 if there is none. */
export function lastAtMost(
  values: Uint32Array,
  value: number,
  count = values.length,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The /64 after another one, below the last. */
function after(high: number, low: number): readonly [number, number] {
  return low === 0xffff_ffff ? [high + 1, 0] : [high, low + 1];
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
