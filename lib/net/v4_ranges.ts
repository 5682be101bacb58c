import { KeyBuckets } from "./key_buckets.ts";
import type { RangeList } from "./range_list.ts";

/** Disjoint IPv4 ranges, searched without allocating. */
export class V4Ranges {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #buckets: KeyBuckets;

  /** `ranges` are merged, of one word each. */
  constructor(ranges: RangeList) {
    this.#starts = ranges.starts;
    this.#ends = ranges.ends;
    this.#buckets = new KeyBuckets(ranges.starts);
  }

  has(value: number): boolean {
    const starts = this.#starts;
    const bucket = this.#buckets.of(value);
    let at = this.#buckets.begin(bucket);
    let high = this.#buckets.begin(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (starts[middle] <= value) at = middle + 1;
      else high = middle;
    }
    // `at` ranges start at or before the address; only the last can hold it.
    return at > 0 && value <= this.#ends[at - 1];
  }
}
