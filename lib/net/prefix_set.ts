import { AddressRanges, type RangeList } from "./ranges.ts";
import type { Ipv6Words } from "./ip_text.ts";
import type { Cidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";

/** More would not fit into the processor's cache. */
const MAX_BUCKETS = 1 << 16;

/**
 * Divides ascending keys into buckets of equal span, so that a binary search
 * starts within a few keys instead of all.
 */
export class KeyBuckets {
  readonly #first: number;
  readonly #perUnit: number;
  readonly #last: number;
  /** Index of each bucket's first key; one entry more than there are buckets. */
  readonly #bucketStarts: Uint32Array;

  constructor(keys: Uint32Array | Float64Array) {
    const count = Math.max(1, Math.min(keys.length, MAX_BUCKETS));
    this.#first = keys[0] ?? 0;
    this.#perUnit = count / ((keys.at(-1) ?? 0) - this.#first + 1);
    this.#last = count - 1;
    const counts = new Uint32Array(count + 1);
    for (const key of keys) counts[this.bucketOf(key) + 1]++;
    let sum = 0;
    this.#bucketStarts = counts.map((n) => sum += n);
  }

  /** The bucket of a key; keys outside the span belong to the nearest bucket. */
  bucketOf(key: number): number {
    // Rounding is harmless because it never reverses the order of two keys.
    const bucket = Math.max(0, (key - this.#first) * this.#perUnit);
    return Math.min(bucket, this.#last) >>> 0;
  }

  /** Index of the bucket's first key. A bucket ends where the next one starts. */
  startOf(bucket: number): number {
    return this.#bucketStarts[bucket];
  }
}

/** Disjoint IPv4 ranges, searched without allocating. */
export class V4Ranges {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #buckets: KeyBuckets;

  /** @param ranges merged, one word each */
  constructor(ranges: RangeList) {
    this.#starts = ranges.starts;
    this.#ends = ranges.ends;
    this.#buckets = new KeyBuckets(ranges.starts);
  }

  has(value: number): boolean {
    const starts = this.#starts;
    const bucket = this.#buckets.bucketOf(value);
    let at = this.#buckets.startOf(bucket);
    let high = this.#buckets.startOf(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (starts[middle] <= value) at = middle + 1;
      else high = middle;
    }
    // `at` ranges start at or before the address; only the last can contain it.
    return at > 0 && value <= this.#ends[at - 1];
  }
}

/** Disjoint IPv6 ranges, searched without allocating. */
export class V6Ranges {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #buckets: KeyBuckets;

  /** @param ranges merged, four words each */
  constructor({ starts, ends, count }: RangeList) {
    this.#starts = starts;
    this.#ends = ends;
    this.#buckets = new KeyBuckets(
      new Float64Array(count).map((_, i) =>
        upper52Bits(starts[4 * i], starts[4 * i + 1])
      ),
    );
  }

  has(words: Ipv6Words): boolean {
    const bucket = this.#buckets.bucketOf(upper52Bits(words[0], words[1]));
    let at = this.#buckets.startOf(bucket);
    let high = this.#buckets.startOf(bucket + 1);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (compareAt(this.#starts, middle * 4, words) <= 0) at = middle + 1;
      else high = middle;
    }
    // `at` ranges start at or before the address; only the last can contain it.
    return at > 0 && compareAt(this.#ends, (at - 1) * 4, words) >= 0;
  }
}

/** The upper bits of an IPv6 address, as many as a double represents exactly. */
export function upper52Bits(high: number, low: number): number {
  return high * 0x100000 + (low >>> 12);
}

function compareAt(array: Uint32Array, at: number, words: Ipv6Words): number {
  return array[at] - words[0] || array[at + 1] - words[1] ||
    array[at + 2] - words[2] || array[at + 3] - words[3];
}

/** An immutable set of addresses, stored as disjoint ranges in flat arrays. */
export class PrefixSet {
  /** Disjoint ranges of both families. */
  readonly size: number;
  readonly v4: V4Ranges;
  readonly v6: V6Ranges;
  readonly #ranges: { readonly v4: RangeList; readonly v6: RangeList };

  /** @param ranges in any order; with `areMerged`, ascending and with gaps between them */
  constructor(
    ranges: Pick<AddressRanges, "v4" | "v6">,
    { areMerged = false } = {},
  ) {
    const [v4, v6] = [ranges.v4, ranges.v6]
      .map((list) => areMerged ? list : list.merged());
    this.size = v4.count + v6.count;
    this.v4 = new V4Ranges(v4);
    this.v6 = new V6Ranges(v6);
    this.#ranges = { v4, v6 };
  }

  static union(sets: Iterable<PrefixSet>): PrefixSet {
    const all = new AddressRanges();
    for (const set of sets) {
      all.v4.append(set.#ranges.v4);
      all.v6.append(set.#ranges.v6);
    }
    return new PrefixSet(all);
  }

  /** The union of blocks of both families. */
  static from(cidrs: Iterable<Cidr>): PrefixSet {
    const ranges = new AddressRanges();
    for (const cidr of cidrs) ranges.addCidr(cidr);
    return new PrefixSet(ranges);
  }

  /** Its ranges of a family, ascending and with gaps between them. */
  ranges(family: 4 | 6): RangeList {
    return this.#ranges[`v${family}`];
  }

  /** Whether the set contains the address. Does not allocate. */
  has(ip: IpAddress): boolean {
    return ip.family === 4 ? this.v4.has(ip.value) : this.v6.has(ip.words);
  }
}
