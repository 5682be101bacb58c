import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import cldrChinese from "cldr-subdivisions-full/subdivisions/zh/zh.json" with {
  type: "json",
};
import { cleanText } from "../data/clean_text.ts";
import { RENUMBERED } from "../data/region_codes.ts";
import {
  type Language,
  regionName as nameOfCountry,
} from "../shared/language.ts";
import { CHINESE_PROVINCES } from "./chinese_provinces.ts";

/** CLDR's names, by codes in lower case without their hyphens. */
type Subdivisions = Readonly<Record<string, string>>;

const english: Subdivisions = cldr.subdivisions.localeDisplayNames.subdivisions;
const chinese: Subdivisions =
  cldrChinese.subdivisions.localeDisplayNames.subdivisions;

/**
 * A country's name in a language; what is no code stands for itself, null for
 * what nobody can read.
 *
 * @param code ISO 3166-1 alpha-2, upper case
 */
export function countryName(code: string, language: Language): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return cleanText(code) ?? null;
  return nameOfCountry(code, language) ?? code;
}

/**
 * A region's name, in English where no other is known; what is no code stands
 * for itself, null for what nobody can read.
 *
 * @param code ISO 3166-2, upper case
 */
export function regionName(
  code: string,
  language: Language = "en",
): string | null {
  if (!/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code)) return cleanText(code) ?? null;
  const name = (language === "zh" ? chineseName(code) : undefined) ??
    cldrName(code, english) ??
    iso31662.find((entry) => entry.code === code)?.name;
  return name === undefined ? code : withoutMarks(name);
}

function chineseName(code: string): string | undefined {
  const [country, part] = code.split("-");
  return country === "CN" && Object.hasOwn(CHINESE_PROVINCES, part)
    ? CHINESE_PROVINCES[part]
    : cldrName(code, chinese);
}

function cldrName(code: string, names: Subdivisions): string | undefined {
  if (RENUMBERED.includes(code.slice(0, 2))) return undefined;
  const key = code.replace("-", "").toLowerCase();
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

/** CLDR numbers names that it has twice, ISO adds the languages of some: "Île-de-France²", "Diekirch (de, lb)". */
function withoutMarks(name: string): string {
  return name.replace(/[²³⁴-⁹]+$| \([a-z, ]+\)$/, "");
}
