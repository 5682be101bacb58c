import type { Resolver } from "../../dns/resolver.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Facts, RemoteSource } from "../profile.ts";

/** The reverse name of an address. */
export class ReverseSource implements RemoteSource {
  readonly name = "reverse-dns";
  readonly kind = "reverse";
  readonly timeoutMs: number;
  readonly lifetimeMs = 3_600_000;
  readonly emptyLifetimeMs = 300_000;
  readonly #resolver: Resolver;

  constructor(resolver: Resolver, { timeoutMs = 500 } = {}) {
    this.#resolver = resolver;
    this.timeoutMs = timeoutMs;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Partial<Facts>> {
    const hostname = await this.#resolver.reverse(ip, signal);
    return hostname ? { hostname } : {};
  }
}
