import { continents, countries, type TContinentCode } from "countries-list";
import type { Facts } from "../facts.ts";

/**
 * Time zones that CLDR, and with it `Intl`, knows by the name they had before,
 * with the name that the tz database has today.
 */
const RENAMED_TIME_ZONES: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
};

export type CountryFacts =
  & Pick<Facts, "country" | "continent" | "continentCode">
  & Partial<Pick<Facts, "timezone">>;

/**
 * Where GeoNames and MaxMind's GeoLite2, both as of 2025, agree on another
 * continent than the package: Russia (so do the M49 regions of the United
 * Nations) and Christmas Island.
 */
const CONTINENTS: Readonly<Record<string, TContinentCode>> = {
  RU: "EU",
  CX: "OC",
};

/** By code; no more than there are countries. */
const known = new Map<string, CountryFacts>();

/** Names a country, its continent and its time zone, where it has one alone, by the country's ISO 3166-1 alpha-2 code, upper case. The same object every time. */
export function countryFacts(code: string): CountryFacts | undefined {
  let facts = known.get(code);
  if (facts || !Object.hasOwn(countries, code)) return facts;
  const { name, continent } = countries[code as keyof typeof countries];
  const continentCode = CONTINENTS[code] ?? continent;
  facts = {
    country: name,
    continent: continents[continentCode],
    continentCode,
  };
  const timezone = singleTimeZone(code);
  if (timezone) facts.timezone = timezone;
  known.set(code, facts);
  return facts;
}

/**
 * The time zone of a country that has exactly one. By coordinates alone
 * northern Vietnam would be in Asia/Bangkok, which has kept the same time since
 * 1970.
 */
function singleTimeZone(code: string): string | undefined {
  const zones = new Intl.Locale("und", { region: code }).getTimeZones() ?? [];
  if (zones.length !== 1) return undefined;
  return RENAMED_TIME_ZONES[zones[0]] ?? zones[0];
}

/** Adds what {@link countryFacts} knows of the country, where it is not said, and gives the same object. */
export function withCountry(facts: Partial<Facts>): Partial<Facts> {
  const country = facts.countryCode && countryFacts(facts.countryCode);
  if (!country) return facts;
  // One by one: every new record comes by here, and a spread takes three times as long.
  facts.country ??= country.country;
  facts.continent ??= country.continent;
  facts.continentCode ??= country.continentCode;
  if (!facts.timezone) {
    const timezone = onlyTimezone(facts.countryCode!, facts.regionCode);
    if (timezone) facts.timezone = timezone;
  }
  return facts;
}

/**
 * The time zone of a country that has one alone, or undefined. China has one by
 * law; zone.tab gives Xinjiang the time that is kept there beside it.
 */
export function onlyTimezone(
  countryCode: string,
  regionCode: string | undefined,
): string | undefined {
  if (countryCode === "CN") {
    return regionCode === "XJ" ? "Asia/Urumqi" : "Asia/Shanghai";
  }
  return countryFacts(countryCode)?.timezone;
}
