import { cleanText } from "../clean_text.ts";
import type { Facts } from "../facts.ts";
import { provinceCode } from "./china_provinces.ts";
import { codeOfCountry, isCountryCode } from "./country_names.ts";

/** A region as the Chinese files name it; empty text and `0` stand for unknown. */
export interface Region {
  /** By name. */
  readonly country?: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string;
  readonly province?: string;
  readonly city?: string;
  readonly district?: string;
  readonly isp?: string;
}

/** The files count them among the provinces; they have country codes of their own. */
const TERRITORIES: readonly string[] = ["HK", "MO", "TW"];

/**
 * The facts of a region, names as they are given. Nothing at all where there is
 * no country: what the files say of inner and reserved addresses, and of such
 * as belong to a continent, is no place.
 */
export function factsOfRegion(region: Region): Partial<Facts> {
  const province = known(region.province);
  const code = province && provinceCode(province);
  const stated = countryCodeOf(region);
  const isChina = stated === "CN";
  const countryCode = isChina && code && TERRITORIES.includes(code)
    ? code
    : stated;
  if (!countryCode) return {};
  const facts: Partial<Facts> = { countryCode };
  // "Hong Kong" as the region of Hong Kong says nothing more.
  if (province && code !== countryCode) {
    facts.region = province;
    if (isChina && code) facts.regionCode = code;
  }
  const city = known(region.city);
  if (city) facts.city = city;
  const district = known(region.district);
  if (district) facts.district = district;
  const isp = known(region.isp);
  if (isp) facts.isp = isp;
  return facts;
}

function countryCodeOf({ country, countryCode }: Region): string | undefined {
  if (countryCode && isCountryCode(countryCode)) return countryCode;
  const name = known(country);
  if (!name) return undefined;
  const code = codeOfCountry(name);
  // Some files name Hong Kong, Macao and Taiwan in the country's place.
  return code ?? territoryOf(name);
}

function territoryOf(name: string): string | undefined {
  const code = provinceCode(name);
  return code && TERRITORIES.includes(code) ? code : undefined;
}

function known(value: string | undefined): string | undefined {
  const text = cleanText(value);
  return text === "0" ? undefined : text;
}
