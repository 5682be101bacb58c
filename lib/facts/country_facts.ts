import centers from "../../facts/country_centers.csv" with { type: "text" };
import { readFacts } from "./read_facts.ts";

interface CountryCenter {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

const DEGREES = /^-?\d{1,3}(?:\.\d{1,2})?$/;

/** The center of each country, by its code. */
export const COUNTRY_CENTERS: Readonly<Record<string, CountryCenter>> = Object
  .fromEntries(
    readFacts("country_centers.csv", centers, {
      country: /^[A-Z]{2}$/,
      latitude: DEGREES,
      longitude: DEGREES,
      timezone: /^[A-Z]\w+(?:\/[A-Z][\w-]+){1,2}$/,
    }, ["country"]).map((
      { cells: { country, latitude, longitude, timezone } },
    ) => [country, {
      latitude: Number(latitude),
      longitude: Number(longitude),
      timezone,
    }]),
  );
