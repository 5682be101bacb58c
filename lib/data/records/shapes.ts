import {
  addCity,
  addCoordinates,
  addKnown,
  addNetwork,
  asnOf,
  continentCodeOf,
  countryCodeOf,
  type Fields,
  fieldsOf,
  radiusKmOf,
  regionCodeOf,
  timeZoneName,
} from "./fields.ts";
import { cleanText } from "../../core/text.ts";
import type { Facts } from "../facts.ts";

/**
 * The facts in a flat record. ip-location-db has `country_code, state1, state2,
 * city, postcode, latitude, longitude, timezone`, in which an empty string means
 * unknown. ASN files, also MaxMind's and DB-IP's, have `autonomous_system_number,
 * autonomous_system_organization`; MaxMind's ISP files add `isp` and
 * `organization`.
 */
export function factsOfFlat(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  addKnown(facts, {
    countryCode: countryCodeOf(fields.country_code),
    region: cleanText(fields.state1),
    zip: cleanText(fields.postcode),
    timezone: timeZoneName(fields.timezone),
  });
  addCity(facts, cleanText(fields.city), cleanText(fields.state2));
  addCoordinates(facts, fields.latitude, fields.longitude);
  addNetwork(facts, {
    asn: asnOf(fields.autonomous_system_number),
    asnOrg: cleanText(fields.autonomous_system_organization),
    isp: cleanText(fields.isp),
    org: cleanText(fields.organization),
  });
  return facts;
}

/** Fields that only IPinfo's flat records have. */
const OWN: readonly string[] = [
  "asn",
  "country",
  "continent",
  "lat",
  "lng",
  "postal_code",
];

export function isIpinfo(fields: Fields): boolean {
  return OWN.some((name) => typeof fields[name] === "string") ||
    typeof fields.lat === "number";
}

/**
 * The facts in a flat record of IPinfo. In the Lite file `country` and
 * `continent` are names, with codes in `country_code` and `continent_code`; in
 * older files they are codes, with names in `country_name` and `continent_name`.
 * Numbers may be text.
 */
export function factsOfIpinfo(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  addKnown(facts, {
    countryCode: countryCodeOf(fields.country_code) ??
      countryCodeOf(fields.country),
    country: nameIn(fields.country_name, fields.country),
    continentCode: continentCodeOf(fields.continent_code) ??
      continentCodeOf(fields.continent),
    continent: nameIn(fields.continent_name, fields.continent),
    region: cleanText(fields.region),
    regionCode: regionCodeOf(fields.region_code),
    zip: cleanText(fields.postal_code),
    timezone: timeZoneName(fields.timezone),
    asnDomain: cleanText(fields.as_domain),
    asnType: cleanText(fields.as_type),
  });
  addCity(facts, cleanText(fields.city));
  addCoordinates(
    facts,
    fields.lat ?? fields.latitude,
    fields.lng ?? fields.longitude,
  );
  addNetwork(facts, {
    asn: asnOf(fields.asn),
    asnOrg: cleanText(fields.as_name),
  });
  return facts;
}

/** The first text that is not a code. */
function nameIn(...values: unknown[]): string | undefined {
  for (const value of values) {
    const name = cleanText(value);
    if (name && !countryCodeOf(name)) return name;
  }
}

/**
 * The facts in a nested record of MaxMind's GeoLite2 and GeoIP2 City, Country
 * and Enterprise files. DB-IP uses the same shape without region codes, and puts
 * the district into the city's name.
 */
export function factsOfNested(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  addCountry(facts, fields);
  const { subdivisions } = fields;
  // The first is the highest level; the second is a county, not a district of a city.
  const region = fieldsOf(Array.isArray(subdivisions) ? subdivisions[0] : null);
  addKnown(facts, {
    region: nameOf(region),
    regionCode: regionCodeOf(region.iso_code),
    zip: cleanText(fieldsOf(fields.postal).code),
  });
  addCity(facts, nameOf(fieldsOf(fields.city)));
  addLocation(facts, fieldsOf(fields.location));
  const traits = fieldsOf(fields.traits);
  addNetwork(facts, {
    asn: asnOf(traits.autonomous_system_number) ??
      asnOf(fields.autonomous_system_number),
    asnOrg: cleanText(traits.autonomous_system_organization) ??
      cleanText(fields.autonomous_system_organization),
    isp: cleanText(traits.isp) ?? cleanText(fields.isp),
    org: cleanText(traits.organization) ?? cleanText(fields.organization),
  });
  return facts;
}

/** Falls back to the country in which the block is registered. */
function addCountry(facts: Partial<Facts>, fields: Fields): void {
  const located = fieldsOf(fields.country);
  const isLocated = countryCodeOf(located.iso_code) !== undefined;
  const country = isLocated ? located : fieldsOf(fields.registered_country);
  const countryCode = countryCodeOf(country.iso_code);
  addKnown(facts, { countryCode, country: countryCode && nameOf(country) });
  // `continent` belongs to the location, and need not be that of the registration.
  if (countryCode && !isLocated) return;
  const continent = fieldsOf(fields.continent);
  addKnown(facts, {
    continentCode: continentCodeOf(continent.code),
    continent: nameOf(continent),
  });
}

function addLocation(facts: Partial<Facts>, location: Fields): void {
  addCoordinates(facts, location.latitude, location.longitude);
  const radius = radiusKmOf(location.accuracy_radius);
  if (radius && facts.latitude !== undefined) facts.accuracyRadiusKm = radius;
  addKnown(facts, { timezone: timeZoneName(location.time_zone) });
}

function nameOf(entity: Fields): string | undefined {
  return cleanText(fieldsOf(entity.names).en);
}
