import type { Facts } from "../../data/facts.ts";
import type { GeoDatabase } from "../../data/geo_database.ts";
import { withCountry } from "../../data/places/countries.ts";
import { isLocatable } from "../../net/allocations.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { CountryVote } from "./country_vote.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";

/**
 * The free geolocation database. It has places even for unallocated addresses;
 * those are ignored. If the country is outvoted, the rest of the place is dropped.
 */
export class OpenGeoSource implements LocalSource {
  readonly name = "open-geo";
  readonly kind = "open";
  readonly #geo: GeoDatabase;
  readonly #vote: CountryVote | undefined;
  /** By code. */
  readonly #outvoted = new Map<string, Readonly<Partial<Facts>>>();

  /** @param vote by default, nothing outvotes the database */
  constructor(geo: GeoDatabase, vote?: CountryVote) {
    this.#geo = geo;
    this.#vote = vote;
  }

  pending({ family }: IpAddress): Promise<void> | undefined {
    return this.#geo.isLoaded(family) ? undefined : this.#geo.loaded(family);
  }

  lookup(ip: IpAddress): Findings {
    if (!isLocatable(ip)) return NO_FINDINGS;
    const facts = this.#geo.lookup(ip);
    const vote = this.#vote;
    if (!vote) return { facts };
    const { countryCode } = facts;
    const other = vote.against(countryCode, ip);
    return {
      facts: other === undefined ? facts : this.#factsOf(other),
      countries: () => [countryCode, ...vote.countriesOf(ip)],
    };
  }

  #factsOf(countryCode: string): Readonly<Partial<Facts>> {
    return this.#outvoted.getOrInsertComputed(
      countryCode,
      () => Object.freeze(withCountry({ countryCode })),
    );
  }
}
