import {
  type AnalyticsView,
  FIGURE_NAMES,
  type PlaceView,
} from "../shared/analytics_view.ts";
import { axisTicks } from "./axis_ticks.ts";
import type { Dashboard, Place } from "./dashboard.ts";
import { figureView } from "./figure_text.ts";
import { countryName, regionName } from "./place_names.ts";

/**
 * A dashboard as it is shown.
 *
 * @param locale BCP 47, of dates and countries
 */
export function dashboardView(
  { askedAtMs, totals, before, days, countries, regions }: Dashboard,
  locale = "en",
): AnalyticsView {
  const dayLabel = new Intl.DateTimeFormat(locale, {
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
      figureView(name, totals[name], before[name])
    ),
    days: days.map((day) => ({
      ...day,
      label: dayLabel.format(Date.parse(day.date)),
    })),
    ticks: axisTicks(
      Math.max(...days.map((day) => Math.max(day.pageviews, day.sessions))),
    ),
    countries: countries.map(({ country, visitors }) =>
      placeView(country && countryName(country, locale), visitors)
    ),
    regions: regions.map((place) =>
      placeView(regionLabel(place, locale), place.visitors)
    ),
    isEmpty: totals.pageviews === 0 &&
      days.every(({ pageviews, sessions }) => pageviews + sessions === 0),
  };
}

function regionLabel(
  { country, region }: Place,
  locale: string,
): string | null {
  const name = region && regionName(region);
  const around = country && countryName(country, locale);
  // Where only the country is known, it is no region.
  return name && around ? `${name}, ${around}` : name;
}

/** Visitors of all, at most all: the server counts the two by themselves. */
function shareText(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.min(part / whole, 1) * 100;
  return percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}
