/** The periods that the dashboard shows, in display order, as in the `range` query parameter. */
export const RANGES = ["24h", "7d", "30d", "90d"] as const;

export type Range = (typeof RANGES)[number];

const DEFAULT_RANGE: Range = "30d";

/** The range of a query parameter; the default for a missing or unknown one. */
export function parseRange(text: string | null): Range {
  return RANGES.find((range) => range === text) ?? DEFAULT_RANGE;
}

export function rangeHref(range: Range): string {
  const path = "/admin/analytics";
  return range === DEFAULT_RANGE ? path : `${path}?range=${range}`;
}

/** Names of the five figures, in display order. */
export const FIGURE_NAMES = [
  "visitors",
  "pageviews",
  "sessions",
  "bounceRate",
  "visitSeconds",
] as const;

export type FigureName = (typeof FIGURE_NAMES)[number];

export interface FigureView {
  readonly name: FigureName;
  readonly value: string;
  /** Compared with the period before, with a sign; null if there is nothing to compare. */
  readonly change: string | null;
  /** The previous value; null if there was none. */
  readonly before: string | null;
  readonly tone: "better" | "worse" | "same";
}

/** A day or an hour of the chart. */
export interface PointView {
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:00`. */
  readonly time: string;
  /** Short enough for the chart. */
  readonly label: string;
  readonly pageviews: number;
  readonly visitors: number;
  /** Of the day or hour of the period before; null if unknown. */
  readonly pageviewsBefore: number | null;
}

export interface BarView {
  /** Null if unknown. */
  readonly name: string | null;
  readonly count: number;
  /** The formatted share of all visitors; null if the server may not count visitors here. */
  readonly share: string | null;
}

/** Names of the lists, in display order. */
export const LIST_NAMES = [
  "pages",
  "referrers",
  "countries",
  "regions",
  "browsers",
  "devices",
] as const;

export interface AnalyticsView {
  readonly askedAtMs: number;
  readonly range: Range;
  /** Null if the server did not name it, or not in readable text. */
  readonly website: {
    readonly name: string | null;
    readonly href: string | null;
  };
  /** Visitors of the last five minutes; null if unknown. */
  readonly active: string | null;
  readonly figures: readonly FigureView[];
  readonly unit: "hour" | "day";
  readonly points: readonly PointView[];
  /** The ticks of the vertical axis, 0 first. The last is the height of the chart. */
  readonly ticks: readonly number[];
  /** Null for a list that the server did not report. */
  readonly lists: Readonly<
    Record<(typeof LIST_NAMES)[number], readonly BarView[] | null>
  >;
  /** Whether nothing was counted in this range. */
  readonly isEmpty: boolean;
}
