import { countryNumber } from "./country_number.ts";
import type { Facts } from "./facts.ts";

/**
 * A function that returns the `countryNumber` of a record, by its id: 0 if the record
 * has no country, or is damaged.
 */
export function recordCountries(
  factsOf: (id: number) => Partial<Facts>,
): (id: number) => number {
  const known = new Map<number, number>();
  const read = (id: number) => {
    try {
      return countryNumber(factsOf(id).countryCode ?? "");
    } catch {
      return 0;
    }
  };
  return (id) => known.getOrInsertComputed(id, read);
}
