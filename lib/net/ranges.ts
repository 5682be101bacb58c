import type { Cidr } from "./cidr.ts";
import type { Ipv6Words } from "./ip_text.ts";
import { lastAddressV4, lastAddressV6 } from "./prefix.ts";

/**
 * Inclusive ranges of unsigned numbers of `width` 32-bit words each, most
 * significant first, laid out in two flat arrays.
 */
export class RangeList {
  starts: Uint32Array;
  ends: Uint32Array;
  count = 0;

  constructor(readonly width: number, capacity = 16) {
    this.starts = new Uint32Array(capacity * width);
    this.ends = new Uint32Array(capacity * width);
  }

  /** The list over whole columns of bounds, which are not copied. */
  static of(width: number, starts: Uint32Array, ends: Uint32Array): RangeList {
    const list = new RangeList(width, 0);
    list.starts = starts;
    list.ends = ends;
    list.count = starts.length / width;
    return list;
  }

  /** Adds an empty row and returns the index of its first word. */
  addRow(): number {
    const at = this.count++ * this.width;
    if (at === this.starts.length) {
      this.starts = doubleCapacity(this.starts);
      this.ends = doubleCapacity(this.ends);
    }
    return at;
  }

  /** Appends the ranges of another list of the same width. */
  append({ starts, ends, count, width }: RangeList): void {
    for (let row = 0; row < count; row++) {
      const at = this.addRow();
      copy(starts, row * width, this.starts, at, width);
      copy(ends, row * width, this.ends, at, width);
    }
  }

  /** A new list of the same set as ascending ranges with gaps between them. */
  merged(): RangeList {
    const { width } = this;
    const out = new RangeList(width, this.count);
    for (const index of this.#sortedIndexes()) {
      const from = index * width;
      // A range that ends before it starts is empty.
      if (compareAt(this.ends, from, this.starts, from, width) < 0) continue;
      const last = (out.count - 1) * width;
      if (last < 0 || hasGap(out.ends, last, this.starts, from, width)) {
        const to = out.addRow();
        copy(this.starts, from, out.starts, to, width);
        copy(this.ends, from, out.ends, to, width);
      } else if (compareAt(this.ends, from, out.ends, last, width) > 0) {
        copy(this.ends, from, out.ends, last, width);
      }
    }
    out.starts = out.starts.slice(0, out.count * width);
    out.ends = out.ends.slice(0, out.count * width);
    return out;
  }

  /** Row indexes by ascending start: a radix sort by bytes. */
  #sortedIndexes(): Uint32Array {
    const { starts, count, width } = this;
    let order = new Uint32Array(count).map((_, i) => i);
    let spare = new Uint32Array(count);
    for (let word = width - 1; word >= 0; word--) {
      for (let shift = 0; shift < 32; shift += 8) {
        const counts = new Uint32Array(256);
        for (let i = 0; i < count; i++) {
          counts[starts[i * width + word] >>> shift & 255]++;
        }
        // All starts share this byte, so this pass would change nothing.
        if (counts.includes(count)) continue;
        let sum = 0;
        const next = counts.map((n) => (sum += n) - n);
        for (let i = 0; i < count; i++) {
          const index = order[i];
          spare[next[starts[index * width + word] >>> shift & 255]++] = index;
        }
        [order, spare] = [spare, order];
      }
    }
    return order;
  }
}

/** Compares two numbers of `width` words in arrays. */
export function compareAt(
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
  width: number,
): number {
  for (let i = 0; i < width; i++) {
    const difference = a[atA + i] - b[atB + i];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether at least one number lies between an end and the next start. */
function hasGap(
  ends: Uint32Array,
  atEnd: number,
  starts: Uint32Array,
  atStart: number,
  width: number,
): boolean {
  if (compareAt(starts, atStart, ends, atEnd, width) <= 0) return false;
  // start > end, so they are adjacent exactly if start - 1 equals end.
  let borrow = 1;
  for (let i = width - 1; i >= 0; i--) {
    const start = starts[atStart + i];
    if ((start - borrow) >>> 0 !== ends[atEnd + i]) return true;
    if (start !== 0) borrow = 0;
  }
  return false;
}

function copy(
  from: Uint32Array,
  atFrom: number,
  to: Uint32Array,
  atTo: number,
  width: number,
): void {
  for (let i = 0; i < width; i++) to[atTo + i] = from[atFrom + i];
}

function doubleCapacity(array: Uint32Array): Uint32Array {
  const wider = new Uint32Array(array.length * 2);
  wider.set(array);
  return wider;
}

/** Collects ranges of both families, in any order, without allocating an object per range. */
export class AddressRanges {
  readonly v4 = new RangeList(1);
  readonly v6 = new RangeList(4);

  /** Adds an inclusive range of unsigned 32-bit numbers. */
  addV4(start: number, end: number): void {
    const at = this.v4.addRow();
    this.v4.starts[at] = start;
    this.v4.ends[at] = end;
  }

  /** Adds an inclusive range. */
  addV6(start: Ipv6Words, end: Ipv6Words): void {
    const at = this.v6.addRow();
    this.v6.starts.set(start, at);
    this.v6.ends.set(end, at);
  }

  addCidr({ address, prefixLength }: Cidr): void {
    if (address.family === 4) {
      this.addV4(address.value, lastAddressV4(address.value, prefixLength));
    } else {
      this.addV6(address.words, lastAddressV6(address.words, prefixLength));
    }
  }
}
