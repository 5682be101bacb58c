const DOT = 0x2e;
const DIGIT_ZERO = 0x30;

/**
 * Parses four decimal octets from `start` to the end of `text`. Returns the
 * 32-bit number, or -1 if invalid.
 *
 * Leading zeros are rejected: some systems read them as octal, so the same text
 * would mean two addresses.
 */
export function parseIpv4Value(text: string, start = 0): number {
  const length = text.length;
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

/** Formats a 32-bit number in dotted decimal. */
export function formatIpv4(value: number): string {
  return `${value >>> 24}.${value >>> 16 & 255}.${value >>> 8 & 255}.${
    value & 255
  }`;
}

/** Four unsigned 32-bit numbers, most significant first. */
export type Ipv6Words = readonly [number, number, number, number];

const COLON = 0x3a;

/**
 * Parses the text forms of RFC 4291 section 2.2, with `::` and a dotted tail. Null if invalid.
 *
 * A zone, brackets and a `::` that replaces no group are rejected.
 */
export function parseIpv6Words(text: string): Ipv6Words | null {
  const length = text.length;
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  let gap = -1;
  let group = 0;
  let digits = 0;
  let i = 0;
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return null;
    i = 1;
  }
  for (; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) {
      if (digits === 0) {
        if (gap >= 0) return null;
        gap = count;
      } else {
        if (count === 8 || i + 1 === length) return null;
        groups[count++] = group;
        group = 0;
        digits = 0;
      }
    } else if (code === DOT) {
      const tail = parseIpv4Value(text, i - digits);
      if (tail < 0 || count > 6) return null;
      groups[count++] = tail >>> 16;
      groups[count++] = tail & 0xffff;
      digits = 0;
      break;
    } else {
      const digit = hexDigit(code);
      if (digit < 0 || ++digits > 4) return null;
      group = group << 4 | digit;
    }
  }
  if (digits > 0) {
    if (count === 8) return null;
    groups[count++] = group;
  }
  if (gap < 0 ? count !== 8 : count === 8) return null;
  if (gap >= 0) spread(groups, gap, count);
  return [
    word(groups[0], groups[1]),
    word(groups[2], groups[3]),
    word(groups[4], groups[5]),
    word(groups[6], groups[7]),
  ];
}

/** Formats by RFC 5952, IPv4-mapped addresses with a dotted tail. */
export function formatIpv6(words: Ipv6Words): string {
  if (isIpv4Mapped(words)) return `::ffff:${formatIpv4(words[3])}`;
  const groups = [
    words[0] >>> 16,
    words[0] & 0xffff,
    words[1] >>> 16,
    words[1] & 0xffff,
    words[2] >>> 16,
    words[2] & 0xffff,
    words[3] >>> 16,
    words[3] & 0xffff,
  ];
  let gap = -1;
  // A lone zero group is not shortened (RFC 5952 section 4.2.2).
  let longest = 2;
  let run = 0;
  // From the right, because the first of the longest runs is shortened.
  for (let i = 7; i >= 0; i--) {
    run = groups[i] === 0 ? run + 1 : 0;
    if (run < longest) continue;
    gap = i;
    longest = run;
  }
  if (gap < 0) return hex(groups, 0, 8);
  return `${hex(groups, 0, gap)}::${hex(groups, gap + longest, 8)}`;
}

/** Whether the address is in ::ffff:0:0/96 (RFC 4291 section 2.5.5.2). */
export function isIpv4Mapped(words: Ipv6Words): boolean {
  return words[2] === 0xffff && words[0] === 0 && words[1] === 0;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Moves the groups after the gap to the end and fills the gap with zeros. */
function spread(groups: number[], gap: number, count: number): void {
  const shift = 8 - count;
  for (let i = count - 1; i >= gap; i--) {
    groups[i + shift] = groups[i];
    groups[i] = 0;
  }
}

function word(high: number, low: number): number {
  return (high << 16 | low) >>> 0;
}

function hex(groups: number[], from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) {
    text += (i > from ? ":" : "") + groups[i].toString(16);
  }
  return text;
}
