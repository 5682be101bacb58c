import { formatIpv6 } from "../../net/ip_text.ts";
import type { RangeList } from "../../net/ranges.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Walks through the fewest blocks that make up ascending ranges with gaps between
 * them. It creates no object for each: a list has hundreds of thousands.
 */
export class Blocks {
  #row = 0;
  /** The first address after the current block. */
  #nextHigh = 0;
  #nextLow = 0;
  /** The first address after the current range. After the last of all addresses, 0. */
  #afterHigh = 0;
  #afterLow = 0;
  /** The first address of the current block: 0 and the address, or the upper half of an IPv6 address. */
  high = 0;
  low = 0;
  /** The prefix length of the current block. */
  length = 0;

  /**
   * @param ranges two words per bound: 0 and the address, or the upper half of an
   * IPv6 address
   */
  constructor(
    private readonly family: 4 | 6,
    private readonly ranges: RangeList,
  ) {}

  /** Moves to the next block, at first to the first. False after the last one. */
  next(): boolean {
    const isRangeDone = this.#nextHigh === this.#afterHigh &&
      this.#nextLow === this.#afterLow;
    if (isRangeDone && !this.#nextRange()) return false;
    const high = this.#nextHigh;
    const low = this.#nextLow;
    const bits = Math.min(
      trailingZeros(high, low),
      highestBit(high ^ this.#afterHigh, low ^ this.#afterLow),
    );
    this.high = high;
    this.low = low;
    this.length = (this.family === 4 ? 32 : 64) - bits;
    const nextLow = bits < 32 ? low + 2 ** bits : 2 ** 32;
    const carry = bits < 32 ? 1 : 2 ** (bits - 32);
    this.#nextLow = nextLow >>> 0;
    if (nextLow === 2 ** 32) this.#nextHigh = high + carry >>> 0;
    return true;
  }

  get text(): string {
    const bytes = new Uint8Array(MAX_BLOCK_BYTES);
    return decoder.decode(bytes.subarray(0, this.write(bytes, 0)));
  }

  /** Writes the current block as text. Returns the position after it. */
  write(bytes: Uint8Array, at: number): number {
    at = this.family === 4
      ? writeIpv4(bytes, at, this.low)
      : writeIpv6(bytes, at, this.high, this.low);
    bytes[at++] = SLASH;
    return writeSmall(bytes, at, this.length);
  }

  #nextRange(): boolean {
    const { starts, ends, count } = this.ranges;
    if (this.#row === count) return false;
    const at = this.#row++ * 2;
    this.#nextHigh = starts[at];
    this.#nextLow = starts[at + 1];
    this.#afterLow = ends[at + 1] + 1 >>> 0;
    this.#afterHigh = this.#afterLow === 0 ? ends[at] + 1 >>> 0 : ends[at];
    return true;
  }
}

/** 64 for 0. */
function trailingZeros(high: number, low: number): number {
  if (low !== 0) return 31 - Math.clz32(low & -low);
  return high === 0 ? 64 : 63 - Math.clz32(high & -high);
}

/** The place of the highest bit that is set, from 0; 64 for 0, which stands for 2^64. */
function highestBit(high: number, low: number): number {
  if (high !== 0) return 63 - Math.clz32(high);
  return low === 0 ? 64 : 31 - Math.clz32(low);
}

/** Enough for any block: `ffff:ffff:ffff:ffff::/64`. */
export const MAX_BLOCK_BYTES = 24;

const LAST = 0xffff_ffff;
const SLASH = 47;
const ZERO = 48;
const DOT = 46;
const COMMA = 44;
const COLON = 58;
const HEX_DIGITS = new TextEncoder().encode("0123456789abcdef");

/** Enough for any bounds: two IPv6 addresses and a comma. */
export const MAX_BOUNDS_BYTES = 80;

type Bound = readonly [high: number, low: number];

/**
 * Writes the first and the last address of a range as text, with a comma between them:
 * of IPv6, those of the first and the last /64. Returns the position after it.
 */
export function writeBounds(
  bytes: Uint8Array,
  at: number,
  family: 4 | 6,
  start: Bound,
  end: Bound,
): number {
  at = family === 4
    ? writeIpv4(bytes, at, start[1])
    : writeIpv6(bytes, at, ...start);
  bytes[at++] = COMMA;
  return family === 4
    ? writeIpv4(bytes, at, end[1])
    : writeLastIpv6(bytes, at, ...end);
}

/** Writes an IPv4 address as text. Returns the position after it. */
function writeIpv4(bytes: Uint8Array, at: number, address: number): number {
  at = writeSmall(bytes, at, address >>> 24);
  bytes[at++] = DOT;
  at = writeSmall(bytes, at, address >>> 16 & 0xff);
  bytes[at++] = DOT;
  at = writeSmall(bytes, at, address >>> 8 & 0xff);
  bytes[at++] = DOT;
  return writeSmall(bytes, at, address & 0xff);
}

/**
 * Writes the first address of a /64 as text. Its lower half is 0, so that `::` replaces
 * the zeros at its end (RFC 5952). Returns the position after it.
 */
function writeIpv6(
  bytes: Uint8Array,
  at: number,
  high: number,
  low: number,
): number {
  const groups = low & 0xffff ? 4 : low ? 3 : high & 0xffff ? 2 : high ? 1 : 0;
  for (let i = 0; i < groups; i++) {
    const word = i < 2 ? high : low;
    at = writeGroup(bytes, at, i % 2 === 0 ? word >>> 16 : word & 0xffff);
    bytes[at++] = COLON;
  }
  if (groups === 0) bytes[at++] = COLON;
  bytes[at++] = COLON;
  return at;
}

/** Writes the last address of a /64 as text. Returns the position after it. */
function writeLastIpv6(
  bytes: Uint8Array,
  at: number,
  high: number,
  low: number,
): number {
  // Two zeros in a row or more, of which a text has `::` once, are rare.
  if (high === 0 || low === 0 || (high << 16 | low >>> 16) === 0) {
    const text = formatIpv6([high, low, LAST, LAST]);
    return at + encoder.encodeInto(text, bytes.subarray(at)).written;
  }
  for (let i = 0; i < 8; i++) {
    const word = i < 2 ? high : i < 4 ? low : LAST;
    if (i > 0) bytes[at++] = COLON;
    at = writeGroup(bytes, at, i % 2 === 0 ? word >>> 16 : word & 0xffff);
  }
  return at;
}

/** A number below 1000, in decimal. */
function writeSmall(bytes: Uint8Array, at: number, number: number): number {
  if (number >= 100) bytes[at++] = ZERO + (number / 100 | 0);
  if (number >= 10) bytes[at++] = ZERO + (number / 10 | 0) % 10;
  bytes[at++] = ZERO + number % 10;
  return at;
}

/** A group of an IPv6 address, in hexadecimal. */
function writeGroup(bytes: Uint8Array, at: number, group: number): number {
  if (group >= 0x1000) bytes[at++] = HEX_DIGITS[group >>> 12];
  if (group >= 0x100) bytes[at++] = HEX_DIGITS[group >>> 8 & 15];
  if (group >= 0x10) bytes[at++] = HEX_DIGITS[group >>> 4 & 15];
  bytes[at++] = HEX_DIGITS[group & 15];
  return at;
}
