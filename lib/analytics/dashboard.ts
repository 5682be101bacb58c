import type { Metrics, Series, Stats } from "./umami_answers.ts";
import type { Answers } from "./umami_client.ts";
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
  readonly sessions: number;
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
export function dashboardOf(answers: Answers, window: Window): Dashboard {
  const pageviews = byDay(answers.pageviews.pageviews);
  const sessions = byDay(answers.pageviews.sessions);
  return {
    askedAtMs: window.current.endMs,
    totals: totalsOf(answers.current),
    before: totalsOf(answers.before),
    days: window.days.map((date) => ({
      date,
      pageviews: pageviews.get(date) ?? 0,
      sessions: sessions.get(date) ?? 0,
    })),
    countries: top(answers.countries, (row) => ({
      country: codeOf(row.x),
      region: null,
    })),
    regions: top(answers.regions, (row) => {
      const country = codeOf(row.country);
      const region = codeOf(row.x);
      // Some hold "CA", some "US-CA".
      return region === null || region.includes("-")
        ? { country: country ?? region?.split("-", 1)[0] ?? null, region }
        : {
          country,
          region: country === null ? region : `${country}-${region}`,
        };
    }),
  };
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

function top(
  rows: Metrics,
  placeOf: (row: Metrics[number]) => Omit<Place, "visitors">,
): Place[] {
  return rows.map((row) => ({ ...placeOf(row), visitors: row.y }))
    .filter(({ visitors }) => visitors > 0)
    .sort((a, b) => b.visitors - a.visitors)
    .slice(0, TOP);
}

function codeOf(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}
