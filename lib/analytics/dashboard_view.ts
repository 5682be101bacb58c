import { formatText } from "../i18n/format.ts";
import cldr from "cldr-subdivisions-full/subdivisions/en/en.json" with {
  type: "json",
};
import { iso31662 } from "iso-3166";
import { cleanText, escapeInvisible } from "../core/text.ts";
import { RENUMBERED } from "../data/places/region_codes.ts";
import { subdivisionInChinese } from "../data/places/chinese_names.ts";
import {
  type Language,
  LANGUAGE_TAGS,
  regionName as nameOfCountry,
} from "../i18n/language.ts";
import { adminAnalyticsTexts } from "./view/texts.ts";
import {
  type AnalyticsView,
  type BarView,
  FIGURE_NAMES,
  type Range,
} from "./view/dashboard_view.ts";
import { axisTicks, figureView, shortNumber } from "./figures.ts";
import type { Dashboard, Item, Place } from "./dashboard.ts";

/** Browsers by the names that Umami gives them. */
const BROWSERS: Readonly<Record<string, string>> = {
  "chrome": "Chrome",
  "chromium-webview": "Chrome WebView",
  "crios": "Chrome (iOS)",
  "edge": "Edge (Legacy)",
  "edge-chromium": "Edge",
  "edge-ios": "Edge (iOS)",
  "firefox": "Firefox",
  "fxios": "Firefox (iOS)",
  "ie": "Internet Explorer",
  "ios": "Safari (iOS)",
  "ios-webview": "iOS WebView",
  "android": "Android Browser",
  "miui": "Mi Browser",
  "opera": "Opera",
  "opera-mini": "Opera Mini",
  "safari": "Safari",
  "samsung": "Samsung Internet",
  "silk": "Amazon Silk",
  "yandexbrowser": "Yandex Browser",
};

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
  // CLDR numbers duplicate names ("Île-de-France²"), and ISO 3166 adds languages to some ("Diekirch (de, lb)").
  return name?.replace(/[²³⁴-⁹]+$| \([a-z, ]+\)$/, "") ?? code;
}

function cldrName(code: string): string | undefined {
  if (RENUMBERED.includes(code.slice(0, 2))) return undefined;
  const key = code.replace("-", "").toLowerCase();
  return Object.hasOwn(english, key) ? english[key] : undefined;
}

export function dashboardView(
  dashboard: Dashboard,
  range: Range,
  language: Language = "en",
): AnalyticsView {
  const { askedAtMs, unit, website, active, totals, before, points } =
    dashboard;
  const texts = adminAnalyticsTexts[language];
  const dayLabel = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const bars = (
    rows: readonly { name: string | null; count: number }[] | null,
    isOfVisitors = true,
  ): BarView[] | null =>
    rows && rows.map(({ name, count }) => ({
      name,
      count,
      share: isOfVisitors ? shareText(count, totals.visitors) : null,
    }));
  const named = (
    items: readonly Item[] | null,
    nameOf: (name: string) => string,
    none: string | null = null,
  ) =>
    items && items.map(({ name, count }) => ({
      name: name === null ? none : shortText(nameOf(name)),
      count,
    }));
  return {
    askedAtMs,
    range,
    website: {
      name: cleanText(website.name) ?? cleanText(website.domain) ?? null,
      href: websiteHref(website.domain),
    },
    active: active === null ? null : shortNumber(active, language),
    figures: FIGURE_NAMES.map((name) =>
      figureView(name, totals[name], before[name], language)
    ),
    unit,
    points: points.map((point) => ({
      ...point,
      label: unit === "hour"
        ? point.time.slice(-5)
        : dayLabel.format(Date.parse(point.time)),
    })),
    ticks: axisTicks(
      Math.max(
        ...points.map(({ pageviews, visitors, pageviewsBefore }) =>
          Math.max(pageviews, visitors, pageviewsBefore ?? 0)
        ),
      ),
    ),
    lists: {
      // Umami 2.15 counts pageviews here, and later versions visitors.
      pages: bars(named(dashboard.pages, String), false),
      referrers: bars(named(dashboard.referrers, String, texts.direct), false),
      countries: bars(
        dashboard.countries?.map(({ country, visitors }) => ({
          name: country && countryName(country, language),
          count: visitors,
        })) ?? null,
      ),
      regions: bars(
        dashboard.regions?.map((place) => ({
          name: regionLabel(place, language),
          count: place.visitors,
        })) ?? null,
      ),
      browsers: bars(
        named(dashboard.browsers, (code) => textIn(BROWSERS, code)),
      ),
      devices: bars(
        named(dashboard.devices, (code) => textIn(texts.devices, code)),
      ),
    },
    isEmpty: totals.pageviews === 0 &&
      points.every(({ pageviews, visitors }) => pageviews + visitors === 0),
  };
}

/** The start page of a website; null if the server did not report its host. */
function websiteHref(domain: string | null | undefined): string | null {
  const host = cleanText(domain)?.replace(/^https?:\/\//, "");
  const url = URL.parse(`https://${host ?? ""}`);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return url.href;
}

function textIn(texts: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(texts, code) ? texts[code] : code;
}

const MAX_CHARACTERS = 100;

/** Text of visitors on one line, with its invisible characters escaped. */
function shortText(text: string): string {
  const characters = Array.from(escapeInvisible(text));
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join("")}…`
    : characters.join("");
}

function regionLabel(
  { country, region }: Place,
  language: Language,
): string | null {
  const name = region && regionName(region, language);
  const around = country && countryName(country, language);
  // A country alone is not a region.
  return name && around
    ? formatText(adminAnalyticsTexts[language].regionIn, {
      region: name,
      country: around,
    })
    : name;
}

/** The share of all visitors, at most 100%: the server counts the two separately. */
function shareText(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.min(part / whole, 1) * 100;
  return percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}
