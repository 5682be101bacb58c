import type { Pause } from "../../core/async.ts";
import { RangeList } from "../../net/ranges.ts";
import type { RunSource } from "./runs.ts";

const LAST = 0xffff_ffff;

/**
 * The ranges of each value other than 0, ascending and with gaps between them. Each
 * bound has the two words of the runs.
 */
export async function rangesByValue(
  family: 4 | 6,
  source: RunSource,
  pause: Pause,
): Promise<Map<number, RangeList>> {
  const builder = new ValueRanges();
  for (let piece = source.next(); piece; piece = source.next()) {
    const { highs, lows, values, count } = piece;
    for (let i = 0; i < count; i++) builder.add(highs[i], lows[i], values[i]);
    const pausing = pause();
    if (pausing) await pausing;
  }
  return builder.build(family);
}

class ValueRanges {
  readonly #byValue = new Map<number, RangeList>();
  /** The run that is not in a list yet: another one may follow with the same start. */
  #high = 0;
  #low = 0;
  #value = 0;
  /** The value and the list of the range that has no end yet. */
  #openValue = 0;
  #open: RangeList | undefined;

  add(high: number, low: number, value: number): void {
    if (high !== this.#high || low !== this.#low) this.#flush();
    this.#high = high;
    this.#low = low;
    this.#value = value;
  }

  build(family: 4 | 6): Map<number, RangeList> {
    this.#flush();
    this.#close(family === 4 ? 0 : LAST, LAST);
    return this.#byValue;
  }

  #flush(): void {
    const value = this.#value;
    if (value === this.#openValue) return;
    const high = this.#high;
    const low = this.#low;
    this.#close(low === 0 ? high - 1 : high, low === 0 ? LAST : low - 1);
    this.#openValue = value;
    if (value === 0) return;
    let list = this.#byValue.get(value);
    if (!list) this.#byValue.set(value, list = new RangeList(2));
    const at = list.addRow();
    list.starts[at] = high;
    list.starts[at + 1] = low;
    this.#open = list;
  }

  #close(high: number, low: number): void {
    const list = this.#open;
    if (!list) return;
    const at = (list.count - 1) * 2;
    list.ends[at] = high;
    list.ends[at + 1] = low;
    this.#open = undefined;
  }
}
