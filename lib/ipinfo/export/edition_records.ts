import { type MmdbValue, Typed } from "../../data/mmdb_values.ts";
import type { Profile } from "../profile.ts";
import { geoip2View } from "../records/geoip2.ts";

/** A database that is exported. Clients of MaxMind look for the last word in its name. */
export interface Edition {
  readonly name: string;
  readonly description: string;
  /** Whether there is a record of a profile. */
  has(profile: Profile): boolean;
  /** What decides on the record: texts, numbers that often repeat, and others. */
  keyOf(profile: Profile): RecordKey;
  /** The record of a profile that has a key. */
  recordOf(profile: Profile): MmdbValue;
}

/** Parts of a key; those of an edition have the same lengths. */
export interface RecordKey {
  readonly common: readonly (string | number | boolean | undefined)[];
  readonly numbers: readonly (number | undefined)[];
}

const hasCountry = ({ facts }: Profile) => facts.countryCode !== undefined;

export const EDITIONS: readonly Edition[] = [
  {
    name: "Porthole-City",
    description: "Places of IP addresses, from open data",
    has: hasCountry,
    keyOf({ facts, anycast }) {
      const { countryCode, regionCode, region, city, zip, timezone } = facts;
      const place = [countryCode, regionCode, region, city, zip, timezone];
      return {
        common: [...place, facts.accuracyRadiusKm, anycast !== null],
        numbers: [facts.latitude, facts.longitude],
      };
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
    has: hasCountry,
    keyOf: ({ facts: { countryCode }, anycast }) => ({
      common: [countryCode, anycast !== null],
      numbers: [],
    }),
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
    has: ({ facts }) => facts.asn !== undefined,
    keyOf: ({ facts: { asn, asnOrg } }) => ({
      common: [asn, asnOrg],
      numbers: [],
    }),
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
