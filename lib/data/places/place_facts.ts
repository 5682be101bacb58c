import { BoundedMap } from "../../core/cache.ts";
import { cleanText } from "../../core/text.ts";
import lookup from "@photostructure/tz-lookup";
import type { Facts } from "../facts.ts";
import { withCountry } from "./countries.ts";
import { RegionCodes } from "./region_codes.ts";

/** The parts of a city's name. */
export interface CityName {
  city: string;
  district?: string;
}

/** A name followed by text in brackets, which may be nested once. */
const BRACKETED = /^(.*?\S)\s+\(((?:[^()]|\([^()]*\))+)\)$/;

/** Text in brackets that distinguishes towns of the same name, and so belongs to the name. */
const PART_OF_NAME: readonly string[] = [
  "Aller",
  "Allgau",
  "Elbe",
  "Hessen",
  "LU",
  "Oder",
  "Ruhr",
  "Saale",
  "Schwarzwald",
  "Sieg",
  "Taunus",
  "Unterweser",
  "Wumme",
];

/**
 * Separates the district from a name in the form of DB-IP City Lite,
 * `San Jose (Tasman and Zanker)`. Any other name is returned whole as the city.
 */
export function splitCity(name: string): CityName {
  // A shortcut: every new record passes through here, and most names have no brackets.
  const match = name.endsWith(")") ? BRACKETED.exec(name) : null;
  if (!match) return { city: name };
  const [, city, inner] = match;
  const district = inner.trim();
  if (!district || PART_OF_NAME.includes(district)) return { city: name };
  // "(historical)" marks a place that no longer exists, and "Gronau (Gronau)" is redundant.
  return district === "historical" || district === city
    ? { city }
    : { city, district };
}

/** Entries per cache generation; there are about 600 zones. Bounded because remote sources choose the texts. */
const MAX_CACHED = 1_024;

/** Zone lookups are slow. Null for text that is not a zone. */
const zoneNameCache = new BoundedMap<string, string | null>(MAX_CACHED);

/**
 * A time zone name in IANA's spelling, from text in any case; undefined for
 * anything else, including UTC offsets. Former names are not replaced by current
 * ones.
 */
export function timeZoneName(value: unknown): string | undefined {
  const text = cleanText(value);
  if (!text) return undefined;
  let name = zoneNameCache.get(text);
  if (name === undefined) {
    name = nameOf(text);
    zoneNameCache.set(text, name);
  }
  return name ?? undefined;
}

function nameOf(text: string): string | null {
  if (!/^[a-z]/i.test(text)) return null;
  try {
    // Intl would return the oldest name of a zone: Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, text).timeZoneId;
  } catch {
    return null;
  }
}

/**
 * The IANA time zone at coordinates in degrees; undefined at sea, and for invalid
 * coordinates.
 */
export function timezoneAt(
  latitude: number,
  longitude: number,
): string | undefined {
  let zone: string;
  try {
    zone = lookup(latitude, longitude);
  } catch {
    return undefined;
  }
  // At sea the package returns a zone derived from the longitude.
  return zone.startsWith("Etc/") ? undefined : zone;
}

/** Creates a function that adds missing facts derived from country, region and coordinates. It changes and returns its argument. */
export function createPlaceCompletion(
  regions = new RegionCodes(),
): (facts: Partial<Facts>) => Partial<Facts> {
  return (facts) => {
    const { countryCode, region, latitude, longitude } = facts;
    if (countryCode && region && !facts.regionCode) {
      const code = regions.codeOf(countryCode, region);
      if (code) facts.regionCode = code;
    }
    withCountry(facts);
    if (
      !facts.timezone && latitude !== undefined && longitude !== undefined
    ) {
      const timezone = timezoneAt(latitude, longitude);
      if (timezone) facts.timezone = timezone;
    }
    return facts;
  };
}
