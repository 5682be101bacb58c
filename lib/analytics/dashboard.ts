import type { Metrics, Series, Stats, Website } from "./umami_responses.ts";
import type { UmamiResponses } from "./umami_client.ts";
import type { PointView } from "./view/dashboard_view.ts";
import { type Span, type Unit, unitKey, type Window } from "./window.ts";

interface Totals {
  readonly visitors: number;
  readonly pageviews: number;
  /** Visits. A visitor can have several. */
  readonly sessions: number;
  /** The share of sessions with a single page, 0 to 1; null without sessions. */
  readonly bounceRate: number | null;
  /** The average duration of a session; null without sessions. */
  readonly visitSeconds: number | null;
}

/** Where visitors come from. Unknown codes are null. */
export interface Place {
  /** ISO 3166-1 alpha-2 in upper case, or another name that the server uses. */
  readonly country: string | null;
  /** ISO 3166-2 in upper case; null for a country. */
  readonly region: string | null;
  readonly visitors: number;
}

/** A page, a referrer, a browser or a kind of device. */
export interface Item {
  /** As the server names it; null for none. */
  readonly name: string | null;
  readonly count: number;
}

/** The visits of a website in a range. Null for what the server did not report. */
export interface Dashboard {
  /** When the server was queried, in milliseconds since the epoch. */
  readonly askedAtMs: number;
  readonly unit: Unit;
  readonly website: Pick<Website, "name" | "domain">;
  /** Visitors of the last five minutes. */
  readonly active: number | null;
  readonly totals: Totals;
  /** The totals of the period before. */
  readonly before: Totals;
  readonly points: readonly Omit<PointView, "label">[];
  /** Up to five, most visitors first. */
  readonly countries: readonly Place[] | null;
  readonly regions: readonly Place[] | null;
  readonly pages: readonly Item[] | null;
  readonly referrers: readonly Item[] | null;
  readonly browsers: readonly Item[] | null;
  readonly devices: readonly Item[] | null;
}

const TOP = 5;

/** Combines the responses of the server. */
export function dashboardOf(
  responses: UmamiResponses,
  window: Window,
): Dashboard {
  const { website: { name, domain }, lists, active } = responses;
  return {
    askedAtMs: window.current.endMs,
    unit: window.unit,
    website: { name, domain },
    active,
    totals: totalsOf(responses.current),
    before: totalsOf(responses.before),
    points: pointsOf(responses, window),
    countries: lists.country &&
      top(countriesOf(lists.country, responses.current.visitors)),
    regions: lists.region && top(placesOf(lists.region, (row) => {
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
    pages: itemsOf(lists.path),
    referrers: itemsOf(lists.referrer),
    browsers: itemsOf(lists.browser),
    devices: itemsOf(lists.device),
  };
}

function pointsOf(
  { pageviews, pageviewsBefore }: UmamiResponses,
  { current, before, unit }: Window,
): Dashboard["points"] {
  const amounts = (series: Series, span: Span) => {
    const counts = countsOf(series, unit);
    return span.units.map((time) => counts.get(time) ?? 0);
  };
  const views = amounts(pageviews.pageviews, current);
  const visitors = amounts(pageviews.sessions, current);
  const earlier = pageviewsBefore && amounts(pageviewsBefore.pageviews, before);
  return current.units.map((time, i) => ({
    time,
    pageviews: views[i],
    visitors: visitors[i],
    pageviewsBefore: earlier && earlier[i],
  }));
}

/** All countries, and one place for visitors without a country, whom servers leave out, count as null or name `XX`. */
function countriesOf(countries: Metrics, allVisitors: number): Place[] {
  const places = placesOf(countries, ({ x }) => ({
    country: countryOf(x),
    region: null,
  }));
  const [known, unknown] = [true, false].map((isKnown) =>
    places.filter(({ country }) => (country !== null) === isKnown)
  );
  const unlisted = Math.max(allVisitors - sumOf(places), 0);
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

function countsOf(series: Series, unit: Unit): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { x, y } of series) {
    const key = x === null ? undefined : unitKey(x, unit);
    if (key) counts.set(key, (counts.get(key) ?? 0) + y);
  }
  return counts;
}

function itemsOf(rows: Metrics | null): Item[] | null {
  return rows && rows.filter(({ y }) => y > 0)
    .toSorted((a, b) => b.y - a.y)
    .slice(0, TOP)
    .map(({ x, y }) => ({ name: x?.trim() || null, count: y }));
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
