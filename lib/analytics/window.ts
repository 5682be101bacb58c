const DAY_MS = 86_400_000;

/** The number of days shown, up to and including today. */
export const DAYS = 30;

/** A period, in milliseconds since the epoch. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Window {
  readonly current: Span;
  /** Of the same length and up to the same time of day, so that a partial day is compared with a partial day. */
  readonly before: Span;
  /** The days of `current` in UTC, as `YYYY-MM-DD`, oldest first. */
  readonly days: readonly string[];
}

/** The last thirty days, and the thirty days before. */
export function windowAt(nowMs: number): Window {
  const today = nowMs - nowMs % DAY_MS;
  const startMs = today - (DAYS - 1) * DAY_MS;
  const span = DAYS * DAY_MS;
  return {
    current: { startMs, endMs: nowMs },
    before: { startMs: startMs - span, endMs: nowMs - span },
    days: Array.from(
      { length: DAYS },
      (_, i) => new Date(startMs + i * DAY_MS).toISOString().slice(0, 10),
    ),
  };
}
