/** Names of the five figures, in the order in which they are shown. */
export const FIGURE_NAMES = [
  "visitors",
  "pageviews",
  "sessions",
  "bounceRate",
  "visitSeconds",
] as const;

export type FigureName = (typeof FIGURE_NAMES)[number];

/** One figure in words. */
export interface FigureView {
  readonly name: FigureName;
  readonly value: string;
  /** Against the thirty days before, with a sign; null where there is nothing to hold it against. */
  readonly change: string | null;
  /** What it was then; null where there was nothing to reckon from. */
  readonly before: string | null;
  readonly tone: "better" | "worse" | "same";
}

/** One day of the chart. */
export interface DayView {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** As short as a chart has room for. */
  readonly label: string;
  readonly pageviews: number;
  readonly visitors: number;
}

/** One bar. */
export interface PlaceView {
  /** Null where it is not known. */
  readonly name: string | null;
  readonly visitors: number;
  /** Of all visitors, in words. */
  readonly share: string;
}

/** The dashboard as it is shown. */
export interface AnalyticsView {
  readonly askedAtMs: number;
  readonly figures: readonly FigureView[];
  readonly days: readonly DayView[];
  /** The marks of the chart's upright axis, 0 first; the last is its height. */
  readonly ticks: readonly number[];
  readonly countries: readonly PlaceView[];
  readonly regions: readonly PlaceView[];
  /** Nothing was counted in the days shown. */
  readonly isEmpty: boolean;
}
