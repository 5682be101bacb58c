import { continents, countries, type TContinentCode } from "countries-list";
import type { Facts } from "../facts.ts";

/**
 * Current tz database names of time zones for which CLDR, and therefore `Intl`,
 * uses the former name.
 */
const RENAMED_TIME_ZONES: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
};

/** `timezone` is present only if the country has exactly one. */
type CountryFacts =
  & Pick<Facts, "country" | "continent" | "continentCode">
  & Partial<Pick<Facts, "timezone">>;

/**
 * Corrections of the package: GeoNames and MaxMind's GeoLite2, both as of 2025,
 * agree on these continents. For Russia the M49 regions of the United Nations do
 * too.
 */
const CONTINENTS: Readonly<Record<string, TContinentCode>> = {
  RU: "EU",
  CX: "OC",
};

/** By code; bounded by the number of countries. */
const known = new Map<string, CountryFacts>();

/**
 * The facts that follow from a country; undefined for an unknown code. Returns the same object every time.
 *
 * @param code ISO 3166-1 alpha-2, upper case
 */
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
 * The time zone of a country that has exactly one. Better than a lookup by
 * coordinates, which puts northern Vietnam in Asia/Bangkok, because both have had
 * the same time since 1970.
 */
function singleTimeZone(code: string): string | undefined {
  const zones = new Intl.Locale("und", { region: code }).getTimeZones() ?? [];
  if (zones.length !== 1) return undefined;
  return RENAMED_TIME_ZONES[zones[0]] ?? zones[0];
}

/** The ISO 4217 code of a country's own or main currency; undefined if it has none. */
export function countryCurrency(code: string): string | undefined {
  return Object.hasOwn(countries, code)
    ? countries[code as keyof typeof countries].currency[0]
    : undefined;
}

/** Adds the facts that can be derived from the facts of a place. Changes and returns its argument. */
export type CompletePlace = (facts: Partial<Facts>) => Partial<Facts>;

/** Adds missing facts that {@link countryFacts} knows. Changes and returns its argument. */
export function withCountry(facts: Partial<Facts>): Partial<Facts> {
  const country = facts.countryCode && countryFacts(facts.countryCode);
  if (!country) return facts;
  // Every new record passes through here, and a spread takes three times as long.
  facts.country ??= country.country;
  facts.continent ??= country.continent;
  facts.continentCode ??= country.continentCode;
  if (!facts.timezone) {
    const timezone = countryTimezone(facts.countryCode!, facts.regionCode);
    if (timezone) facts.timezone = timezone;
  }
  return facts;
}

/**
 * The time zone of a country that has only one; otherwise undefined. China has
 * one by law, but zone.tab lists a second one, which is used in Xinjiang.
 *
 * @param countryCode ISO 3166-1 alpha-2, upper case
 * @param regionCode the part of the ISO 3166-2 code after the hyphen
 */
export function countryTimezone(
  countryCode: string,
  regionCode: string | undefined,
): string | undefined {
  if (countryCode === "CN") {
    return regionCode === "XJ" ? "Asia/Urumqi" : "Asia/Shanghai";
  }
  return countryFacts(countryCode)?.timezone;
}

const LETTERS = 26;
const A = 65;

/** The largest number that {@link countryNumber} returns. */
export const MAX_COUNTRY_NUMBER = LETTERS * LETTERS;

/** The number of an ISO 3166-1 alpha-2 code in upper case, from 1; 0 for other text. */
export function countryNumber(code: string): number {
  // A regular expression takes three times as long.
  const first = code.charCodeAt(0) - A;
  const second = code.charCodeAt(1) - A;
  const isCode = code.length === 2 && first >= 0 && first < LETTERS &&
    second >= 0 && second < LETTERS;
  return isCode ? first * LETTERS + second + 1 : 0;
}

const codes: (string | undefined)[] = [];

/** The code with a number; undefined for 0. The same object every time. */
export function countryCodeOf(number: number): string | undefined {
  if (number === 0) return undefined;
  return codes[number] ??= String.fromCharCode(
    A + Math.floor((number - 1) / LETTERS),
    A + (number - 1) % LETTERS,
  );
}
