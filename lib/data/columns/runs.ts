import type { Pause } from "../../core/async.ts";
/**
 * Ascending runs of addresses that share a value. A run covers the addresses from
 * its start to the one before the next start; the last one, all that follow.
 *
 * A start is two words: 0 and the address for IPv4, the upper 64 bits for IPv6.
 */
export class Runs {
  highs = new Uint32Array(1024);
  lows = new Uint32Array(1024);
  values = new Uint32Array(1024);
  count = 0;

  /** The value of the last run; undefined if there is none. */
  get last(): number | undefined {
    return this.values[this.count - 1];
  }

  /**
   * Begins a run, unless the last one has the same value. Starts must not descend;
   * of several runs with the same start, the last one counts.
   */
  add(high: number, low: number, value: number): void {
    const before = this.count - 1;
    const isSame = before >= 0 && this.highs[before] === high &&
      this.lows[before] === low;
    if (isSame) this.count--;
    const at = this.count;
    if (at > 0 && this.values[at - 1] === value) return;
    if (at === this.highs.length) {
      this.highs = doubled(this.highs);
      this.lows = doubled(this.lows);
      this.values = doubled(this.values);
    }
    this.highs[at] = high;
    this.lows[at] = low;
    this.values[at] = value;
    this.count++;
  }

  /** The index of the run that contains an address. */
  find(high: number, low: number): number {
    let first = 0;
    let end = this.count;
    while (first < end) {
      const middle = (first + end) >>> 1;
      const isAfter = this.highs[middle] > high ||
        this.highs[middle] === high && this.lows[middle] > low;
      if (isAfter) end = middle;
      else first = middle + 1;
    }
    return first - 1;
  }
}

/** So many rows take less than a millisecond or two. */
const ROWS_PER_STEP = 1 << 13;

/** The values of `upper`, and those of `lower` where `upper` is 0. */
async function overlaid(
  upper: Runs,
  lower: Runs,
  pause: Pause,
): Promise<Runs> {
  const runs = new Runs();
  let [i, j] = [0, 0];
  for (;;) {
    const pausing = (i + j) % ROWS_PER_STEP === 0 ? pause() : undefined;
    if (pausing) await pausing;
    const isUpperLast = upper.highs[i] > lower.highs[j] ||
      upper.highs[i] === lower.highs[j] && upper.lows[i] > lower.lows[j];
    const { highs, lows } = isUpperLast ? upper : lower;
    const at = isUpperLast ? i : j;
    runs.add(highs[at], lows[at], upper.values[i] || lower.values[j]);
    const isUpperNext = i + 1 < upper.count &&
      (j + 1 === lower.count || upper.highs[i + 1] < lower.highs[j + 1] ||
        upper.highs[i + 1] === lower.highs[j + 1] &&
          upper.lows[i + 1] < lower.lows[j + 1]);
    if (isUpperNext) i++;
    else if (j + 1 < lower.count) j++;
    else return runs;
  }
}

/** Ascending rows of addresses. */
export interface RowsOfRuns {
  /** Number of rows whose bounds don't split an IPv6 /64. */
  readonly wholeRows: number;
  /** Adds the rows from `from` up to, but not including, `to`. */
  addRuns(
    runs: Runs,
    valueAt: (row: number) => number,
    from: number,
    to: number,
  ): void;
  /** The whole /64s in the other rows, which count where the whole rows have none. */
  fineRuns?(valueAt: (row: number) => number): Runs;
}

/** The runs of a column of values by row, 0 before the first row. */
export async function runsOf(
  rows: RowsOfRuns,
  valueAt: (row: number) => number,
  pause: Pause,
): Promise<Runs> {
  const runs = new Runs();
  runs.add(0, 0, 0);
  const { wholeRows } = rows;
  for (let from = 0; from < wholeRows; from += ROWS_PER_STEP) {
    const to = Math.min(from + ROWS_PER_STEP, wholeRows);
    rows.addRuns(runs, valueAt, from, to);
    const pausing = pause();
    if (pausing) await pausing;
  }
  return rows.fineRuns
    ? await overlaid(runs, rows.fineRuns(valueAt), pause)
    : runs;
}

function doubled(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(words.length * 2);
  wider.set(words);
  return wider;
}
