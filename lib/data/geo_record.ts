import { type CityName, splitCity } from "./city_name.ts";
import type { Facts } from "./facts.ts";

const MAX_TEXT = 200;

/**
 * Reads a flat record of ip-location-db: `country_code, state1, state2, city,
 * postcode, latitude, longitude, timezone`, where the empty string means
 * unknown. A field of another type or out of range is left out: the file may
 * come from anywhere.
 */
export function factsOfRecord(record: unknown): Partial<Facts> {
  if (typeof record !== "object" || record === null) return {};
  const fields = record as Record<string, unknown>;
  const facts: Partial<Facts> = {};
  const country = text(fields.country_code);
  if (country && /^[A-Z]{2}$/.test(country)) facts.countryCode = country;
  const region = text(fields.state1);
  if (region) facts.region = region;
  const name = text(fields.city);
  const { city, district }: Partial<CityName> = name ? splitCity(name) : {};
  if (city) facts.city = city;
  const part = text(fields.state2) ?? district;
  if (part) facts.district = part;
  const zip = text(fields.postcode);
  if (zip) facts.zip = zip;
  const timezone = text(fields.timezone);
  if (timezone) facts.timezone = timezone;
  const latitude = degrees(fields.latitude, 90);
  const longitude = degrees(fields.longitude, 180);
  if (latitude !== undefined && longitude !== undefined) {
    facts.latitude = latitude;
    facts.longitude = longitude;
  }
  return facts;
}

/** Text for people to read: not empty, not endless, without control characters. */
function text(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_TEXT) return undefined;
  const trimmed = value.trim();
  return trimmed && !/\p{Cc}/u.test(trimmed) ? trimmed : undefined;
}

/** The coordinates are 32-bit floats: past four places they are noise. */
function degrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== "number" || !(Math.abs(value) <= limit)) {
    return undefined;
  }
  return Math.round(value * 1e4) / 1e4 + 0;
}
