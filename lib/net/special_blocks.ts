import { SPECIAL_BLOCKS } from "../facts/block_facts.ts";
import { type Cidr, cidrContains, requireCidr } from "./cidr.ts";
import { type IpAddress, ipv4FromValue } from "./ip_address.ts";
import { PrefixSet } from "./prefix_set.ts";
import { isAllocated } from "./allocations.ts";
import { anycastDns, type AnycastKind } from "./anycast.ts";

let compiled: ReturnType<typeof compile> | undefined;

/** The special-purpose blocks, the narrowest first. */
function compile() {
  const blocks = SPECIAL_BLOCKS.map(([text, isReachable, name]) => ({
    cidr: requireCidr(text),
    isReachable,
    name,
  })).sort((a, b) => b.cidr.prefixLength - a.cidr.prefixLength);
  return { blocks, all: PrefixSet.from(blocks.map(({ cidr }) => cidr)) };
}

/** The narrowest block that contains an address, which overrides those around it. */
function specialBlock(ip: IpAddress) {
  const { blocks, all } = compiled ??= compile();
  return all.has(ip)
    ? blocks.find(({ cidr }) => cidrContains(cidr, ip))
    : undefined;
}

/** Whether an address does not belong on the public internet. */
export function isBogon(ip: IpAddress): boolean {
  return specialBlock(ip)?.isReachable === false || embedsBogon(ip);
}

/**
 * The registry's name of the narrowest block that contains a bogon; null for
 * any other address.
 */
export function bogonName(ip: IpAddress): string | null {
  return isBogon(ip) ? specialBlock(ip)!.name : null;
}

/** The name of the narrowest block that contains a whole block, if that is reserved; else null. */
export function reservedName({ address, prefixLength }: Cidr): string | null {
  const block = (compiled ??= compile()).blocks.find(({ cidr }) =>
    cidr.prefixLength <= prefixLength && cidrContains(cidr, address)
  );
  return block && !block.isReachable ? block.name : null;
}

/** The blocks whose addresses are bogons, except for narrower reachable blocks inside them. */
export function bogonBlocks(): Cidr[] {
  return (compiled ??= compile()).blocks
    .filter(({ isReachable }) => !isReachable)
    .map(({ cidr }) => cidr);
}

/**
 * Whether the IPv4 address inside a 6to4 or NAT64 address is a bogon: both may
 * only embed global addresses (RFC 3056 section 2, RFC 6052 section 3.1).
 */
function embedsBogon(ip: IpAddress): boolean {
  const tunnel = tunnelOf(ip);
  return tunnel !== null && tunnel.name !== "Teredo" &&
    isBogon(tunnel.embedded);
}

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
  const tunnel = tunnelOf(ip);
  if (tunnel) return tunnel;
  const kind = anycastDns(ip)?.kind ?? anycast;
  if (kind) return { name: ANYCAST_NAMES[kind] };
  const block = specialBlock(ip);
  if (block) return { name: block.name };
  return isAllocated(ip) ? null : { name: "Unallocated" };
}

/** Of a 6to4, Teredo or NAT64 address. A relay announces it, which is not its user's network. */
export function tunnelOf(ip: IpAddress): Required<SpecialAddress> | null {
  if (ip.family === 4) return null;
  const [first, second, third, fourth] = ip.words;
  switch (first) {
    // RFC 4380, section 4: the client's address, with all bits inverted.
    case 0x20010000:
      return embedding("Teredo", ~fourth);
    case 0x64ff9b:
      // RFC 6052, section 2.1. Of the prefix that a network chooses for itself (RFC
      // 8215), nobody else knows the length, which says where the IPv4 address is.
      if (second === 0 && third === 0) return embedding("NAT64", fourth);
  }
  // RFC 3056, section 2
  return first >>> 16 === 0x2002
    ? embedding("6to4", first << 16 | second >>> 16)
    : null;
}

function embedding(name: string, value: number) {
  return { name, embedded: ipv4FromValue(value >>> 0) };
}
