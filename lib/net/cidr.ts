import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
  unmapIpv4,
} from "./ip_address.ts";
import {
  compareWords,
  lastAddressV4,
  lastAddressV6,
  networkAddressV4,
  networkAddressV6,
  widestPrefixV4,
  widestPrefixV6,
} from "./prefix.ts";

/**
 * Parses the prefix length from `start` to the end of `text`: decimal digits
 * without a leading zero. Returns -1 if it is invalid or longer than `bits`.
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

/** A block of addresses. `address` is its first; no host bit is set. */
export interface Cidr {
  readonly address: IpAddress;
  readonly prefixLength: number;
}

/**
 * Parses `address/length`; a bare address is a block of one. Null if invalid.
 *
 * Host bits are cleared: `192.0.2.7/24` means `192.0.2.0/24`. IPv4-mapped blocks stay IPv6, see {@link unmapIpv4Cidr}.
 */
export function parseCidr(text: string): Cidr | null {
  const slash = text.indexOf("/");
  const ip = parseIp(slash === -1 ? text : text.slice(0, slash));
  if (!ip) return null;
  const bits = ip.family === 4 ? 32 : 128;
  if (slash === -1) return { address: ip, prefixLength: bits };
  const prefixLength = parsePrefixLength(text, slash + 1, bits);
  return prefixLength < 0 ? null : enclosingCidr(ip, prefixLength);
}

/** The block in a text of the program's own. @throws {Error} if it is none */
export function requireCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`${text} is not a CIDR`);
  return cidr;
}

/** The block of `prefixLength` bits that contains `ip`. */
export function enclosingCidr(ip: IpAddress, prefixLength: number): Cidr {
  if (ip.family === 4) {
    const value = networkAddressV4(ip.value, prefixLength);
    return {
      address: value === ip.value ? ip : ipv4FromValue(value),
      prefixLength,
    };
  }
  const words = networkAddressV6(ip.words, prefixLength);
  return {
    address: compareWords(words, ip.words) === 0 ? ip : ipv6FromWords(words),
    prefixLength,
  };
}

/** Writes `address/length`, also for a block of one. */
export function formatCidr(cidr: Cidr): string {
  return `${cidr.address.text}/${cidr.prefixLength}`;
}

/** Whether the block contains `ip`; false across families. */
export function cidrContains(cidr: Cidr, ip: IpAddress): boolean {
  const { address, prefixLength } = cidr;
  if (ip.family === 4) {
    return address.family === 4 &&
      networkAddressV4(ip.value, prefixLength) === address.value;
  }
  return address.family === 6 &&
    compareWords(networkAddressV6(ip.words, prefixLength), address.words) === 0;
}

/** The last address of the block; its first is `cidr.address`. */
export function lastAddress({ address, prefixLength }: Cidr): IpAddress {
  return address.family === 4
    ? ipv4FromValue(lastAddressV4(address.value, prefixLength))
    : ipv6FromWords(lastAddressV6(address.words, prefixLength));
}

/**
 * Converts a block of IPv4-mapped addresses to IPv4; returns any other block unchanged.
 *
 * For blocks that people type: addresses are unmapped before lookups, so a
 * mapped block would never match. Not for registry lists, in which
 * `::ffff:0:0/96` is an entry of its own.
 */
export function unmapIpv4Cidr(cidr: Cidr): Cidr {
  const address = unmapIpv4(cidr.address);
  // The first address of a block that is wider than all of them is not mapped.
  return address === cidr.address
    ? cidr
    : { address, prefixLength: cidr.prefixLength - 96 };
}

/** The largest block that contains `ip` and lies within the inclusive range; null if `ip` is outside the range. */
export function largestCidrWithin(
  start: IpAddress,
  end: IpAddress,
  ip: IpAddress,
): Cidr | null {
  let prefixLength = -1;
  if (ip.family === 4 && start.family === 4 && end.family === 4) {
    prefixLength = widestPrefixV4(start.value, end.value, ip.value);
  } else if (ip.family === 6 && start.family === 6 && end.family === 6) {
    prefixLength = widestPrefixV6(start.words, end.words, ip.words);
  }
  return prefixLength < 0 ? null : enclosingCidr(ip, prefixLength);
}
