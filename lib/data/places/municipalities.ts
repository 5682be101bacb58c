import type { Facts } from "../facts.ts";
import { isSamePlaceName } from "./place_names.ts";

/** China's municipalities, by the part of the ISO 3166-2:CN code after the hyphen. */
const MUNICIPALITIES: ReadonlyMap<string, string> = new Map([
  ["BJ", "Beijing"],
  ["CQ", "Chongqing"],
  ["SH", "Shanghai"],
  ["TJ", "Tianjin"],
]);

/** Tokyo's special wards. */
const WARDS: ReadonlySet<string> = new Set(
  "Adachi Arakawa Bunkyo Chiyoda Chuo Edogawa Itabashi Katsushika Kita Koto Meguro Minato Nakano Nerima Ota Setagaya Shibuya Shinagawa Shinjuku Suginami Sumida Taito Toshima"
    .split(" "),
);

/**
 * Gives a ward of Tokyo its bare name: databases also call Minato "Minato City" and
 * "Minato-ku", sometimes all three in one file. Changes and returns its argument.
 */
export function withWard(facts: Partial<Facts>): Partial<Facts> {
  const { countryCode, regionCode, city } = facts;
  if (countryCode !== "JP" || regionCode !== "13" || !city) return facts;
  const ward = city.replace(/(?: City|[ -]ku)$/i, "");
  if (WARDS.has(ward)) facts.city = ward;
  return facts;
}

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
