import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { cleanText } from "../data/clean_text.ts";
import { RENUMBERED } from "../data/region_codes.ts";
import { subdivisionInChinese } from "../shared/chinese_subdivisions.ts";
import {
  type Language,
  regionName as nameOfCountry,
} from "../shared/language.ts";
import { adminAnalyticsTexts } from "../shared/texts/admin_analytics.ts";

/** What Cloudflare tells of a visitor over Tor in place of a country. */
const TOR = "T1";

/** CLDR's names, by codes in lower case without their hyphens. */
const english: Readonly<Record<string, string>> =
  cldr.subdivisions.localeDisplayNames.subdivisions;

/**
 * A country's name in a language; what is no code stands for itself, null for
 * what nobody can read.
 *
 * @param code ISO 3166-1 alpha-2, upper case
 */
export function countryName(code: string, language: Language): string | null {
  if (code === TOR) return adminAnalyticsTexts[language].tor;
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
  const [country, part] = code.split("-");
  const chinese = language === "zh"
    ? subdivisionInChinese(country, part)
    : undefined;
  const name = chinese ?? cldrName(code) ??
    iso31662.find((entry) => entry.code === code)?.name;
  return name === undefined ? code : withoutMarks(name);
}

function cldrName(code: string): string | undefined {
  if (RENUMBERED.includes(code.slice(0, 2))) return undefined;
  const key = code.replace("-", "").toLowerCase();
  return Object.hasOwn(english, key) ? english[key] : undefined;
}

/** CLDR numbers names that it has twice, ISO adds the languages of some: "Île-de-France²", "Diekirch (de, lb)". */
function withoutMarks(name: string): string {
  return name.replace(/[²³⁴-⁹]+$| \([a-z, ]+\)$/, "");
}
