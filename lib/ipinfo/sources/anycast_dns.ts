import { withCountry } from "../../data/places/countries.ts";
import { anycastDns } from "../../net/anycast_dns.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

/**
 * The countries of the operators of anycast DNS services. Databases name a country
 * for each block, so the addresses of one service would be in several.
 */
export class AnycastDnsSource implements LocalSource {
  static readonly sourceName = "anycast-dns";
  readonly name = AnycastDnsSource.sourceName;
  readonly kind = "open";
  /** By code. */
  readonly #known = new Map<string, Findings>();

  lookup(ip: IpAddress): Findings {
    const service = anycastDns(ip);
    if (!service) return NO_FINDINGS;
    return this.#known.getOrInsertComputed(
      service.countryCode,
      (countryCode) => ({ facts: Object.freeze(withCountry({ countryCode })) }),
    );
  }
}
