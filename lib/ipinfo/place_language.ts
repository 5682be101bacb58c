import type { Facts } from "../data/facts.ts";
import {
  chineseNameOf,
  cityInChinese,
  providerInChinese,
  subdivisionInChinese,
} from "../data/places/chinese_names.ts";
import { type Language, regionName } from "../i18n/language.ts";

const CONTINENTS: Readonly<Record<string, string>> = {
  AF: "非洲",
  AN: "南极洲",
  AS: "亚洲",
  EU: "欧洲",
  NA: "北美洲",
  OC: "大洋洲",
  SA: "南美洲",
};

/**
 * Facts with the names of places in a language. Sources name places in English; a
 * name without a known translation stays as it is. Does not change its argument.
 */
export function withPlacesIn(
  language: Language,
  facts: Readonly<Partial<Facts>>,
): Readonly<Partial<Facts>> {
  const { countryCode, regionCode, continentCode } = facts;
  if (language === "en" || !countryCode) return facts;
  const translated: Partial<Facts> = {
    country: regionName(countryCode, language) ?? facts.country,
    continent: continentCode && CONTINENTS[continentCode] || facts.continent,
    region: regionCode && subdivisionInChinese(countryCode, regionCode) ||
      facts.region,
    city: facts.city && cityName(countryCode, regionCode, facts.city),
  };
  return { ...facts, ...translated };
}

/** The same with the names of providers, which APIs leave as their sources have them. */
export function withNamesIn(
  language: Language,
  facts: Readonly<Partial<Facts>>,
): Readonly<Partial<Facts>> {
  const placed = withPlacesIn(language, facts);
  if (language === "en") return placed;
  const { asnOrg, isp } = facts;
  return {
    ...placed,
    ...asnOrg !== undefined && { asnOrg: providerInChinese(asnOrg) },
    ...isp !== undefined && { isp: providerInChinese(isp) },
  };
}

function cityName(
  countryCode: string,
  regionCode: string | undefined,
  city: string,
): string {
  const name = countryCode === "CN"
    ? regionCode && chineseNameOf(city, regionCode)
    : cityInChinese(countryCode, city);
  return name || city;
}
