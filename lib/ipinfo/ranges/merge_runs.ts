import type { Pause } from "../../core/async.ts";
import type { Runs } from "../../data/columns/runs.ts";
import { RangeList } from "../../net/ranges.ts";

/** The bounds of a stretch of addresses, both included: two words each, as in the runs. */
export interface Stretch {
  high: number;
  low: number;
  endHigh: number;
  endLow: number;
}

const LAST = 0xffff_ffff;

/** Sets the end of a stretch to the address before a start. */
export function endBefore(stretch: Stretch, high: number, low: number): void {
  stretch.endHigh = low === 0 ? high - 1 : high;
  stretch.endLow = low === 0 ? LAST : low - 1;
}

/** Joins ascending stretches that touch. */
export class RangeBuilder {
  /** Two words per bound. */
  readonly ranges = new RangeList(2);

  add({ high, low, endHigh, endLow }: Stretch): void {
    const { ranges } = this;
    let at = (ranges.count - 1) * 2;
    if (at < 0 || !this.#endsBefore(at, high, low)) {
      at = ranges.addRow();
      ranges.starts[at] = high;
      ranges.starts[at + 1] = low;
    }
    ranges.ends[at] = endHigh;
    ranges.ends[at + 1] = endLow;
  }

  /** Whether the next address after a range is this one. */
  #endsBefore(at: number, high: number, low: number): boolean {
    const { ends } = this.ranges;
    return low === 0
      ? ends[at] === high - 1 && ends[at + 1] === LAST
      : ends[at] === high && ends[at + 1] === low - 1;
  }
}

/** So many stretches take a millisecond or two, even if each is looked at in parts. */
const STRETCHES_PER_STEP = 1 << 4;

/**
 * Visits each stretch of addresses on which no value changes, in ascending order.
 *
 * @param all each begins at address 0
 * @param visit gets the value of each of them. Both arguments change afterwards
 */
export async function visitStretches(
  family: 4 | 6,
  all: readonly Runs[],
  visit: (values: readonly number[], stretch: Stretch) => void,
  pause: Pause,
): Promise<void> {
  const at = all.map(() => 0);
  const values = all.map((runs) => runs.values[0]);
  const stretch: Stretch = { high: 0, low: 0, endHigh: 0, endLow: 0 };
  for (let stretches = 1;; stretches++) {
    let high = Infinity;
    let low = Infinity;
    for (let i = 0; i < all.length; i++) {
      const { highs, lows, count } = all[i];
      const next = at[i] + 1;
      if (next === count) continue;
      if (highs[next] < high || highs[next] === high && lows[next] < low) {
        high = highs[next];
        low = lows[next];
      }
    }
    if (high === Infinity) break;
    endBefore(stretch, high, low);
    visit(values, stretch);
    for (let i = 0; i < all.length; i++) {
      const { highs, lows, count, values: own } = all[i];
      const next = at[i] + 1;
      if (next < count && highs[next] === high && lows[next] === low) {
        at[i] = next;
        values[i] = own[next];
      }
    }
    stretch.high = high;
    stretch.low = low;
    const pausing = stretches % STRETCHES_PER_STEP === 0 ? pause() : undefined;
    if (pausing) await pausing;
  }
  stretch.endHigh = family === 4 ? 0 : LAST;
  stretch.endLow = LAST;
  visit(values, stretch);
}
