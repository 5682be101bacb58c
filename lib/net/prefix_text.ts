/**
 * Reads a prefix length from `text`, beginning at `start` and reaching to its
 * end: decimal digits without a leading zero. Returns -1 where it is none or
 * longer than `bits`.
 */
export function parsePrefixLength(
  text: string,
  start: number,
  bits: 32 | 128,
): number {
  const count = text.length - start;
  if (count < 1 || count > 3) return -1;
  if (count > 1 && text[start] === "0") return -1;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value <= bits ? value : -1;
}
