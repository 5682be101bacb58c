import { timeZoneName } from "../time_zone_name.ts";
import { cleanText } from "../clean_text.ts";
import type { Facts } from "../facts.ts";
import { asnOf, countryCodeOf, type Fields } from "./fields.ts";
import { addNetwork } from "./network.ts";
import { addCity, addCoordinates } from "./place.ts";

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
