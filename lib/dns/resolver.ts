import type { Caller } from "../core/caller.ts";
import type { IpAddress } from "../net/ip_address.ts";

/** The addresses of a name. */
export interface NameAddresses {
  /** One family, in the order answered. Empty when the name has none or does not exist. */
  readonly ips: readonly IpAddress[];
  /** The least TTL of the aliases and the addresses; null where it is not known. */
  readonly ttlSeconds: number | null;
}

/** The questions the service asks of DNS. Every call heeds its signal, and shares the pool of questions as its client. */
export interface Resolver {
  /** Addresses of a name, one family. Throws when no server answered. */
  addresses(
    name: string,
    family: 4 | 6,
    caller: Caller,
  ): Promise<NameAddresses>;
  /** The first PTR name of an address without trailing dot, or null. Throws when no server answered. */
  reverse(ip: IpAddress, caller: Caller): Promise<string | null>;
}
