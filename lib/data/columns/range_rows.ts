import type { Ipv6Words } from "../../net/ip_text.ts";
import { halfWordColumn, wordColumn } from "./column_file.ts";
import { Runs, type RunSource } from "./runs.ts";

/** A column of numbers by row. */
export interface Numbers {
  /** Reads those from `from` up to, but not including, `to`. */
  read(from: number, to: number, into: Uint32Array): void;
}

/** Rows in one step, which takes less than a millisecond. */
const ROWS_PER_STEP = 1 << 13;
const FINE_ROWS_PER_STEP = 1 << 10;

/**
 * The runs of a column of numbers, 0 before the first row.
 *
 * @param count the number of rows
 * @param numberAt replaces each number by the one at its position
 * @param addRuns adds the starts of rows whose number differs from that of the row before
 */
function runsOfRows(
  count: number,
  numbers: Numbers,
  numberAt: Uint16Array | undefined,
  addRuns: (
    runs: Runs,
    numbers: Uint32Array,
    from: number,
    last: number,
  ) => void,
): RunSource {
  const step = new Uint32Array(ROWS_PER_STEP);
  const runs = new Runs();
  let [from, last] = [0, 0];
  let isFirst = true;
  return {
    next() {
      runs.count = 0;
      if (isFirst) runs.add(0, 0, 0);
      isFirst = false;
      while (from < count) {
        const to = Math.min(from + ROWS_PER_STEP, count);
        const rows = step.subarray(0, to - from);
        numbers.read(from, to, rows);
        if (numberAt) {
          for (let i = 0; i < rows.length; i++) rows[i] = numberAt[rows[i]];
        }
        addRuns(runs, rows, from, last);
        last = rows[rows.length - 1];
        from = to;
        if (runs.count > 0) return runs;
      }
      return runs.count > 0 ? runs : null;
    },
  };
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
export class RangeRows4 {
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

  /** The runs of a column, as {@link runsOfRows} describes them. */
  runs(numbers: Numbers, numberAt?: Uint16Array): RunSource[] {
    const index = this.#index;
    const lows = this.#lows;
    return [
      runsOfRows(this.size, numbers, numberAt, (runs, rows, from, last) => {
        let upper = -1;
        for (let i = 0; i < rows.length; i++) {
          if (rows[i] === last) continue;
          last = rows[i];
          const row = from + i;
          if (upper < 0) upper = lastAtMost(index, row, 0x10000);
          while (index[upper + 1] <= row) upper++;
          runs.add(0, (upper << 16 | lows[row]) >>> 0, last);
        }
      }),
    ];
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
export class RangeRows6 {
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

  /**
   * The runs of a column, as {@link runsOfRows} describes them. If there is a second
   * source, it has the rows that split a /64, whose number is that of its middle. They
   * count where the first one has 0.
   */
  runs(numbers: Numbers, numberAt?: Uint16Array): RunSource[] {
    const tops = this.#tops;
    const index = this.#index;
    const seconds = this.#seconds;
    const whole = runsOfRows(
      seconds.length,
      numbers,
      numberAt,
      (runs, rows, from, last) => {
        let top = -1;
        for (let i = 0; i < rows.length; i++) {
          if (rows[i] === last) continue;
          last = rows[i];
          const row = from + i;
          if (top < 0) top = lastAtMost(index, row, tops.length);
          while (index[top + 1] <= row) top++;
          runs.add(tops[top], seconds[row], last);
        }
      },
    );
    return this.size > seconds.length
      ? [whole, this.#fineRuns(numbers, numberAt)]
      : [whole];
  }

  #fineRuns(numbers: Numbers, numberAt?: Uint16Array): RunSource {
    const first = this.#seconds.length;
    const step = new Uint32Array(FINE_ROWS_PER_STEP);
    const runs = new Runs();
    let from = first;
    return {
      next: () => {
        runs.count = 0;
        if (from === first) runs.add(0, 0, 0);
        while (from < this.size) {
          const to = Math.min(from + FINE_ROWS_PER_STEP, this.size);
          numbers.read(from, to, step);
          for (let row = from; row < to; row++) {
            const number = step[row - from];
            this.#addFine(runs, row, numberAt ? numberAt[number] : number);
          }
          from = to;
          if (runs.count > 0) return runs;
        }
        return runs.count > 0 ? runs : null;
      },
    };
  }

  /** Adds the /64s whose middle is in a row that splits one. */
  #addFine(runs: Runs, row: number, number: number): void {
    const [first, second, ...lower] = this.startOf(row);
    const [high, low, ...endLower] = this.endOf(row);
    const start = isUpTo(lower, MIDDLE)
      ? [first, second]
      : after(first, second);
    const end = isUpTo(MIDDLE, endLower) ? after(high, low) : [high, low];
    const isEmpty = end[0] < start[0] ||
      end[0] === start[0] && end[1] <= start[1];
    if (isEmpty) return;
    runs.add(start[0], start[1], number);
    if (end[0] <= 0xffff_ffff) runs.add(end[0], end[1], 0);
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

type Lower = readonly [third: number, fourth: number];

/** The lower half of the address in the middle of a /64, as in `addressAt`. */
const MIDDLE: Lower = [0x8000_0000, 0x8000_0000];

function isUpTo(a: Lower, b: Lower): boolean {
  return a[0] < b[0] || a[0] === b[0] && a[1] <= b[1];
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
