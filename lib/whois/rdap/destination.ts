import { INTERNAL_CLIENT } from "../../core/fair_queue.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../../net/ip_address.ts";
import type { PrefixSet } from "../../net/prefix_set.ts";
import { RegistryError } from "./registry_error.ts";

/** Restricts requests to URLs that come from third parties. */
export interface AddressRule {
  readonly resolver: Pick<Resolver, "addresses">;
  /** Reserved addresses are refused. */
  readonly isBogon: (ip: IpAddress) => boolean;
  /**
   * Exceptions for private registries: reserved addresses and plain HTTP are
   * allowed here.
   */
  readonly allowNetworks: PrefixSet;
}

/** Addresses beyond this number are neither checked nor tried. */
const MAX_ADDRESSES = 8;

/**
 * The addresses of a URL's host, IPv4 first, after checking that all of them
 * are allowed. Connect to these addresses: resolving the name again would let
 * its owner return others (DNS rebinding).
 *
 * @throws {RegistryError} `server_not_allowed` if any address is not allowed,
 * `insecure`, `unreachable`
 */
export async function allowedAddresses(
  url: URL,
  rule: AddressRule,
  signal: AbortSignal,
): Promise<IpAddress[]> {
  // The URL parser has already normalized other spellings of an address (octal,
  // hexadecimal, a single number).
  const { protocol } = url;
  if (!/^https?:$/.test(protocol)) throw new RegistryError("insecure");
  const ips = await allowedHostAddresses(bareHostname(url), rule, signal);
  const isPrivate = (ip: IpAddress) => rule.allowNetworks.has(unmapIpv4(ip));
  if (protocol === "http:" && !ips.every(isPrivate)) {
    throw new RegistryError("insecure");
  }
  return ips;
}

/**
 * The same for a host name or an address, for any protocol.
 *
 * @throws {RegistryError} `server_not_allowed` if any address is not allowed,
 * `unreachable`
 */
export async function allowedHostAddresses(
  host: string,
  rule: AddressRule,
  signal: AbortSignal,
): Promise<IpAddress[]> {
  const literal = parseIp(host);
  const ips = literal
    ? [literal]
    : await addressesOf(host, rule.resolver, signal);
  if (ips.length === 0) throw new RegistryError("unreachable");
  // A reserved address among public ones is an attack rather than a mistake.
  const isRefused = (ip: IpAddress) =>
    rule.isBogon(ip) && !rule.allowNetworks.has(unmapIpv4(ip));
  if (ips.some(isRefused)) throw new RegistryError("server_not_allowed");
  return ips;
}

/**
 * Tries one address after another until one responds.
 *
 * @throws {RegistryError} `unreachable`, or that of an attempt; the signal's reason
 */
export async function firstReachable<Address, Response>(
  addresses: readonly Address[],
  attempt: (address: Address) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let cause: unknown;
  for (const address of addresses) {
    try {
      return await attempt(address);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RegistryError) throw error;
      cause = error;
    }
  }
  throw new RegistryError("unreachable", { cause });
}

/** The host name or address of a URL, without brackets or trailing dot. */
export function bareHostname({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, "");
}

async function addressesOf(
  name: string,
  resolver: AddressRule["resolver"],
  signal: AbortSignal,
): Promise<IpAddress[]> {
  // The registry chooses the name, and the visitor already holds a place in the
  // query pool.
  const caller = { client: INTERNAL_CLIENT, signal };
  const [v4, v6] = await Promise.allSettled([
    resolver.addresses(name, 4, caller),
    resolver.addresses(name, 6, caller),
  ]);
  signal.throwIfAborted();
  if (v4.status === "rejected" && v6.status === "rejected") {
    throw new RegistryError("unreachable", { cause: v4.reason });
  }
  return [v4, v6]
    .flatMap((outcome) =>
      outcome.status === "fulfilled" ? outcome.value.ips : []
    )
    .slice(0, MAX_ADDRESSES);
}
