import { AddressRanges, type RangeList } from "./ranges.ts";
import type { Ipv6Words } from "./ip_text.ts";
import type { Cidr } from "./cidr.ts";
import type { IpAddress } from "./ip_address.ts";

/** More would take memory that is no longer in the processor's cache. */
const MAX_BUCKETS = 1 << 16;

/**
 * Divides ascending keys into buckets of equal span between the first and the
 * last, so that a search begins among a few of them instead of all.
 */
export class KeyBuckets {
  readonly #first: number;
  readonly #perUnit: number;
  readonly #last: number;
  /** Where each bucket begins; one more entry than buckets. */
  readonly #begins: Uint32Array;

  constructor(keys: Uint32Array | Float64Array) {
    const count = Math.max(1, Math.min(keys.length, MAX_BUCKETS));
    this.#first = keys[0] ?? 0;
    this.#perUnit = count / ((keys.at(-1) ?? 0) - this.#first + 1);
    this.#last = count - 1;
    this.#begins = new Uint32Array(count + 1);
    for (const key of keys) this.#begins[this.of(key) + 1]++;
    for (let i = 0; i < count; i++) this.#begins[i + 1] += this.#begins[i];
  }

  /** The bucket of any key; those outside the span fall into the nearest. */
  of(key: number): number {
    const bucket = (key - this.#first) * this.#perUnit;
    // Rounding never turns the order of two keys, so that it does no harm.
    return bucket <= 0 ? 0 : bucket >= this.#last ? this.#last : bucket >>> 0;
  }

  /** Index of the bucket's first key; of the one behind its last, for the next bucket. */
  begin(bucket: number): number {
    return this.#begins[bucket];
  }
}

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

/** An immutable set of addresses, kept as disjoint ranges in flat arrays. */
export class PrefixSet {
  /** Disjoint ranges, both families together. */
  readonly size: number;
  readonly v4: V4Ranges;
  readonly v6: V6Ranges;
  readonly #ranges: { readonly v4: RangeList; readonly v6: RangeList };

  constructor(ranges: AddressRanges) {
    const v4 = ranges.v4.merged();
    const v6 = ranges.v6.merged();
    this.size = v4.count + v6.count;
    this.v4 = new V4Ranges(v4);
    this.v6 = new V6Ranges(v6);
    this.#ranges = { v4, v6 };
  }

  /** All addresses of several sets. */
  static union(sets: Iterable<PrefixSet>): PrefixSet {
    const all = new AddressRanges();
    for (const set of sets) {
      all.v4.append(set.#ranges.v4);
      all.v6.append(set.#ranges.v6);
    }
    return new PrefixSet(all);
  }

  static from(cidrs: Iterable<Cidr>): PrefixSet {
    const ranges = new AddressRanges();
    for (const cidr of cidrs) ranges.addCidr(cidr);
    return new PrefixSet(ranges);
  }

  /** Tells whether the address lies in one of the prefixes, without allocating. */
  has(ip: IpAddress): boolean {
    return ip.family === 4 ? this.v4.has(ip.value) : this.v6.has(ip.words);
  }
}
