import {
  type AnalyticsView,
  FIGURE_NAMES,
  type PlaceView,
} from "../shared/analytics_view.ts";
import { type Language, LANGUAGE_TAGS } from "../shared/language.ts";
import { adminAnalyticsTexts } from "../shared/texts/admin_analytics.ts";
import { axisTicks } from "./axis_ticks.ts";
import type { Dashboard, Place } from "./dashboard.ts";
import { figureView } from "./figure_text.ts";
import { countryName, regionName } from "./place_names.ts";

/** A dashboard as it is shown. */
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
  // Where only the country is known, it is no region.
  return name && around
    ? adminAnalyticsTexts[language].regionIn(name, around)
    : name;
}

/** Visitors of all, at most all: the server counts the two by themselves. */
function shareText(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.min(part / whole, 1) * 100;
  return percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}
