import { type ClientKey, OWN_CLIENT } from "../../core/caller.ts";
import type { Resolver } from "../../dns/resolver.ts";
import { type IpAddress, ipv4FromValue } from "../../net/ip_address.ts";
import type { HealthChecked } from "../../core/circuit.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import { EMPTY_LIFETIME_MS, NAME_LIFETIME_MS } from "./ask_json.ts";

const LOOPBACK = 0x7f000001;

/** The reverse name of an address. */
export class ReverseSource implements RemoteSource, HealthChecked {
  readonly name = "reverse-dns";
  readonly kind = "reverse";
  readonly timeoutMs: number;
  readonly lifetimeMs = NAME_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  /** Each question holds a socket. */
  readonly maxInFlight = 256;
  readonly #resolver: Resolver;

  constructor(resolver: Resolver, { timeoutMs = 500 } = {}) {
    this.#resolver = resolver;
    this.timeoutMs = timeoutMs;
  }

  async lookup(
    ip: IpAddress,
    signal: AbortSignal,
    client: ClientKey = OWN_CLIENT,
  ): Promise<Findings> {
    const hostname = await this.#resolver.reverse(ip, { client, signal });
    return { facts: hostname ? { hostname } : {} };
  }

  /**
   * A reverse zone whose servers are dead looks like a dead resolver, and
   * strangers choose the zones. The loopback address tells them apart: its
   * zone takes no server but the resolver (RFC 6303 section 4.2).
   */
  async check(signal: AbortSignal): Promise<void> {
    await this.#resolver.reverse(ipv4FromValue(LOOPBACK), {
      client: OWN_CLIENT,
      signal,
    });
  }
}
