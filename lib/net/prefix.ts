import type { Ipv6Words } from "./ip_text.ts";

/** The first address of the prefix of `length` bits that holds `value`. */
export function networkV4(value: number, length: number): number {
  return (value & mask(length)) >>> 0;
}

/** The last address of the prefix of `length` bits that holds `value`. */
export function lastV4(value: number, length: number): number {
  return (value | ~mask(length)) >>> 0;
}

/** As {@link networkV4}, for IPv6. */
export function networkV6(words: Ipv6Words, length: number): Ipv6Words {
  return [
    networkV4(words[0], length),
    networkV4(words[1], length - 32),
    networkV4(words[2], length - 64),
    networkV4(words[3], length - 96),
  ];
}

/** As {@link lastV4}, for IPv6. */
export function lastV6(words: Ipv6Words, length: number): Ipv6Words {
  return [
    lastV4(words[0], length),
    lastV4(words[1], length - 32),
    lastV4(words[2], length - 64),
    lastV4(words[3], length - 96),
  ];
}

/** Orders two IPv6 addresses numerically. */
export function compareWords(a: Ipv6Words, b: Ipv6Words): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

/**
 * The length of the widest prefix that holds `value` and lies in the inclusive
 * range; -1 where `value` lies outside the range.
 */
export function widestPrefixV4(
  start: number,
  end: number,
  value: number,
): number {
  if (value < start || value > end) return -1;
  // A block lies in the range where it holds neither the address before nor the one behind.
  return Math.max(
    start === 0 ? 0 : Math.clz32(value ^ start - 1) + 1,
    end === 0xffff_ffff ? 0 : Math.clz32(value ^ end + 1) + 1,
  );
}

/** As {@link widestPrefixV4}, for IPv6. */
export function widestPrefixV6(
  start: Ipv6Words,
  end: Ipv6Words,
  words: Ipv6Words,
): number {
  if (compareWords(words, start) < 0 || compareWords(words, end) > 0) return -1;
  return shortest(
    128,
    (length) =>
      compareWords(networkV6(words, length), start) >= 0 &&
      compareWords(lastV6(words, length), end) <= 0,
  );
}

/** Bits of one 32-bit word under a prefix; lengths outside 0..32 are cut. */
function mask(length: number): number {
  if (length <= 0) return 0;
  return length >= 32 ? -1 : -1 << 32 - length;
}

/** A prefix that fits still fits when it is longer, so a binary search holds. */
function shortest(bits: number, fits: (length: number) => boolean): number {
  let low = 0;
  let high = bits;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
