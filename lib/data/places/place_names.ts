import { BoundedMap } from "../../core/cache.ts";
import { latinNamesOf } from "./chinese_names.ts";
import type { Facts } from "../facts.ts";

const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ə: "a",
  ǝ: "a",
};

/** Normalizes the name of a place for comparison: lower case, without diacritics, punctuation and text in brackets. */
export function normalizeName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[ıłøđħðþæœßəǝ]/g, (letter) => LETTERS[letter])
    .replace(/\([^)]*\)|\[[^\]]*\]/g, " ")
    .replace(/['’‘ʻʼʿ`´]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Names per cache generation. Bounded because remote sources choose them. */
const MAX_CACHED = 4_096;

const spellingsCache = new BoundedMap<string, readonly string[]>(MAX_CACHED);

const KINDS =
  /\b(?:city|town|municipality|province|prefecture|region|shi|sheng|zhou|diqu)\b/g;

/** A Chinese or Japanese name of two or more characters, followed by the kind of place. */
const HAN_KIND = /^(\p{Script=Han}{2,})(?:[省市区區县縣州郡盟]|地区|地區)$/u;

/** DB-IP uses both "Baojishi" and "Baoji". */
const JOINED_SHI = /^([a-z]{5,})shi$/;

/**
 * Whether two names of cities or regions in the same country mean the same place:
 * 北京, 北京市, Beijing and Beijing City do. Names in different scripts match only
 * for China, from a table.
 */
export function isSamePlaceName(one: string, other: string): boolean {
  if (one === other) return true;
  const spellings = spellingsOf(other);
  return spellingsOf(one).some((spelling) => spellings.includes(spelling));
}

function spellingsOf(name: string): readonly string[] {
  return spellingsCache.getOrInsertComputed(name, computeSpellings);
}

function computeSpellings(name: string): readonly string[] {
  const trimmed = name.trim().replace("臺", "台");
  const bare = trimmed.replace(HAN_KIND, "$1");
  for (const one of [trimmed, bare]) {
    const latin = latinNamesOf(one);
    if (latin.length > 0) return latin;
  }
  const plain = normalizeName(bare);
  const core = plain.replace(/^city of\b/, " ").replace(KINDS, " ");
  const joined = (core.trim() || plain).replaceAll(" ", "");
  const withoutShi = joined.replace(JOINED_SHI, "$1");
  if (!joined) return [name];
  return withoutShi === joined ? [joined] : [joined, withoutShi];
}

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
