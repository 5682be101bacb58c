import type { Facts } from "./facts.ts";
import { withCountry } from "./countries.ts";
import { RegionCodes } from "./region_codes.ts";
import { timezoneAt } from "./time_zones.ts";

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
