import centers from "../../facts/country_centers.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

const DEGREES = /^-?\d{1,3}(?:\.\d{1,2})?$/;

/** The center of each country, by its code. */
export const COUNTRY_CENTERS = new Map(
  readFacts("country_centers.csv", centers, {
    country: /^[A-Z]{2}$/,
    latitude: DEGREES,
    longitude: DEGREES,
    timezone: /^[A-Z]\w+(?:\/[A-Z][\w-]+){1,2}$/,
  }, ["country"]).map(({ cells: { country, latitude, longitude, timezone } }) =>
    [country, {
      latitude: Number(latitude),
      longitude: Number(longitude),
      timezone,
    }] as const
  ),
);
