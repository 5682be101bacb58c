import { csvRow } from "../../core/text.ts";
import { type MmdbValue, Typed } from "../../data/mmdb_values.ts";
import type { Profile } from "../profile.ts";
import { geoip2View } from "../records/geoip2.ts";

/** A database that is exported. Clients of MaxMind look for the last word in its name. */
export interface Edition {
  readonly name: string;
  readonly description: string;
  /** Of what addresses with the same record have in common. */
  readonly by: "place" | "system";
  /** Whether there is a record of a profile. */
  has(profile: Profile): boolean;
  /** The columns of the table, beside the first and the last address. */
  readonly columns: Columns;
  /** What decides on the record, beside the columns. */
  readonly hidden: readonly ((profile: Profile) => unknown)[];
  /** The record of a profile. */
  recordOf(profile: Profile): MmdbValue;
}

type Columns = Readonly<
  Record<string, (profile: Profile) => string | number | undefined>
>;

const hasCountry = ({ facts }: Profile) => facts.countryCode !== undefined;

const COUNTRY: Columns = {
  continent_code: ({ facts }) => facts.continentCode,
  country_code: ({ facts }) => facts.countryCode,
  country: ({ facts }) => facts.country,
};

const isAnycast = ({ anycast }: Profile) => anycast !== null;

/** The end of a row of the table, with its line break. */
export function rowOf({ columns }: Edition, profile: Profile): string {
  const cells = Object.values(columns).map((valueOf) =>
    valueOf(profile) ?? null
  );
  return `,${csvRow(cells)}`;
}

export const EDITIONS: readonly Edition[] = [
  {
    name: "Porthole-City",
    description: "Places of IP addresses, from open data",
    by: "place",
    has: hasCountry,
    columns: {
      ...COUNTRY,
      region_code: ({ facts }) => facts.regionCode,
      region: ({ facts }) => facts.region,
      city: ({ facts }) => facts.city,
      postal_code: ({ facts }) => facts.zip,
      latitude: ({ facts }) => facts.latitude,
      longitude: ({ facts }) => facts.longitude,
      time_zone: ({ facts }) => facts.timezone,
    },
    hidden: [isAnycast, ({ facts }) => facts.accuracyRadiusKm],
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
    by: "place",
    has: hasCountry,
    columns: COUNTRY,
    hidden: [isAnycast],
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
    by: "system",
    has: ({ facts }) => facts.asn !== undefined,
    columns: {
      asn: ({ facts }) => facts.asn,
      organization: ({ facts }) => facts.asnOrg,
    },
    hidden: [],
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
