import { type Cidr, lastAddress } from "../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  parseIp,
  unmapIpv4,
} from "../net/ip_address.ts";
import type { DataOf } from "./envelope.ts";
import type { LookupPolicy } from "./lookup_policy.ts";

/** How many addresses a block of IPv4 has; of IPv6 only blocks of one are counted. */
export function addressCount({ address, prefixLength }: Cidr): number {
  return address.family === 4 ? 2 ** (32 - prefixLength) : 1;
}

/** The addresses of a block of IPv4 in their order; of IPv6 the first alone. */
export function* addressesOf(cidr: Cidr): Generator<IpAddress> {
  const { address } = cidr;
  const last = lastAddress(cidr);
  if (address.family === 6 || last.family === 6) return yield address;
  for (let value = address.value; value <= last.value; value++) {
    yield ipv4FromValue(value);
  }
}

/*
 * A resolver inside a network knows its hosts, and any name can lead to them:
 * what it says of reserved addresses is not for strangers.
 */

/** Whether nothing is told of an address but that it is reserved. */
export function isWithheld(ip: IpAddress, policy: LookupPolicy): boolean {
  return !policy.showsReserved && policy.isReserved(unmapIpv4(ip));
}

/** {@link isWithheld} for the text of an address. */
export function isTextWithheld(text: string, policy: LookupPolicy): boolean {
  const ip = parseIp(text);
  return ip !== null && isWithheld(ip, policy);
}

type Records = DataOf<"dns_lookup">["records"];

/** The records without those that lead to withheld addresses, and how many these are. */
export function withoutWithheld(records: Records, policy: LookupPolicy): {
  records: Records;
  withheld: DataOf<"dns_lookup">["withheld"];
} {
  const told = (type: "A" | "AAAA") =>
    records[type].filter(({ value }) => !isTextWithheld(value, policy));
  const [A, AAAA] = [told("A"), told("AAAA")];
  return {
    records: { ...records, A, AAAA },
    withheld: {
      A: records.A.length - A.length,
      AAAA: records.AAAA.length - AAAA.length,
    },
  };
}

/** The addresses of a block whose names may be asked for. */
export function askedAddresses(cidr: Cidr, policy: LookupPolicy): IpAddress[] {
  return [...addressesOf(cidr)].filter((ip) => !isWithheld(ip, policy));
}

/** What a response says of a resolver inside the network. */
export const INNER_RESOLVER = "local";

/**
 * The name server that a response names: one that is reserved, but for the
 * loopback address that every machine has, is only `local`.
 *
 * @param server an address, with its port where that is not 53
 */
export function toldResolver(server: string, policy: LookupPolicy): string {
  const ip = parseIp(server) ?? parseIp(withoutPort(server));
  const isLoopback = ip !== null && /^(?:127\.|::1$)/.test(ip.text);
  const isTold = ip === null || isLoopback || !isWithheld(ip, policy);
  return isTold ? server : INNER_RESOLVER;
}

function withoutPort(server: string): string {
  return server.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
