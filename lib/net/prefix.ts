import type { Ipv6Words } from "./ip_text.ts";

/** The first address of the `length`-bit prefix that contains `value`. */
export function networkAddressV4(value: number, length: number): number {
  return (value & mask(length)) >>> 0;
}

/** The last address of the `length`-bit prefix that contains `value`. */
export function lastAddressV4(value: number, length: number): number {
  return (value | ~mask(length)) >>> 0;
}

/** Like {@link networkAddressV4}, for IPv6. */
export function networkAddressV6(words: Ipv6Words, length: number): Ipv6Words {
  return [
    networkAddressV4(words[0], length),
    networkAddressV4(words[1], length - 32),
    networkAddressV4(words[2], length - 64),
    networkAddressV4(words[3], length - 96),
  ];
}

/** Like {@link lastAddressV4}, for IPv6. */
export function lastAddressV6(words: Ipv6Words, length: number): Ipv6Words {
  return [
    lastAddressV4(words[0], length),
    lastAddressV4(words[1], length - 32),
    lastAddressV4(words[2], length - 64),
    lastAddressV4(words[3], length - 96),
  ];
}

/** Orders two IPv6 addresses numerically. */
export function compareWords(a: Ipv6Words, b: Ipv6Words): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

/**
 * The length of the widest prefix that contains `value` and lies within the
 * inclusive range; -1 if `value` is outside the range.
 */
export function widestPrefixV4(
  start: number,
  end: number,
  value: number,
): number {
  if (value < start || value > end) return -1;
  // A block lies within the range if it contains neither the address before it nor the one after it.
  return Math.max(
    start === 0 ? 0 : Math.clz32(value ^ start - 1) + 1,
    end === 0xffff_ffff ? 0 : Math.clz32(value ^ end + 1) + 1,
  );
}

/** Like {@link widestPrefixV4}, for IPv6. */
export function widestPrefixV6(
  start: Ipv6Words,
  end: Ipv6Words,
  words: Ipv6Words,
): number {
  if (compareWords(words, start) < 0 || compareWords(words, end) > 0) return -1;
  return shortest(
    128,
    (length) =>
      compareWords(networkAddressV6(words, length), start) >= 0 &&
      compareWords(lastAddressV6(words, length), end) <= 0,
  );
}

/** The prefix length of an inclusive range that is exactly one block; otherwise -1. */
export function blockLengthV4(start: number, end: number): number {
  const host = (start ^ end) >>> 0;
  return (host & host + 1) === 0 && (start & host) === 0
    ? Math.clz32(host)
    : -1;
}

/** Like {@link blockLengthV4}, for IPv6. */
export function blockLengthV6(start: Ipv6Words, end: Ipv6Words): number {
  const length = widestPrefixV6(start, end, start);
  const isWhole = length >= 0 &&
    compareWords(networkAddressV6(start, length), start) === 0 &&
    compareWords(lastAddressV6(start, length), end) === 0;
  return isWhole ? length : -1;
}

/** The network mask of one 32-bit word; lengths are clamped to 0..32. */
function mask(length: number): number {
  return length <= 0 ? 0 : -1 << 32 - Math.min(length, 32);
}

/** The shortest length that fits. Every longer one fits too, which allows a binary search. */
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
