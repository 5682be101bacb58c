import { isAllocated } from "./allocations.ts";
import { anycastDns, type AnycastKind } from "./anycast.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import type { Ipv6Words } from "./ip_text.ts";
import { specialBlockName } from "./special_blocks.ts";

/** What is special about an address. */
interface SpecialAddress {
  /**
   * `6to4`, `Teredo`, `NAT64`, `Anycast`, `Anycast DNS resolver`, `Anycast DNS root
   * server`, `Unallocated` if IANA has not allocated the block, otherwise the block's name in IANA's
   * special-purpose registries.
   */
  readonly name: string;
  /** The IPv4 address inside a 6to4, Teredo or NAT64 address. */
  readonly embedded?: IpAddress;
}

const ANYCAST_NAMES: Readonly<Record<AnycastKind, string>> = {
  network: "Anycast",
  resolver: "Anycast DNS resolver",
  root: "Anycast DNS root server",
};

/**
 * Returns what is special about an address; null for an ordinary one.
 *
 * @param anycast what the tables say about it
 */
export function specialAddress(
  ip: IpAddress,
  anycast: AnycastKind | null = null,
): SpecialAddress | null {
  const tunnel = ip.family === 6 ? tunnelOf(ip.words) : null;
  if (tunnel) return tunnel;
  const kind = anycastDns(ip)?.kind ?? anycast;
  if (kind) return { name: ANYCAST_NAMES[kind] };
  const name = specialBlockName(ip);
  if (name !== null) return { name };
  return isAllocated(ip) ? null : { name: "Unallocated" };
}

function tunnelOf(words: Ipv6Words): SpecialAddress | null {
  const [first, second, third, fourth] = words;
  // RFC 3056, section 2
  if (first >>> 16 === 0x2002) {
    return embedding("6to4", first << 16 | second >>> 16);
  }
  // RFC 4380, section 4: the client's address, with all bits inverted.
  if (first === 0x20010000) return embedding("Teredo", ~fourth);
  if (first !== 0x64ff9b) return null;
  // RFC 6052, section 2.1
  if (second === 0 && third === 0) return embedding("NAT64", fourth);
  // RFC 8215. Operators choose a prefix of 48 to 96 bits inside the block; these
  // two lengths can be told apart, because the first leaves the last 40 bits 0.
  if (second >>> 16 !== 1) return null;
  const isShort = (third & 0xff) === 0 && fourth === 0;
  return embedding(
    "NAT64",
    isShort ? second << 16 | third >>> 8 & 0xffff : fourth,
  );
}

function embedding(name: string, value: number): SpecialAddress {
  return { name, embedded: ipv4FromValue(value >>> 0) };
}
