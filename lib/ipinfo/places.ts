import * as z from "zod";
import { COUNTRY_CENTERS } from "../facts/network_facts.ts";
import type { Facts, Profile } from "./profile.ts";
import { BoundedMap } from "../core/cache.ts";
import {
  chineseNameOf,
  cityInChinese,
  providerInChinese,
  subdivisionInChinese,
} from "../data/places/chinese_names.ts";
import { type Language, regionName } from "../i18n/language.ts";

export const placeReason = z.enum([
  "anycast",
  "country_only",
  "not_announced",
]);

/** Field of V1 and V2 that says why a record has no coordinates. */
export const reasonField = {
  reason: placeReason.nullable().describe(
    "Why there is no place: the address is in many places at once (anycast), only its country is known (country_only), or no loaded table says who announces it (not_announced). null if there is one, or for another reason.",
  ),
};

/** Why the coordinates of an address are unknown; null if they are known, or for another reason. */
export function reasonOf(
  { facts, anycast, isBogon }: Pick<Profile, "anycast" | "facts" | "isBogon">,
): z.infer<typeof placeReason> | null {
  const { latitude, region, city, countryCode, asn } = facts;
  if (isBogon || latitude !== undefined) return null;
  if (anycast) return "anycast";
  if (region !== undefined || city !== undefined) return null;
  if (countryCode !== undefined) return "country_only";
  return asn === undefined ? "not_announced" : null;
}

/**
 * Facts with the center of the country where the coordinates or the time zone are
 * unknown, for the formats of services that always have them.
 */
export function withCenter(
  facts: Readonly<Partial<Facts>>,
): Readonly<Partial<Facts>> {
  const code = facts.countryCode ?? "";
  if (!Object.hasOwn(COUNTRY_CENTERS, code)) return facts;
  const center = COUNTRY_CENTERS[code];
  const { latitude, longitude } =
    facts.latitude === undefined || facts.longitude === undefined
      ? center
      : facts;
  const timezone = facts.timezone ?? center.timezone;
  return { ...facts, latitude, longitude, timezone };
}

/** A time in a time zone; null for a zone that this runtime does not know. */
export function zonedTime(
  timezone: string,
  now: number,
): Temporal.ZonedDateTime | null {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timezone);
  } catch {
    return null;
  }
}

/** There are fewer time zones. */
const MAX_ZONES = 1_000;
const MINUTE_MS = 60_000;

/** The last time of day asked for in each zone. Working it out takes a tenth of a page's time. */
const clocks = new BoundedMap<string, { minute: number; text: string }>(
  MAX_ZONES,
);

/**
 * The time of day in a time zone, such as `23:05`; null for a zone that this
 * runtime does not know.
 */
export function clockIn(timezone: string, now: number): string | null {
  const minute = Math.floor(now / MINUTE_MS);
  const known = clocks.get(timezone);
  if (known?.minute === minute) return known.text;
  const time = zonedTime(timezone, now);
  if (time === null) return null;
  const text = time.toPlainTime().toString({ smallestUnit: "minute" });
  clocks.set(timezone, { minute, text });
  return text;
}

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
