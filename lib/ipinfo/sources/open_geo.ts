import type { Facts } from "../../data/facts.ts";
import type { GeoDatabase } from "../../data/geo_database.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { RegisteredCountries } from "../../data/networks/registered_countries.ts";
import { withCountry } from "../../data/places/countries.ts";
import { isLocatable } from "../../net/allocations.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { type Findings, type LocalSource, NO_FINDINGS } from "../profile.ts";
import { networkTypeOf } from "../risk/network_type.ts";

/**
 * Countries with territories that have codes of their own. Registrations often name
 * the country for its territory, which therefore does not contradict it. Kosovo's code
 * is not in ISO 3166, so registrations can only name a neighbour.
 */
const TERRITORIES: Readonly<Record<string, string | undefined>> = {
  AL: "XK",
  AU: "CC CX NF",
  CN: "HK MO",
  DK: "FO GL",
  FI: "AX",
  FR: "BL GF GP MF MQ NC PF PM RE TF WF YT",
  GB: "AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG",
  NL: "AW BQ CW SX",
  NO: "BV SJ",
  NZ: "CK NU TK",
  RS: "XK",
  US: "AS GU MP PR UM VI",
};

/** The registrations that vote on the country, and the table that names the system of an address. */
export interface CountryVote {
  readonly countries: Pick<RegisteredCountries, "ofAddress" | "ofAsn">;
  readonly table: Pick<AsnTable, "findRow" | "asnAt" | "systemAt">;
}

/**
 * The free geolocation database. It invents places for unallocated addresses, so those
 * have no findings.
 *
 * It can be outvoted: if whois and the registration of the autonomous system agree on
 * another country, that one counts, and nothing else of the place is kept. Not for
 * hosting networks, whose registrations tell where the company is, not its servers:
 * there the vote loses 12 points on Azure's published IPv6 addresses (see
 * tests/evaluation).
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
    if (!this.#vote) return { facts };
    const { countryCode } = facts;
    const registered = this.#vote.countries.ofAddress(ip);
    const isOutvoted = registered !== countryCode &&
      registered !== undefined &&
      (countryCode === undefined ||
        isOverruled(countryCode, registered, ip, this.#vote));
    return {
      facts: isOutvoted ? this.#factsOf(registered) : facts,
      countriesOf: this.#countriesOf,
    };
  }

  readonly #countriesOf = (ip: IpAddress): readonly string[] => {
    if (!this.#vote) return [];
    const { countries, table } = this.#vote;
    const row = table.findRow(ip);
    return [
      this.#geo.lookup(ip).countryCode,
      countries.ofAddress(ip),
      row < 0 ? undefined : countries.ofAsn(table.asnAt(row)),
    ].filter((code) => code !== undefined);
  };

  #factsOf(countryCode: string): Readonly<Partial<Facts>> {
    return this.#outvoted.getOrInsertComputed(
      countryCode,
      () => Object.freeze(withCountry({ countryCode })),
    );
  }
}

/** Whether the registration of the system agrees with that of the address, and both count. */
function isOverruled(
  countryCode: string,
  registered: string,
  ip: IpAddress,
  { countries, table }: CountryVote,
): boolean {
  const row = table.findRow(ip);
  if (row < 0) return false;
  const { asn, org } = table.systemAt(row);
  return countries.ofAsn(asn) === registered &&
    !TERRITORIES[registered]?.includes(countryCode) &&
    networkTypeOf(asn, org)?.networkClass !== "hosting";
}
