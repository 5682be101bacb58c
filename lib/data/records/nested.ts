import { timeZoneName } from "../time_zone_name.ts";
import { cleanText } from "../clean_text.ts";
import type { Facts } from "../facts.ts";
import {
  asnOf,
  continentCodeOf,
  countryCodeOf,
  type Fields,
  fieldsOf,
  radiusKmOf,
  regionCodeOf,
} from "./fields.ts";
import { addNetwork } from "./network.ts";
import { addCity, addCoordinates } from "./place.ts";

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
