import type { GeoDatabase } from "../../data/geo_database.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { isLocatable } from "../locatable.ts";
import { type Findings, type LocalSource, NOTHING } from "../profile.ts";

/** The free geolocation database, which invents places for addresses that nobody holds: of those it says nothing. */
export class OpenGeoSource implements LocalSource {
  readonly name = "open-geo";
  readonly kind = "open";
  readonly #geo: GeoDatabase;

  constructor(geo: GeoDatabase) {
    this.#geo = geo;
  }

  pending({ family }: IpAddress): Promise<void> | undefined {
    return this.#geo.isLoaded(family) ? undefined : this.#geo.loaded(family);
  }

  lookup(ip: IpAddress): Findings {
    return isLocatable(ip) ? { facts: this.#geo.lookup(ip) } : NOTHING;
  }
}
