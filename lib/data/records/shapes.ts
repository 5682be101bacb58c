import { timeZoneName } from "../places/place_facts.ts";
import { cleanText } from "../../core/text.ts";
import type { Facts } from "../facts.ts";
import {
  addCity,
  addCoordinates,
  addNetwork,
  asnOf,
  continentCodeOf,
  countryCodeOf,
  type Fields,
  fieldsOf,
  radiusKmOf,
  regionCodeOf,
} from "./fields.ts";

/**
 * A flat record of ip-location-db: `country_code, state1, state2, city,
 * postcode, latitude, longitude, timezone`, where the empty string means
 * unknown, or `autonomous_system_number, autonomous_system_organization`, as
 * the ASN files of MaxMind and DB-IP have it too, or the `isp` and
 * `organization` beside these in MaxMind's ISP files.
 */
export function factsOfFlat(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  const country = countryCodeOf(fields.country_code);
  if (country) facts.countryCode = country;
  const region = cleanText(fields.state1);
  if (region) facts.region = region;
  addCity(facts, cleanText(fields.city), cleanText(fields.state2));
  const zip = cleanText(fields.postcode);
  if (zip) facts.zip = zip;
  const timezone = timeZoneName(fields.timezone);
  if (timezone) facts.timezone = timezone;
  addCoordinates(facts, fields.latitude, fields.longitude);
  addNetwork(facts, {
    asn: asnOf(fields.autonomous_system_number),
    asnOrg: cleanText(fields.autonomous_system_organization),
    isp: cleanText(fields.isp),
    org: cleanText(fields.organization),
  });
  return facts;
}

/** Fields that no other flat record has, whatever the file is about. */
const OWN: readonly string[] = [
  "asn",
  "country",
  "continent",
  "lat",
  "lng",
  "postal_code",
];

/** Whether a flat record is one of IPinfo's. */
export function isIpinfo(fields: Fields): boolean {
  return OWN.some((name) => typeof fields[name] === "string") ||
    typeof fields.lat === "number";
}

/**
 * A flat record of IPinfo. `country` and `continent` are names in the Lite
 * file, beside `country_code` and `continent_code`, and codes in the older
 * ones, beside `country_name` and `continent_name`. Numbers may be text.
 */
export function factsOfIpinfo(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  const countryCode = countryCodeOf(fields.country_code) ??
    countryCodeOf(fields.country);
  if (countryCode) facts.countryCode = countryCode;
  const country = nameIn(fields.country_name, fields.country);
  if (country) facts.country = country;
  const continentCode = continentCodeOf(fields.continent_code) ??
    continentCodeOf(fields.continent);
  if (continentCode) facts.continentCode = continentCode;
  const continent = nameIn(fields.continent_name, fields.continent);
  if (continent) facts.continent = continent;
  const region = cleanText(fields.region);
  if (region) facts.region = region;
  const regionCode = regionCodeOf(fields.region_code);
  if (regionCode) facts.regionCode = regionCode;
  addCity(facts, cleanText(fields.city));
  const zip = cleanText(fields.postal_code);
  if (zip) facts.zip = zip;
  const timezone = timeZoneName(fields.timezone);
  if (timezone) facts.timezone = timezone;
  addCoordinates(
    facts,
    fields.lat ?? fields.latitude,
    fields.lng ?? fields.longitude,
  );
  addNetwork(facts, {
    asn: asnOf(fields.asn),
    asnOrg: cleanText(fields.as_name),
  });
  const asnDomain = cleanText(fields.as_domain);
  if (asnDomain) facts.asnDomain = asnDomain;
  const asnType = cleanText(fields.as_type);
  if (asnType) facts.asnType = asnType;
  return facts;
}

/** The first that is no code. */
function nameIn(...values: unknown[]): string | undefined {
  for (const value of values) {
    const name = cleanText(value);
    if (name && !countryCodeOf(name)) return name;
  }
}

/**
 * A nested record as MaxMind writes it in GeoLite2 and GeoIP2 City, Country and
 * Enterprise files, and DB-IP after it: without codes of regions, and the
 * district in the city's name.
 */
export function factsOfNested(fields: Fields): Partial<Facts> {
  const facts: Partial<Facts> = {};
  addCountry(facts, fields);
  const { subdivisions } = fields;
  // The first is the upper level; the next is a county, not part of a city.
  const region = fieldsOf(Array.isArray(subdivisions) ? subdivisions[0] : null);
  const regionName = nameOf(region);
  if (regionName) facts.region = regionName;
  const regionCode = regionCodeOf(region.iso_code);
  if (regionCode) facts.regionCode = regionCode;
  addCity(facts, nameOf(fieldsOf(fields.city)));
  const zip = cleanText(fieldsOf(fields.postal).code);
  if (zip) facts.zip = zip;
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

/** Where a record knows no country, the one where the block is registered stands for it. */
function addCountry(facts: Partial<Facts>, fields: Fields): void {
  const located = fieldsOf(fields.country);
  const isLocated = countryCodeOf(located.iso_code) !== undefined;
  const country = isLocated ? located : fieldsOf(fields.registered_country);
  const countryCode = countryCodeOf(country.iso_code);
  if (countryCode) facts.countryCode = countryCode;
  const name = nameOf(country);
  if (countryCode && name) facts.country = name;
  // The continent is that of the place: it may not be the one of a registration.
  if (countryCode && !isLocated) return;
  const continent = fieldsOf(fields.continent);
  const continentCode = continentCodeOf(continent.code);
  if (continentCode) facts.continentCode = continentCode;
  const continentName = nameOf(continent);
  if (continentName) facts.continent = continentName;
}

function addLocation(facts: Partial<Facts>, location: Fields): void {
  addCoordinates(facts, location.latitude, location.longitude);
  const radius = radiusKmOf(location.accuracy_radius);
  if (radius && facts.latitude !== undefined) facts.accuracyRadiusKm = radius;
  const timezone = timeZoneName(location.time_zone);
  if (timezone) facts.timezone = timezone;
}

/** English, as all that is shown. */
function nameOf(thing: Fields): string | undefined {
  return cleanText(fieldsOf(thing.names).en);
}
