import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { cleanText } from "../data/clean_text.ts";
import { RENUMBERED } from "../data/region_codes.ts";

const english: Readonly<Record<string, string>> =
  cldr.subdivisions.localeDisplayNames.subdivisions;

/**
 * A country's name in a language; what is no code stands for itself, null for
 * what nobody can read.
 *
 * @param code ISO 3166-1 alpha-2, upper case
 * @param locale BCP 47
 */
export function countryName(code: string, locale: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return cleanText(code) ?? null;
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}

/**
 * A region's English name; what is no code stands for itself, null for what
 * nobody can read.
 *
 * @param code ISO 3166-2, upper case
 */
export function regionName(code: string): string | null {
  if (!/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code)) return cleanText(code) ?? null;
  const key = code.replace("-", "").toLowerCase();
  if (Object.hasOwn(english, key) && !RENUMBERED.includes(code.slice(0, 2))) {
    return withoutMarks(english[key]);
  }
  const listed = iso31662.find((entry) => entry.code === code);
  return listed ? withoutMarks(listed.name) : code;
}

/** CLDR numbers names that it has twice, ISO adds the languages of some: "Île-de-France²", "Diekirch (de, lb)". */
function withoutMarks(name: string): string {
  return name.replace(/[²³⁴-⁹]+$| \([a-z, ]+\)$/, "");
}
