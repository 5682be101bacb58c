/** Enough for any block: `ffff:ffff:ffff:ffff::/64`. */
export const MAX_BLOCK_BYTES = 24;

const SLASH = 47;
const ZERO = 48;
const DOT = 46;
const COLON = 58;
const HEX_DIGITS = new TextEncoder().encode("0123456789abcdef");

/** Writes an IPv4 block as text. Returns the position after it. */
export function writeIpv4(
  bytes: Uint8Array,
  at: number,
  address: number,
  length: number,
): number {
  at = writeSmall(bytes, at, address >>> 24);
  bytes[at++] = DOT;
  at = writeSmall(bytes, at, address >>> 16 & 0xff);
  bytes[at++] = DOT;
  at = writeSmall(bytes, at, address >>> 8 & 0xff);
  bytes[at++] = DOT;
  at = writeSmall(bytes, at, address & 0xff);
  bytes[at++] = SLASH;
  return writeSmall(bytes, at, length);
}

/**
 * Writes an IPv6 block of at least a /64 as text. The lower half of its address is 0,
 * so that `::` replaces the zeros at its end (RFC 5952). Returns the position after it.
 */
export function writeIpv6(
  bytes: Uint8Array,
  at: number,
  high: number,
  low: number,
  length: number,
): number {
  const groups = low & 0xffff ? 4 : low ? 3 : high & 0xffff ? 2 : high ? 1 : 0;
  for (let i = 0; i < groups; i++) {
    const word = i < 2 ? high : low;
    at = writeGroup(bytes, at, i % 2 === 0 ? word >>> 16 : word & 0xffff);
    bytes[at++] = COLON;
  }
  if (groups === 0) bytes[at++] = COLON;
  bytes[at++] = COLON;
  bytes[at++] = SLASH;
  return writeSmall(bytes, at, length);
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
