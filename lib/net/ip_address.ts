import {
  formatIpv4,
  formatIpv6,
  type Ipv6Words,
  isIpv4Mapped,
  parseIpv4Value,
  parseIpv6Words,
} from "./ip_text.ts";
import { compareWords, networkAddressV6 } from "./prefix.ts";

/** An IPv4 address. `value` is the 32-bit number in network order. */
export interface Ipv4Address {
  readonly family: 4;
  /** Dotted decimal. */
  readonly text: string;
  readonly value: number;
}

/** An IPv6 address without a zone. `words` are four unsigned 32-bit numbers, most significant first. */
export interface Ipv6Address {
  readonly family: 6;
  /** RFC 5952 form. */
  readonly text: string;
  readonly words: Ipv6Words;
}

export type IpAddress = Ipv4Address | Ipv6Address;

/** Parses four decimal octets without leading zeros. Null if invalid. */
export function parseIpv4(text: string): Ipv4Address | null {
  const value = parseIpv4Value(text);
  return value < 0 ? null : { family: 4, text, value };
}

/** Parses RFC 4291 text without a zone. An IPv4-mapped address stays IPv6. Null if invalid. */
export function parseIpv6(text: string): Ipv6Address | null {
  const words = parseIpv6Words(text);
  return words && ipv6FromWords(words);
}

/** Parses an address of either family. Null if invalid. */
export function parseIp(text: string): IpAddress | null {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** An address from an unsigned 32-bit number. */
export function ipv4FromValue(value: number): Ipv4Address {
  return { family: 4, text: formatIpv4(value), value };
}

/** An address from four unsigned 32-bit numbers. */
export function ipv6FromWords(words: Ipv6Words): Ipv6Address {
  return { family: 6, text: formatIpv6(words), words };
}

/** The address in the 16 octets at `at`, in network byte order. */
export function ipv6FromView(view: DataView, at: number): Ipv6Address {
  const word = (i: number) => view.getUint32(at + 4 * i);
  return ipv6FromWords([word(0), word(1), word(2), word(3)]);
}

/** Converts an IPv4-mapped address to IPv4; returns any other unchanged. */
export function unmapIpv4(ip: IpAddress): IpAddress {
  return ip.family === 6 && isIpv4Mapped(ip.words)
    ? ipv4FromValue(ip.words[3])
    : ip;
}

/** Orders addresses numerically, IPv4 before IPv6. */
export function compareIp(a: IpAddress, b: IpAddress): number {
  if (a.family === 4) return b.family === 4 ? a.value - b.value : -1;
  return b.family === 4 ? 1 : compareWords(a.words, b.words);
}

/**
 * The key that rate limits count by: the IPv4 address, or the IPv6 prefix as
 * `2001:db8::/64`.
 *
 * One subscriber holds a whole IPv6 prefix, so counting single addresses would
 * give each 2^64 separate limits.
 */
export function networkKey(ip: IpAddress, v6PrefixLength: number): string {
  if (ip.family === 4) return ip.text;
  return `${
    formatIpv6(networkAddressV6(ip.words, v6PrefixLength))
  }/${v6PrefixLength}`;
}

/** An address as a number: 32 or 128 bits. */
export function numberOfIp(ip: IpAddress): bigint {
  return ip.family === 4
    ? BigInt(ip.value)
    : ip.words.reduce((sum, word) => sum << 32n | BigInt(word), 0n);
}

/** The words of an IPv6 address given as a number. */
export function wordsOfNumber(number: bigint): Ipv6Words {
  const word = (shift: bigint) => Number(number >> shift & 0xffff_ffffn);
  return [word(96n), word(64n), word(32n), word(0n)];
}
