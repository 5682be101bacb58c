import type { Metrics, Series, Stats } from "./umami_responses.ts";
import type { UmamiResponses } from "./umami_client.ts";
import type { Window } from "./window.ts";

/** The visits of a website in a period. */
export interface Totals {
  readonly visitors: number;
  readonly pageviews: number;
  /** Visits. A visitor can have several. */
  readonly sessions: number;
  /** The share of sessions with a single page, 0 to 1; null without sessions. */
  readonly bounceRate: number | null;
  /** The average duration of a session; null without sessions. */
  readonly visitSeconds: number | null;
}

export interface Day {
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly pageviews: number;
  readonly visitors: number;
}

/** Where visitors come from. Unknown codes are null. */
export interface Place {
  /** ISO 3166-1 alpha-2 in upper case, or another name that the server uses. */
  readonly country: string | null;
  /** ISO 3166-2 in upper case; null for a country. */
  readonly region: string | null;
  readonly visitors: number;
}

/** The last thirty days of a website. */
export interface Dashboard {
  /** When the server was queried, in milliseconds since the epoch. */
  readonly askedAtMs: number;
  readonly totals: Totals;
  /** The totals of the thirty days before. */
  readonly before: Totals;
  readonly days: readonly Day[];
  /** Up to five, most visitors first. */
  readonly countries: readonly Place[];
  readonly regions: readonly Place[];
}

const TOP = 5;

/** Combines the responses of the server. */
export function dashboardOf(
  responses: UmamiResponses,
  window: Window,
): Dashboard {
  const pageviews = byDay(responses.pageviews.pageviews);
  const visitors = byDay(responses.pageviews.sessions);
  return {
    askedAtMs: window.current.endMs,
    totals: totalsOf(responses.current),
    before: totalsOf(responses.before),
    days: window.days.map((date) => ({
      date,
      pageviews: pageviews.get(date) ?? 0,
      visitors: visitors.get(date) ?? 0,
    })),
    countries: top(countriesOf(responses)),
    regions: top(placesOf(responses.regions, (row) => {
      const country = countryOf(row.country);
      const region = codeOf(row.x);
      // Some servers store "CA", others "US-CA".
      return region === null || region.includes("-")
        ? { country: country ?? region?.split("-", 1)[0] ?? null, region }
        : {
          country,
          region: country === null ? region : `${country}-${region}`,
        };
    })),
  };
}

/** All countries, and one place for visitors without a country, whom servers leave out, count as null or name `XX`. */
function countriesOf({ current, countries }: UmamiResponses): Place[] {
  const places = placesOf(countries, ({ x }) => ({
    country: countryOf(x),
    region: null,
  }));
  const [known, unknown] = [true, false].map((isKnown) =>
    places.filter(({ country }) => (country !== null) === isKnown)
  );
  const unlisted = Math.max(current.visitors - sumOf(places), 0);
  const visitors = unlisted + sumOf(unknown);
  return [...known, { country: null, region: null, visitors }];
}

function sumOf(places: readonly Place[]): number {
  return places.reduce((sum, { visitors }) => sum + visitors, 0);
}

function totalsOf(
  { visitors, pageviews, visits, bounces, totaltime }: Stats,
): Totals {
  return {
    visitors,
    pageviews,
    sessions: visits,
    bounceRate: visits > 0 ? Math.min(bounces, visits) / visits : null,
    visitSeconds: visits > 0 ? totaltime / visits : null,
  };
}

function byDay(series: Series): Map<string, number> {
  const days = new Map<string, number>();
  for (const { x, y } of series) {
    const [date] = /^\d{4}-\d\d-\d\d(?![^ T])/.exec(x ?? "") ?? [];
    if (date) days.set(date, (days.get(date) ?? 0) + y);
  }
  return days;
}

function placesOf(
  rows: Metrics,
  placeOf: (row: Metrics[number]) => Omit<Place, "visitors">,
): Place[] {
  return rows.map((row) => ({ ...placeOf(row), visitors: row.y }));
}

function top(places: readonly Place[]): Place[] {
  return places.filter(({ visitors }) => visitors > 0)
    .sort((a, b) => b.visitors - a.visitors)
    .slice(0, TOP);
}

/** Cloudflare writes `XX` for an unknown country, and servers behind it store that. */
function countryOf(text: string | null | undefined): string | null {
  const code = codeOf(text);
  return code === "XX" ? null : code;
}

function codeOf(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}
