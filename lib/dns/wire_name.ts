import { FormatError } from "./errors.ts";
import { isBogon } from "../net/special_blocks.ts";
import {
  type IpAddress,
  type Ipv4Address,
  parseIp,
} from "../net/ip_address.ts";

/*
 * Converts names between wire form and text. A label may contain any octet,
 * even a dot, so joining labels by dots would make one label `a.b` look like
 * two: octets other than printable ASCII become `\DDD`, dot and backslash are
 * escaped (RFC 1035 section 5.1, RFC 4343 section 2.1).
 */

/** Octets of a name on the wire, lengths and root included (RFC 1035 section 2.3.4). */
const MAX_NAME_LENGTH = 255;
const MAX_LABEL_LENGTH = 63;
const POINTER = 0xc0;
/**
 * A name of 255 octets has at most 127 labels, so it needs no more pointers. Longer
 * chains of pointers would cost thousands of steps.
 */
const MAX_POINTERS = 127;

const DOT = 0x2e;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;

/** The character codes of each octet's text, in lower case. */
const OCTET_CODES = Array.from({ length: 256 }, (_, octet) => {
  const char = String.fromCharCode(octet);
  const text = char === "." || char === "\\"
    ? `\\${char}`
    : /^[!-~]$/.test(char)
    ? char.toLowerCase()
    : `\\${String(octet).padStart(3, "0")}`;
  return [...text].map((each) => each.charCodeAt(0));
});

interface NameRead {
  /** In lower case, without a trailing dot; the root is `.`. */
  readonly text: string;
  /** Offset of the first octet after the name. */
  readonly next: number;
}

/**
 * Reads the name at `offset`, following its pointers (RFC 1035 section 4.1.4).
 *
 * @throws {FormatError} if it is truncated or too long, or has too many pointers or
 * one that does not point backwards
 */
export function readName(bytes: Uint8Array, offset: number): NameRead {
  // One string from all codes: to append them one by one takes twice as long.
  const codes: number[] = [];
  let length = 1;
  let next: number | undefined;
  let pointers = 0;
  // Each pointer must point before the part that contains it, which rules out loops.
  let partStart = offset;
  for (;;) {
    const octet = octetAt(bytes, offset++);
    if (octet === 0) break;
    if (octet >= POINTER) {
      const target = (octet - POINTER) << 8 | octetAt(bytes, offset++);
      if (target >= partStart) throw new FormatError("pointer not backwards");
      if (++pointers > MAX_POINTERS) throw new FormatError("too many pointers");
      next ??= offset;
      partStart = offset = target;
      continue;
    }
    length += octet + 1;
    if (octet > MAX_LABEL_LENGTH || length > MAX_NAME_LENGTH) {
      throw new FormatError("name too long");
    }
    const end = offset + octet;
    if (codes.length > 0) codes.push(DOT);
    while (offset < end) {
      const octetCodes = OCTET_CODES[octetAt(bytes, offset++)];
      if (octetCodes.length === 1) codes.push(octetCodes[0]);
      else codes.push(...octetCodes);
    }
  }
  const text = codes.length === 0 ? "." : String.fromCharCode(...codes);
  return { text, next: next ?? offset };
}

/** The offset after the name at `offset`; a pointer ends it. */
export function skipName(bytes: Uint8Array, offset: number): number {
  for (;;) {
    const octet = octetAt(bytes, offset++);
    if (octet === 0) return offset;
    if (octet >= POINTER) return offset + 1;
    if (octet > MAX_LABEL_LENGTH) throw new FormatError("no label");
    offset += octet;
  }
}

function octetAt(bytes: Uint8Array, offset: number): number {
  const octet = bytes[offset];
  if (octet === undefined) throw new FormatError("message cut off");
  return octet;
}

/** The wire form of a name, which may be escaped and end in a dot; null if it is invalid. */
export function nameToWire(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === ".") return new Uint8Array(1);
  // What doesn't fit is left out, and counted.
  const wire = new Uint8Array(MAX_NAME_LENGTH);
  let lengthAt = 0;
  let end = 1;
  for (let i = 0; i < text.length;) {
    let octet = text.charCodeAt(i++);
    if (octet === DOT) {
      if (wire[lengthAt] === 0) return null;
      lengthAt = end++;
      continue;
    }
    if (octet === BACKSLASH) {
      // Three decimal digits, or any other printable character.
      const [escape] = /^(?:\d{3}|[!-/:-~])/.exec(text.slice(i, i + 3)) ?? [];
      if (escape === undefined) return null;
      octet = escape.length === 3 ? Number(escape) : escape.charCodeAt(0);
      if (octet > 255) return null;
      i += escape.length;
    } else if (octet <= SPACE || octet >= DELETE) return null;
    wire[end++] = octet;
    if (++wire[lengthAt] > MAX_LABEL_LENGTH) return null;
  }
  if (end === 1) return null;
  // After a trailing dot the root is already there.
  if (wire[lengthAt] > 0) end++;
  return end <= MAX_NAME_LENGTH ? wire.subarray(0, end) : null;
}

/** The absolute name of an address's PTR record (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(ip: IpAddress): string {
  if (ip.family === 4) {
    return `${ip.text.split(".").reverse().join(".")}.in-addr.arpa.`;
  }
  return `${nibblesOf(ip.words).reverse().join(".")}.ip6.arpa.`;
}

/** The same name in wire form. Optimized, because a scan needs thousands. */
export function reverseWireName(ip: IpAddress): Uint8Array<ArrayBuffer> {
  if (ip.family === 4) return ipv4WireName(ip);
  const nibbles = nibblesOf(ip.words);
  const wire = new Uint8Array(2 * nibbles.length + IP6_ARPA.length);
  for (let i = 0; i < nibbles.length; i++) {
    wire[2 * i] = 1;
    wire[2 * i + 1] = nibbles[nibbles.length - 1 - i].charCodeAt(0);
  }
  wire.set(IP6_ARPA, 2 * nibbles.length);
  return wire;
}

const IN_ADDR_ARPA = new TextEncoder().encode("\x07in-addr\x04arpa\x00");
const IP6_ARPA = new TextEncoder().encode("\x03ip6\x04arpa\x00");
const DIGIT_0 = 0x30;

function ipv4WireName({ text, value }: Ipv4Address): Uint8Array<ArrayBuffer> {
  // Four lengths replace the three dots.
  const suffixAt = text.length + 1;
  const wire = new Uint8Array(suffixAt + IN_ADDR_ARPA.length);
  wire.set(IN_ADDR_ARPA, suffixAt);
  let at = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const octet = value >>> shift & 0xff;
    const digits = octet > 99 ? 3 : octet > 9 ? 2 : 1;
    wire[at] = digits;
    if (digits === 3) wire[at + 1] = DIGIT_0 + Math.trunc(octet / 100);
    if (digits > 1) {
      wire[at + digits - 1] = DIGIT_0 + Math.trunc(octet / 10) % 10;
    }
    wire[at + digits] = DIGIT_0 + octet % 10;
    at += digits + 1;
  }
  return wire;
}

/** The 32 hexadecimal digits, most significant first. */
function nibblesOf(words: readonly number[]): string[] {
  return [...words.map((word) => word.toString(16).padStart(8, "0")).join("")];
}

/**
 * Whether a name is in the reverse zone of a reserved block, including classless
 * delegations (RFC 2317). A partial name is treated as the first address below it.
 *
 * @param name in lower case, without a trailing dot
 */
export function isReservedReverseName(name: string): boolean {
  const labels = name.split(".").reverse();
  if (labels.shift() !== "arpa") return false;
  const zone = labels.shift();
  const ip = zone === "in-addr"
    ? parseIp(leading(labels, /^\d{1,3}$/, 4).join("."))
    : zone === "ip6"
    ? parseIp(
      leading(labels, /^[0-9a-f]$/, 32).join("").match(/.{4}/g)!.join(":"),
    )
    : null;
  return ip !== null && isBogon(ip);
}

/** The first labels that are digits, and zeros for the rest of `count`. */
function leading(labels: string[], digits: RegExp, count: number): string[] {
  const end = labels.findIndex((label) => !digits.test(label));
  const known = labels.slice(0, Math.min(count, end < 0 ? Infinity : end));
  return [...known, ...Array(count - known.length).fill("0")];
}
