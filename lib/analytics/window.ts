const DAY_MS = 86_400_000;

/** How many days are shown; today, as far as it has come, is the last. */
export const DAYS = 30;

/** A stretch of time, in milliseconds since the epoch. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Window {
  readonly current: Span;
  /** As long, to the same time of day: half of today is not held against a whole day. */
  readonly before: Span;
  /** The days of `current` in UTC, as `YYYY-MM-DD`, the first one first. */
  readonly days: readonly string[];
}

/** The last thirty days, and the thirty before them. */
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
