import { type IpAddress, parseIpv4, parseIpv6 } from "../../net/ip_address.ts";

/**
 * Called for each address in its order.
 *
 * @param end the position behind it and behind what belongs to it: its brackets, a
 * port, a prefix length, or the zone of a link-local address
 */
type OnAddress = (ip: IpAddress, end: number) => void;

const OTHER = 0;
const LETTER_OR_DIGIT = 1;
const DOT = 2;
const COLON = 3;

/** The kind of each byte. A word consists of all kinds but `OTHER`. */
const KINDS = new Uint8Array(256);
for (const char of "0123456789abcdefghijklmnopqrstuvwxyz_") {
  KINDS[char.charCodeAt(0)] = LETTER_OR_DIGIT;
  KINDS[char.toUpperCase().charCodeAt(0)] = LETTER_OR_DIGIT;
}
KINDS[".".charCodeAt(0)] = DOT;
KINDS[":".charCodeAt(0)] = COLON;

const COLON_BYTE = 0x3a;
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const PERCENT = 0x25;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;

/**
 * Finds the IP addresses in text, which need not be valid UTF-8.
 *
 * A word is a run of letters, digits, `_`, `.` and `:`; colons separate its parts.
 * Consecutive parts without other letters than a to f are an address if together
 * they are a valid IPv6 address, and otherwise each of them that is a valid IPv4
 * address; a dot or a colon behind them may be punctuation. These IPv4 addresses
 * are something else:
 * - in the version of a product, such as `Chrome/131.0.0.0`
 * - next to a hyphen with a letter behind it, as in names of hosts and packages.
 *
 * @param onAddress gets positions in `bytes`
 */
export function findAddresses(
  bytes: Uint8Array,
  from: number,
  to: number,
  onAddress: OnAddress,
): void {
  for (let i = from; i < to; i++) {
    if (KINDS[bytes[i]] === OTHER) continue;
    const start = i;
    let dots = 0;
    let colons = 0;
    let hasGap = false;
    for (; i < to; i++) {
      const kind = KINDS[bytes[i]];
      if (kind === OTHER) break;
      if (kind === DOT) dots++;
      else if (kind === COLON) {
        colons++;
        if (i > start && bytes[i - 1] === COLON_BYTE) hasGap = true;
      }
    }
    // Times of day and numbers fail here, which makes it fast.
    if (dots >= 3 || colons >= 7 || hasGap) {
      findInWord(bytes, { from, start, end: i, to }, onAddress);
    }
  }
}

interface Word {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly to: number;
}

const latin1 = new TextDecoder("latin1");

function findInWord(
  bytes: Uint8Array,
  { from, start, end, to }: Word,
  onAddress: OnAddress,
): void {
  const parts = latin1.decode(bytes.subarray(start, end)).split(":");
  let at = start;
  for (let i = 0; i < parts.length;) {
    let next = i;
    while (next < parts.length && /^[\da-f.]*$/i.test(parts[next])) next++;
    if (next === i) {
      at += parts[i++].length + 1;
      continue;
    }
    const run = parts.slice(i, next);
    const ipv6 = ipv6In(run);
    if (ipv6) {
      const tail = tailOf(bytes, at, at + ipv6.length, to);
      onAddress(ipv6.ip, tail);
      at += run.join(":").length + 1;
    } else {
      for (const part of run) {
        const text = part.endsWith(".") ? part.slice(0, -1) : part;
        const ip = parseIpv4(text);
        const behind = at + text.length;
        if (
          ip && !(at === start && isNameBefore(bytes, at, from)) &&
          !(bytes[behind] === HYPHEN && isLetter(bytes, behind + 1, to))
        ) onAddress(ip, tailOf(bytes, at, behind, to));
        at += part.length + 1;
      }
    }
    i = next;
  }
}

/** The IPv6 address that consecutive parts make, and its length. */
function ipv6In(
  parts: readonly string[],
): { ip: IpAddress; length: number } | null {
  if (parts.length < 3) return null;
  const text = parts.join(":");
  for (const length of [text.length, text.length - 1]) {
    if (length < text.length && !/[.:]$/.test(text)) break;
    const ip = parseIpv6(text.slice(0, length));
    if (ip) return { ip, length };
  }
  return null;
}

/** What can precede a version: a product, as in `Chrome/131.0.0.0`. */
const MAX_PRODUCT_LENGTH = 64;

/** Whether the bytes before a position make what follows a part of a name or a version. */
function isNameBefore(bytes: Uint8Array, at: number, from: number): boolean {
  if (bytes[at - 1] === HYPHEN) return isLetter(bytes, at - 2, at, from);
  if (bytes[at - 1] !== SLASH) return false;
  let i = at - 2;
  const last = Math.max(from, i - MAX_PRODUCT_LENGTH);
  while (i >= last && isOfProduct(bytes[i])) i--;
  if (i === at - 2) return false;
  // A path has a slash before its parts, and a query an equals sign.
  return i < from || bytes[i] !== SLASH && bytes[i] !== 0x3d;
}

function isOfProduct(byte: number): boolean {
  const kind = KINDS[byte];
  return kind === LETTER_OR_DIGIT || kind === DOT || byte === HYPHEN;
}

function isLetter(
  bytes: Uint8Array,
  at: number,
  to: number,
  from = 0,
): boolean {
  if (at < from || at >= to) return false;
  const lower = bytes[at] | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The position behind an address and what belongs to it. */
function tailOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  to: number,
): number {
  let at = end;
  if (at < to && bytes[at] === PERCENT && isLinkLocal(bytes, start)) {
    do at++; while (at < to && isOfProduct(bytes[at]));
  }
  if (
    at < to && bytes[at] === RIGHT_BRACKET && bytes[start - 1] === LEFT_BRACKET
  ) {
    return afterNumber(bytes, at + 1, to, COLON_BYTE);
  }
  const port = afterNumber(bytes, at, to, COLON_BYTE);
  return port > at ? port : afterNumber(bytes, at, to, SLASH);
}

/** Whether an address begins with fe8 to feb (RFC 4291 section 2.5.6). */
function isLinkLocal(bytes: Uint8Array, start: number): boolean {
  return /^fe[89ab]/i.test(latin1.decode(bytes.subarray(start, start + 3)));
}

/** Skips a separator and a number of up to five digits; if there is none, returns the same position. */
function afterNumber(
  bytes: Uint8Array,
  at: number,
  to: number,
  separator: number,
): number {
  if (at >= to || bytes[at] !== separator) return at;
  let i = at + 1;
  while (i < to && bytes[i] >= 0x30 && bytes[i] <= 0x39) i++;
  const digits = i - at - 1;
  if (digits === 0 || digits > 5) return at;
  // `1.2.3.4/8/x` is part of a path.
  if (separator === SLASH && i < to && bytes[i] === SLASH) return at;
  if (i >= to || KINDS[bytes[i]] === OTHER) return i;
  // Punctuation: the word goes on, but neither with a letter nor with a digit.
  const isLast = i + 1 >= to || KINDS[bytes[i + 1]] === OTHER;
  return isLast && KINDS[bytes[i]] !== LETTER_OR_DIGIT ? i : at;
}
