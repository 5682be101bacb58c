import { OWN_CLIENT } from "../../core/caller.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../../net/ip_address.ts";
import type { PrefixSet } from "../../net/prefix_set.ts";
import { RegistryError } from "./registry_error.ts";

/** Where requests may go whose URL a third party supplied. */
export interface AddressRule {
  readonly resolver: Pick<Resolver, "addresses">;
  /** Addresses with no place on the public internet are refused. */
  readonly isBogon: (ip: IpAddress) => boolean;
  /** Private registries: inner addresses, and plain HTTP, are fine there. */
  readonly allowNetworks: PrefixSet;
}

/** More addresses than this are neither checked nor tried. */
const MAX_ADDRESSES = 8;

/**
 * The addresses a URL stands for, all of them allowed, IPv4 first. They are
 * what has to be connected to: asking for the name once more would let its
 * owner answer otherwise (DNS rebinding).
 *
 * @throws {RegistryError} `server_not_allowed` where one address is not, `insecure`, `unreachable`
 */
export async function allowedAddresses(
  url: URL,
  rule: AddressRule,
  signal: AbortSignal,
): Promise<IpAddress[]> {
  // The URL parser has turned every other spelling (octal, hex, one number)
  // into the usual one.
  const { protocol } = url;
  if (!/^https?:$/.test(protocol)) throw new RegistryError("insecure");
  const ips = await allowedHostAddresses(bareHostname(url), rule, signal);
  if (protocol === "http:" && !isPrivate(ips, rule)) {
    throw new RegistryError("insecure");
  }
  return ips;
}

/**
 * The same for a host name or an address, whatever is spoken there.
 *
 * @throws {RegistryError} `server_not_allowed` where one address is not, `unreachable`
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
  // One inner address among public ones is no slip but an attempt.
  const isRefused = (ip: IpAddress) =>
    rule.isBogon(ip) && !rule.allowNetworks.has(unmapIpv4(ip));
  if (ips.some(isRefused)) throw new RegistryError("server_not_allowed");
  return ips;
}

function isPrivate(
  ips: readonly IpAddress[],
  { allowNetworks }: AddressRule,
): boolean {
  return ips.every((ip) => allowNetworks.has(unmapIpv4(ip)));
}

/** The host name or address of a URL, without brackets and trailing dot. */
export function bareHostname({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, "");
}

async function addressesOf(
  name: string,
  resolver: AddressRule["resolver"],
  signal: AbortSignal,
): Promise<IpAddress[]> {
  // The name is the registry's choice; whoever asks has a place of theirs already.
  const caller = { client: OWN_CLIENT, signal };
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
