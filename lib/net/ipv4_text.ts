const DOT = 0x2e;
const DIGIT_ZERO = 0x30;

/**
 * Reads four decimal octets from `text`, beginning at `start` and reaching to
 * its end.
 *
 * Leading zeros are refused: some systems read them as octal, so the same text
 * would name two addresses. Returns the 32-bit number, or -1.
 */
export function parseIpv4Value(text: string, start = 0): number {
  const length = text.length;
  if (length - start < 7 || length - start > 15) return -1;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (octet < 0) return -1;
      value = value * 256 + octet;
      octet = -1;
      if (++dots > 3) return -1;
      continue;
    }
    const digit = code - DIGIT_ZERO;
    if (digit < 0 || digit > 9 || octet === 0) return -1;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return -1;
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : -1;
}

/** Writes a 32-bit number in dotted decimal. */
export function formatIpv4(value: number): string {
  return `${value >>> 24}.${value >>> 16 & 255}.${value >>> 8 & 255}.${
    value & 255
  }`;
}
