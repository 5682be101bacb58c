import { type Cidr, lastAddress } from "../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  parseIp,
  unmapIpv4,
} from "../net/ip_address.ts";
import type { DataOf } from "./envelope.ts";
import type { LookupPolicy } from "./lookup_deps.ts";

/**
 * The number of addresses in an IPv4 block. For IPv6, only single addresses
 * occur.
 */
export function addressCount({ address, prefixLength }: Cidr): number {
  return address.family === 4 ? 2 ** (32 - prefixLength) : 1;
}

/** The addresses of an IPv4 block in order; for IPv6, the first one. */
export function* addressesOf(cidr: Cidr): Generator<IpAddress> {
  const { address } = cidr;
  const last = lastAddress(cidr);
  if (address.family === 6 || last.family === 6) return yield address;
  for (let value = address.value; value <= last.value; value++) {
    yield ipv4FromValue(value);
  }
}

/*
 * A resolver on an internal network knows its hosts, and anyone can create a
 * name that points to them. So strangers learn nothing that it knows about
 * reserved addresses.
 */

/** Whether to reveal nothing about an address except that it is reserved. */
export function isWithheld(ip: IpAddress, policy: LookupPolicy): boolean {
  return !policy.showsReserved && policy.isReserved(unmapIpv4(ip));
}

/** {@link isWithheld} for an address as text. */
export function isTextWithheld(text: string, policy: LookupPolicy): boolean {
  const ip = parseIp(text);
  return ip !== null && isWithheld(ip, policy);
}

type Records = DataOf<"dns_lookup">["records"];
type Binding = Records["HTTPS"][number];

/** The parameters of a service binding that hold addresses. */
const HINTS = ["ipv4hint", "ipv6hint"] as const;

/**
 * The records without withheld addresses, and how many were removed: A and AAAA
 * records, and the hints in HTTPS and SVCB records.
 */
export function withoutWithheld(records: Records, policy: LookupPolicy): {
  records: Records;
  withheld: DataOf<"dns_lookup">["withheld"];
} {
  const isShown = (text: string) => !isTextWithheld(text, policy);
  const visible = (type: "A" | "AAAA") =>
    records[type].filter(({ value }) => isShown(value));
  const [A, AAAA] = [visible("A"), visible("AAAA")];
  let hidden = 0;
  const withoutHints = (record: Binding): Binding => {
    const params: Record<string, string[]> = { ...record.params };
    for (const key of HINTS) {
      const hints = params[key];
      if (!hints) continue;
      params[key] = hints.filter(isShown);
      hidden += hints.length - params[key].length;
      if (params[key].length === 0) delete params[key];
    }
    return { ...record, params };
  };
  const HTTPS = records.HTTPS.map(withoutHints);
  const SVCB = records.SVCB?.map(withoutHints);
  return {
    records: { ...records, A, AAAA, HTTPS, ...SVCB && { SVCB } },
    withheld: {
      A: records.A.length - A.length,
      AAAA: records.AAAA.length - AAAA.length,
      HTTPS: hidden,
    },
  };
}

/** The addresses of a block that may be looked up. */
export function queryableAddresses(
  cidr: Cidr,
  policy: LookupPolicy,
): IpAddress[] {
  return [...addressesOf(cidr)].filter((ip) => !isWithheld(ip, policy));
}

/** Shown in place of the address of a resolver on the internal network. */
export const LOCAL_RESOLVER = "local";

/**
 * The name server to show in a response: `local` for a reserved address, except
 * loopback, which reveals nothing.
 *
 * @param server an address, followed by its port if that is not 53
 */
export function redactResolver(server: string, policy: LookupPolicy): string {
  const ip = parseIp(server) ?? parseIp(withoutPort(server));
  const isLoopback = ip !== null && /^(?:127\.|::1$)/.test(ip.text);
  const isTold = ip === null || isLoopback || !isWithheld(ip, policy);
  return isTold ? server : LOCAL_RESOLVER;
}

function withoutPort(server: string): string {
  return server.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
