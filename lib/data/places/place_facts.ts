import lookup from "@photostructure/tz-lookup";
import { type CompletePlace, withCountry } from "./countries.ts";
import { withMunicipality, withWard } from "./place_names.ts";
import { RegionCodes } from "./region_codes.ts";

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
export function createPlaceCompletion(): CompletePlace {
  const regions = new RegionCodes();
  return (facts) => {
    const { countryCode, region, latitude, longitude } = facts;
    if (countryCode && region && !facts.regionCode) {
      const code = regions.codeOf(countryCode, region);
      if (code) facts.regionCode = code;
    }
    withMunicipality(facts);
    withWard(facts);
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
