import { isBogon } from "../net/bogons.ts";
import {
  type IpAddress,
  type Ipv4Address,
  parseIp,
} from "../net/ip_address.ts";

/** The absolute name under which the PTR record of an address lies (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(ip: IpAddress): string {
  if (ip.family === 4) {
    return `${ip.text.split(".").reverse().join(".")}.in-addr.arpa.`;
  }
  return `${nibblesOf(ip.words).reverse().join(".")}.ip6.arpa.`;
}

/** The same name in wire form; a scan makes thousands of them. */
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
  // Its three dots make way for four lengths.
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
 * Whether a name lies in the reverse zone of a reserved block, that of a
 * classless delegation (RFC 2317) among them. A name of some octets or nibbles
 * alone stands for the first address below it.
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
