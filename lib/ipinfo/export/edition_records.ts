import { BoundedMap } from "../../core/cache.ts";
import { csvCell } from "../../core/text.ts";
import { type MmdbValue, Typed } from "../../data/mmdb_values.ts";
import type { Profile } from "../profile.ts";
import { geoip2Places, geoip2Point } from "../records/geoip2.ts";

/** A database that is exported. Clients of MaxMind look for the last word in its name. */
export interface Edition {
  readonly name: string;
  readonly description: string;
  /** Of what addresses with the same record have in common. */
  readonly by: "place" | "system";
  has(profile: Profile): boolean;
  /** The columns of the table, beside the first and the last address. */
  readonly columns: Columns;
  /** What decides on the record, beside the columns. */
  readonly hidden: readonly ((profile: Profile) => unknown)[];
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

const ANYCAST = { is_anycast: true };

/** The facts that decide on the parts of a place, from the outside to the inside. */
const LEVELS = [
  ["continent", (facts: PlaceFacts) => [facts.continentCode, facts.continent]],
  ["country", (facts: PlaceFacts) => [facts.countryCode, facts.country]],
  ["subdivisions", (facts: PlaceFacts) => [facts.regionCode, facts.region]],
  ["city", (facts: PlaceFacts) => [facts.city]],
] as const;

type PlaceFacts = Profile["facts"];

/** Places in a generation that are remembered. */
const MAX_PLACES = 4096;

const parts = new BoundedMap<string, MmdbValue | null>(MAX_PLACES);

/**
 * The parts of a place that have names. Equal ones are the same object, which is
 * written once without a comparison of its content.
 */
function placeOf(facts: PlaceFacts): Record<string, MmdbValue | undefined> {
  const place: Record<string, MmdbValue | undefined> = {};
  let computed: ReturnType<typeof geoip2Places> | undefined;
  let key = "";
  for (const [level, decisive] of LEVELS) {
    key += `${decisive(facts)}\n`;
    let part = parts.get(key);
    if (part === undefined) {
      part = (computed ??= geoip2Places(facts))[level] ?? null;
      parts.set(key, part);
    }
    if (part !== null) place[level] = part;
  }
  return place;
}

/** The end of a row of the table, with its line break. */
export function rowOf({ columns }: Edition, profile: Profile): string {
  let row = "";
  for (const name in columns) {
    row += `,${csvCell(columns[name](profile) ?? null)}`;
  }
  return `${row}\r\n`;
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
      const { facts } = profile;
      const { postal, location } = geoip2Point(facts);
      return {
        ...placeOf(facts),
        postal,
        location: location && {
          ...location,
          latitude: typed("double", location.latitude),
          longitude: typed("double", location.longitude),
          accuracy_radius: typed("uint16", location.accuracy_radius),
        },
        traits: isAnycast(profile) ? ANYCAST : undefined,
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
      const { continent, country } = placeOf(profile.facts);
      return {
        continent,
        country,
        traits: isAnycast(profile) ? ANYCAST : undefined,
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
