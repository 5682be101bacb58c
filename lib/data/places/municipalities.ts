import type { Facts } from "../facts.ts";
import { isSamePlaceName } from "./place_names.ts";

/** China's municipalities, by the part of the ISO 3166-2:CN code after the hyphen. */
const MUNICIPALITIES: ReadonlyMap<string, string> = new Map([
  ["BJ", "Beijing"],
  ["CQ", "Chongqing"],
  ["SH", "Shanghai"],
  ["TJ", "Tianjin"],
]);

/**
 * Makes the municipality the city of an address in one of China's four, and
 * what a database calls the city (Haidian, Jinrongjie) its district. Changes and
 * returns its argument.
 */
export function withMunicipality(facts: Partial<Facts>): Partial<Facts> {
  const { countryCode, regionCode, city } = facts;
  if (countryCode !== "CN" || !regionCode || city === undefined) return facts;
  const municipality = MUNICIPALITIES.get(regionCode);
  if (municipality === undefined) return facts;
  if (!isSamePlaceName(city, municipality)) facts.district ??= city;
  facts.city = municipality;
  return facts;
}
