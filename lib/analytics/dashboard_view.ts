import { iso31662 } from "iso-3166";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { cleanText } from "../core/text.ts";
import { RENUMBERED } from "../data/places/region_codes.ts";
import { subdivisionInChinese } from "../i18n/chinese_subdivisions.ts";
import {
  type Language,
  LANGUAGE_TAGS,
  regionName as nameOfCountry,
} from "../i18n/language.ts";
import { adminAnalyticsTexts } from "./view/texts.ts";
import {
  type AnalyticsView,
  FIGURE_NAMES,
  type PlaceView,
} from "./view/dashboard_view.ts";
import { axisTicks, figureView } from "./figures.ts";
import type { Dashboard, Place } from "./dashboard.ts";

/** Cloudflare's country code for visitors over Tor. */
const TOR = "T1";

/** CLDR names by code, in lower case and without hyphens. */
const english: Readonly<Record<string, string>> =
  cldr.subdivisions.localeDisplayNames.subdivisions;

/**
 * The name of a country in a language. Text that is not a code stays as it is;
 * unreadable text gives null.
 *
 * @param code ISO 3166-1 alpha-2, upper case
 */
export function countryName(code: string, language: Language): string | null {
  if (code === TOR) return adminAnalyticsTexts[language].tor;
  if (!/^[A-Z]{2}$/.test(code)) return cleanText(code) ?? null;
  return nameOfCountry(code, language) ?? code;
}

/**
 * The name of a region, in English if there is no other. Text that is not a code
 * stays as it is; unreadable text gives null.
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

/** CLDR numbers duplicate names ("Île-de-France²"), and ISO 3166 adds languages to some ("Diekirch (de, lb)"). */
function withoutMarks(name: string): string {
  return name.replace(/[²³⁴-⁹]+$| \([a-z, ]+\)$/, "");
}

/** The dashboard for display. */
export function dashboardView(
  { askedAtMs, totals, before, days, countries, regions }: Dashboard,
  language: Language = "en",
): AnalyticsView {
  const dayLabel = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const placeView = (name: string | null, visitors: number): PlaceView => ({
    name,
    visitors,
    share: shareText(visitors, totals.visitors),
  });
  return {
    askedAtMs,
    figures: FIGURE_NAMES.map((name) =>
      figureView(name, totals[name], before[name], language)
    ),
    days: days.map((day) => ({
      ...day,
      label: dayLabel.format(Date.parse(day.date)),
    })),
    ticks: axisTicks(
      Math.max(...days.map((day) => Math.max(day.pageviews, day.visitors))),
    ),
    countries: countries.map(({ country, visitors }) =>
      placeView(country && countryName(country, language), visitors)
    ),
    regions: regions.map((place) =>
      placeView(regionLabel(place, language), place.visitors)
    ),
    isEmpty: totals.pageviews === 0 &&
      days.every(({ pageviews, visitors }) => pageviews + visitors === 0),
  };
}

function regionLabel(
  { country, region }: Place,
  language: Language,
): string | null {
  const name = region && regionName(region, language);
  const around = country && countryName(country, language);
  // A country alone is not a region.
  return name && around
    ? adminAnalyticsTexts[language].regionIn(name, around)
    : name;
}

/** The share of all visitors, at most 100%: the server counts the two separately. */
function shareText(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.min(part / whole, 1) * 100;
  return percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}
