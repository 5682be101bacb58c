import type { Metrics, Series, Stats } from "./umami_responses.ts";
import type { UmamiResponses } from "./umami_client.ts";
import type { Window } from "./window.ts";

/** How much a website was visited in a stretch of time. */
export interface Totals {
  readonly visitors: number;
  readonly pageviews: number;
  /** Visits, of which one visitor can make several. */
  readonly sessions: number;
  /** Sessions of one page among all, 0 to 1; null where there was none. */
  readonly bounceRate: number | null;
  /** Of a session on average; null where there was none. */
  readonly visitSeconds: number | null;
}

export interface Day {
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly pageviews: number;
  readonly visitors: number;
}

/** Where visitors come from; a code is null where it is not known. */
export interface Place {
  /** ISO 3166-1 alpha-2 in upper case, or what else the server calls it. */
  readonly country: string | null;
  /** ISO 3166-2 in upper case; null for a country. */
  readonly region: string | null;
  readonly visitors: number;
}

/** A website's last thirty days. */
export interface Dashboard {
  /** When the server was asked, in milliseconds since the epoch. */
  readonly askedAtMs: number;
  readonly totals: Totals;
  /** Of the thirty days before. */
  readonly before: Totals;
  readonly days: readonly Day[];
  /** The most frequent ones, at most five. */
  readonly countries: readonly Place[];
  readonly regions: readonly Place[];
}

const TOP = 5;

/** Makes one value of what the server answered. */
export function dashboardOf(
  answers: UmamiResponses,
  window: Window,
): Dashboard {
  const pageviews = byDay(answers.pageviews.pageviews);
  const visitors = byDay(answers.pageviews.sessions);
  return {
    askedAtMs: window.current.endMs,
    totals: totalsOf(answers.current),
    before: totalsOf(answers.before),
    days: window.days.map((date) => ({
      date,
      pageviews: pageviews.get(date) ?? 0,
      visitors: visitors.get(date) ?? 0,
    })),
    countries: top(countriesOf(answers)),
    regions: top(placesOf(answers.regions, (row) => {
      const country = countryOf(row.country);
      const region = codeOf(row.x);
      // Some hold "CA", some "US-CA".
      return region === null || region.includes("-")
        ? { country: country ?? region?.split("-", 1)[0] ?? null, region }
        : {
          country,
          region: country === null ? region : `${country}-${region}`,
        };
    })),
  };
}

/** All countries, and as one place the visitors without any: servers leave them out, tell them as null or name them `XX`. */
function countriesOf({ current, countries }: UmamiResponses): Place[] {
  const places = placesOf(countries, ({ x }) => ({
    country: countryOf(x),
    region: null,
  }));
  const [known, unknown] = [true, false].map((isKnown) =>
    places.filter(({ country }) => (country !== null) === isKnown)
  );
  const untold = Math.max(current.visitors - sumOf(places), 0);
  const visitors = untold + sumOf(unknown);
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

/** `XX` is Cloudflare's word for no country; servers behind it keep that. */
function countryOf(text: string | null | undefined): string | null {
  const code = codeOf(text);
  return code === "XX" ? null : code;
}

function codeOf(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}
