import { cleanText } from "../clean_text.ts";
import type { Facts } from "../facts.ts";
import { timeZoneName } from "../time_zone_name.ts";
import {
  asnOf,
  continentCodeOf,
  countryCodeOf,
  type Fields,
  regionCodeOf,
} from "./fields.ts";
import { addNetwork } from "./network.ts";
import { addCity, addCoordinates } from "./place.ts";

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
