/** Bit flags of fact groups. If sources disagree within a group, all its facts come from one of them. */
export const GROUP_PLACE = 1;
export const GROUP_NETWORK = 2;
export const GROUP_COORDINATES = 4;
export const GROUP_REGION = 8;
/** Valid only together with the region. */
export const GROUP_WITHIN_REGION = 16;
/** Valid only together with the city. */
export const GROUP_WITHIN_CITY = 32;
/** Valid only together with the route. */
export const GROUP_WITHIN_ROUTE = 64;

const text = (label: string, groups = 0) =>
  ({ type: "text", label, groups }) as const;
const number = (label: string, groups = 0) =>
  ({ type: "number", label, groups }) as const;

/**
 * Every fact about an address, except its risks, in display order: type, English
 * label and groups.
 */
export const FACTS = {
  /** The operator's own name for the block. */
  label: text("Label"),
  note: text("Note"),
  hostname: text("Reverse DNS"),
  continent: text("Continent", GROUP_PLACE),
  /** Two letters: AF, AN, AS, EU, NA, OC, SA. */
  continentCode: text("Continent code", GROUP_PLACE),
  country: text("Country", GROUP_PLACE),
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode: text("Country code"),
  region: text("Region", GROUP_PLACE | GROUP_REGION),
  /** The part of the ISO 3166-2 code after the hyphen. */
  regionCode: text("Region code", GROUP_PLACE | GROUP_REGION),
  city: text("City", GROUP_PLACE | GROUP_WITHIN_REGION),
  district: text(
    "District",
    GROUP_PLACE | GROUP_WITHIN_REGION | GROUP_WITHIN_CITY,
  ),
  zip: text(
    "Postal code",
    GROUP_PLACE | GROUP_WITHIN_REGION | GROUP_WITHIN_CITY,
  ),
  /** Degrees, WGS 84. */
  latitude: number(
    "Latitude",
    GROUP_PLACE | GROUP_WITHIN_REGION | GROUP_COORDINATES,
  ),
  longitude: number(
    "Longitude",
    GROUP_PLACE | GROUP_WITHIN_REGION | GROUP_COORDINATES,
  ),
  accuracyRadiusKm: number(
    "Accuracy, km",
    GROUP_PLACE | GROUP_WITHIN_REGION | GROUP_COORDINATES,
  ),
  /** IANA time zone name. */
  timezone: text("Time zone", GROUP_PLACE | GROUP_WITHIN_REGION),
  asn: number("ASN"),
  /** Per cent; only if registrations alone name the system. */
  asnConfidence: number("ASN sure, %", GROUP_NETWORK),
  asnOrg: text("AS organization", GROUP_NETWORK),
  /** The registry's short handle of the autonomous system, for example GOOGLE. */
  asnName: text("AS name", GROUP_NETWORK),
  asnDomain: text("AS domain", GROUP_NETWORK),
  asnType: text("AS type", GROUP_NETWORK),
  /** ISO 8601 date. */
  asnCreated: text("AS created", GROUP_NETWORK),
  asnUpdated: text("AS updated", GROUP_NETWORK),
  /** The announced block, as CIDR. */
  route: text("Route", GROUP_NETWORK),
  /** Whether the RPKI authorizes the system to announce the route: valid, invalid or not-found (RFC 6811). */
  rpki: text("RPKI", GROUP_NETWORK | GROUP_WITHIN_ROUTE),
  rir: text("Registry"),
  isp: text("ISP", GROUP_NETWORK),
  org: text("Organization", GROUP_NETWORK),
  assignedOrg: text("Assigned to"),
  /** 0 to 100, from abuse reports. */
  abuseScore: number("Abuse score"),
  abuseEmail: text("Abuse e-mail"),
  abusePhone: text("Abuse phone"),
};

export type Fact = keyof typeof FACTS;

/** The value of each fact. Unknown facts are absent or undefined. */
export type Facts = {
  [F in Fact]: typeof FACTS[F]["type"] extends "number" ? number : string;
};

export const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** All facts; unknown ones are undefined. */
export type AllFacts = { [F in Fact]: Facts[F] | undefined };

/**
 * A copy that has all keys, in one order. V8 takes several times as long to copy, fill
 * and read objects of many shapes.
 */
export function allFacts(facts: Readonly<Partial<Facts>>): AllFacts {
  return {
    label: facts.label,
    note: facts.note,
    hostname: facts.hostname,
    continent: facts.continent,
    continentCode: facts.continentCode,
    country: facts.country,
    countryCode: facts.countryCode,
    region: facts.region,
    regionCode: facts.regionCode,
    city: facts.city,
    district: facts.district,
    zip: facts.zip,
    latitude: facts.latitude,
    longitude: facts.longitude,
    accuracyRadiusKm: facts.accuracyRadiusKm,
    timezone: facts.timezone,
    asn: facts.asn,
    asnConfidence: facts.asnConfidence,
    asnOrg: facts.asnOrg,
    asnName: facts.asnName,
    asnDomain: facts.asnDomain,
    asnType: facts.asnType,
    asnCreated: facts.asnCreated,
    asnUpdated: facts.asnUpdated,
    route: facts.route,
    rpki: facts.rpki,
    rir: facts.rir,
    isp: facts.isp,
    org: facts.org,
    assignedOrg: facts.assignedOrg,
    abuseScore: facts.abuseScore,
    abuseEmail: facts.abuseEmail,
    abusePhone: facts.abusePhone,
  };
}
