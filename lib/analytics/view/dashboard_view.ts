/** Names of the five figures, in display order. */
export const FIGURE_NAMES = [
  "visitors",
  "pageviews",
  "sessions",
  "bounceRate",
  "visitSeconds",
] as const;

export type FigureName = (typeof FIGURE_NAMES)[number];

/** A formatted figure. */
export interface FigureView {
  readonly name: FigureName;
  readonly value: string;
  /** Compared with the thirty days before, with a sign; null if there is nothing to compare. */
  readonly change: string | null;
  /** The previous value; null if there was none. */
  readonly before: string | null;
  readonly tone: "better" | "worse" | "same";
}

/** A day of the chart. */
export interface DayView {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Short enough for the chart. */
  readonly label: string;
  readonly pageviews: number;
  readonly visitors: number;
}

/** A bar. */
export interface PlaceView {
  /** Null if unknown. */
  readonly name: string | null;
  readonly visitors: number;
  /** The formatted share of all visitors. */
  readonly share: string;
}

/** The dashboard for display. */
export interface AnalyticsView {
  readonly askedAtMs: number;
  readonly figures: readonly FigureView[];
  readonly days: readonly DayView[];
  /** The ticks of the vertical axis, 0 first. The last is the height of the chart. */
  readonly ticks: readonly number[];
  readonly countries: readonly PlaceView[];
  readonly regions: readonly PlaceView[];
  /** Whether nothing was counted in these days. */
  readonly isEmpty: boolean;
}
