import type { Ipv6Words } from "./ipv6_text.ts";
import { KeyBuckets } from "./key_buckets.ts";
import type { RangeList } from "./range_list.ts";

/** Disjoint IPv6 ranges, searched without allocating. */
export class V6Ranges {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #buckets: KeyBuckets;

  /** `ranges` are merged, of four words each. */
  constructor({ starts, ends, count }: RangeList) {
    this.#starts = starts;
    this.#ends = ends;
    const tops = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      tops[i] = top(starts[i * 4], starts[i * 4 + 1]);
    }
    this.#buckets = new KeyBuckets(tops);
  }

  has(words: Ipv6Words): boolean {
    const bucket = this.#buckets.of(top(words[0], words[1]));
    let at = this.#buckets.begin(bucket);
    let high = this.#buckets.begin(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (isAbove(this.#starts, middle * 4, words)) high = middle;
      else at = middle + 1;
    }
    // `at` ranges start at or before the address; only the last can hold it.
    return at > 0 && !isBelow(this.#ends, (at - 1) * 4, words);
  }
}

/** The top 52 bits: as much as one exact double holds. */
function top(high: number, low: number): number {
  return high * 0x100000 + (low >>> 12);
}

function isAbove(array: Uint32Array, at: number, words: Ipv6Words): boolean {
  if (array[at] !== words[0]) return array[at] > words[0];
  if (array[at + 1] !== words[1]) return array[at + 1] > words[1];
  if (array[at + 2] !== words[2]) return array[at + 2] > words[2];
  return array[at + 3] > words[3];
}

function isBelow(array: Uint32Array, at: number, words: Ipv6Words): boolean {
  if (array[at] !== words[0]) return array[at] < words[0];
  if (array[at + 1] !== words[1]) return array[at + 1] < words[1];
  if (array[at + 2] !== words[2]) return array[at + 2] < words[2];
  return array[at + 3] < words[3];
}
