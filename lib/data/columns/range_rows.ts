import type { Ipv6Words } from "../../net/ip_text.ts";
import type { ColumnReader } from "./column_file.ts";
import { PackedNumbers } from "./packed_numbers.ts";
import { PackedStarts } from "./packed_starts.ts";
import { Runs, type RunSource } from "./runs.ts";

/** Rows in one step, which takes less than a millisecond. */
const ROWS_PER_STEP = 1 << 13;
const FINE_ROWS_PER_STEP = 1 << 10;

/**
 * The runs of a column of numbers, 0 before the first row.
 *
 * @param numberAt replaces each number by the one at its position
 */
function* runsOfRows(
  starts: PackedStarts,
  numbers: PackedNumbers,
  numberAt: Uint16Array | undefined,
): RunSource {
  const runs = new Runs();
  runs.add(0, 0, 0);
  let last = 0;
  for (let row = 0; row < starts.size; row++) {
    const number = numberAt ? numberAt[numbers.at(row)] : numbers.at(row);
    if (number !== last) {
      last = number;
      runs.add(starts.highOf(row), starts.lowOf(row), number);
    }
    if ((row + 1) % ROWS_PER_STEP > 0 || runs.count === 0) continue;
    yield runs;
    runs.count = 0;
  }
  if (runs.count > 0) yield runs;
}

/**
 * Ascending rows of IPv4 addresses with a number each, which is 0 in gaps. A row
 * covers the addresses from its start to the one before the next start.
 */
export class RangeRows4 {
  readonly #starts: PackedStarts;
  readonly #numbers: PackedNumbers;

  constructor(columns: ColumnReader) {
    this.#starts = new PackedStarts(4, columns);
    this.#numbers = new PackedNumbers(columns);
  }

  get size(): number {
    return this.#starts.size;
  }

  /** The number of a row. Who finds a row reads its number. */
  numberAt(row: number): number {
    return this.#numbers.at(row);
  }

  /** The runs of the numbers, as {@link runsOfRows} describes them. */
  runs(numberAt?: Uint16Array): RunSource[] {
    return [runsOfRows(this.#starts, this.#numbers, numberAt)];
  }

  /** The row that contains an address; -1 before the first row. */
  find(value: number): number {
    return this.#starts.find(0, value, this.#numbers);
  }

  startOf(row: number): number {
    return this.#starts.lowOf(row);
  }

  endOf(row: number): number {
    return row + 1 < this.size ? this.startOf(row + 1) - 1 : 0xffff_ffff;
  }
}

/**
 * Rows of IPv6 addresses with a number each. Rows of whole /64s are stored like those
 * of IPv4. The few others follow, with both bounds.
 */
export class RangeRows6 {
  readonly #starts: PackedStarts;
  readonly #numbers: PackedNumbers;
  /** Starts of the rows that split a /64: four words per row. */
  readonly #fineStarts: Uint32Array;
  readonly #fineEnds: Uint32Array;

  constructor(columns: ColumnReader) {
    this.#starts = new PackedStarts(6, columns);
    this.#fineStarts = columns.words();
    this.#fineEnds = columns.words();
    this.#numbers = new PackedNumbers(columns);
  }

  /** Number of rows of both kinds. */
  get size(): number {
    return this.#starts.size + this.#fineStarts.length / 4;
  }

  /** The number of a row. Who finds a row reads its number. */
  numberAt(row: number): number {
    return this.#numbers.at(row);
  }

  /**
   * The runs of the numbers, as {@link runsOfRows} describes them. If there is a second
   * source, it has the rows that split a /64, whose number is that of its middle. They
   * count where the first one has 0.
   */
  runs(numberAt?: Uint16Array): RunSource[] {
    const whole = runsOfRows(this.#starts, this.#numbers, numberAt);
    return this.size > this.#starts.size
      ? [whole, this.#fineRuns(numberAt)]
      : [whole];
  }

  *#fineRuns(numberAt?: Uint16Array): RunSource {
    const runs = new Runs();
    runs.add(0, 0, 0);
    for (let row = this.#starts.size; row < this.size; row++) {
      const number = this.numberAt(row);
      this.#addFine(runs, row, numberAt ? numberAt[number] : number);
      if (row % FINE_ROWS_PER_STEP > 0 || runs.count === 0) continue;
      yield runs;
      runs.count = 0;
    }
    if (runs.count > 0) yield runs;
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
    return this.#starts.find(first, second, this.#numbers);
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
      : this.#starts.size + row;
  }

  startOf(row: number): Ipv6Words {
    const whole = this.#starts.size;
    if (row >= whole) return wordsAt(this.#fineStarts, row - whole);
    return [this.#starts.highOf(row), this.#starts.lowOf(row), 0, 0];
  }

  endOf(row: number): Ipv6Words {
    const whole = this.#starts.size;
    if (row >= whole) return wordsAt(this.#fineEnds, row - whole);
    const ones = 0xffff_ffff;
    if (row + 1 === whole) return [ones, ones, ones, ones];
    const [first, second] = this.startOf(row + 1);
    return second === 0
      ? [first - 1, ones, ones, ones]
      : [first, second - 1, ones, ones];
  }
}

/** The index of the last of ascending values that is at most `value`; -1 if there is none. */
export function lastAtMost(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
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
