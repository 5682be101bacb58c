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

/** A name and what stands in brackets at its end; the brackets may hold brackets in turn. */
const BRACKETED = /^(.*?\S)\s+\(((?:[^()]|\([^()]*\))+)\)$/;

/** In brackets, what tells towns of one name apart: it belongs to the name. */
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
 * Takes the district out of a name such as DB-IP City Lite writes it,
 * `San Jose (Tasman and Zanker)`; any other name is the city's, whole.
 */
export function splitCity(name: string): CityName {
  // Most names have no brackets, and this is on the way of every new record.
  const match = name.endsWith(")") ? BRACKETED.exec(name) : null;
  if (!match) return { city: name };
  const [, city, inner] = match;
  const district = inner.trim();
  if (!district || PART_OF_NAME.includes(district)) return { city: name };
  // "(historical)" says that a place is no more; "Gronau (Gronau)" says nothing.
  return district === "historical" || district === city
    ? { city }
    : { city, district };
}

/** Texts in a generation; there are some 600 zones. Bounded because others send them. */
const MAX_CACHED = 1_024;

/** Looking a zone up is slow. Null is what is none. */
const zoneNameCache = new BoundedMap<string, string | null>(MAX_CACHED);

/**
 * The name of a time zone as IANA writes it, by text in any case; undefined
 * for what is none, bare offsets among it. A name that has got a newer one
 * stays as it is, and so does the newer one.
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
    // Not by Intl, which gives the oldest name of a zone: Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, text).timeZoneId;
  } catch {
    return null;
  }
}

/**
 * The IANA time zone at a place, in degrees; undefined at sea and where the
 * coordinates are none.
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
  // Off the coasts the package answers with a zone by longitude.
  return zone.startsWith("Etc/") ? undefined : zone;
}

/** Adds what follows from the country, the region and the coordinates, where it is not said, and gives the same object. */
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
