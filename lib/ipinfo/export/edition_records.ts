import { type MmdbValue, Typed } from "../../data/mmdb_values.ts";
import type { Profile } from "../profile.ts";
import { geoip2View } from "../records/geoip2.ts";

/** A database that is exported. Clients of MaxMind look for the last word in its name. */
export interface Edition {
  readonly name: string;
  readonly description: string;
  /** A text that is the same for equal records; an empty one if there is no record. */
  keyOf(profile: Profile): string;
  /** The record of a profile that has a key. */
  recordOf(profile: Profile): MmdbValue;
}

export const EDITIONS: readonly Edition[] = [
  {
    name: "Porthole-City",
    description: "Places of IP addresses, from open data",
    keyOf({ facts, anycast }) {
      if (facts.countryCode === undefined) return "";
      const { countryCode, regionCode, region, city, zip } = facts;
      const { latitude, longitude, accuracyRadiusKm, timezone } = facts;
      return `${countryCode}|${regionCode}|${region}|${city}|${zip}|${latitude}|${longitude}|${accuracyRadiusKm}|${timezone}|${
        anycast !== null
      }`;
    },
    recordOf(profile) {
      const { traits, location, maxmind: _, ...record } = geoip2View(
        profile,
        "city",
      );
      return {
        ...record,
        location: location && {
          ...location,
          latitude: typed("double", location.latitude),
          longitude: typed("double", location.longitude),
          accuracy_radius: typed("uint16", location.accuracy_radius),
        },
        traits: traits.is_anycast && { is_anycast: true },
      };
    },
  },
  {
    name: "Porthole-Country",
    description: "Countries of IP addresses, from open data",
    keyOf: ({ facts: { countryCode }, anycast }) =>
      countryCode === undefined ? "" : `${countryCode}|${anycast !== null}`,
    recordOf(profile) {
      const { continent, country, traits } = geoip2View(profile, "country");
      return {
        continent,
        country,
        traits: traits.is_anycast && { is_anycast: true },
      };
    },
  },
  {
    name: "Porthole-ASN",
    description: "Autonomous systems of IP addresses, from open data",
    keyOf: ({ facts: { asn, asnOrg } }) =>
      asn === undefined ? "" : `${asn}|${asnOrg}`,
    recordOf: ({ facts: { asn, asnOrg } }) => ({
      autonomous_system_number: asn,
      autonomous_system_organization: asnOrg,
    }),
  },
];

function typed(
  type: Typed["type"],
  number: number | undefined,
): Typed | undefined {
  return number === undefined ? undefined : new Typed(type, number);
}
