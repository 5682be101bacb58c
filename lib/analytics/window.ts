import type { Range } from "./view/dashboard_view.ts";

const HOUR_MS = 3_600_000;

/** The unit of the chart. Umami uses the same words. */
export type Unit = "hour" | "day";

const UNIT_MS: Readonly<Record<Unit, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
};

/** The units of each range, up to and including the current one. */
const LENGTHS: Readonly<Record<Range, readonly [count: number, unit: Unit]>> = {
  "24h": [24, "hour"],
  "7d": [7, "day"],
  "30d": [30, "day"],
  "90d": [90, "day"],
};

/** A period, in milliseconds since the epoch. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
  /** Its days or hours in UTC, as `unitKey` writes them, oldest first. */
  readonly units: readonly string[];
}

export interface Window {
  readonly unit: Unit;
  readonly current: Span;
  /** As many units, up to the same point within the last one, so that a partial day is compared with a partial day. */
  readonly before: Span;
}

/** A range that ends now, and the period before it. */
export function windowAt(nowMs: number, range: Range): Window {
  const [count, unit] = LENGTHS[range];
  const unitMs = UNIT_MS[unit];
  const startMs = nowMs - nowMs % unitMs - (count - 1) * unitMs;
  const span = (shiftMs: number): Span => ({
    startMs: startMs - shiftMs,
    endMs: nowMs - shiftMs,
    units: Array.from(
      { length: count },
      (_, i) =>
        unitKey(new Date(startMs - shiftMs + i * unitMs).toISOString(), unit)!,
    ),
  });
  return { unit, current: span(0), before: span(count * unitMs) };
}

/**
 * The day or hour of a time as Umami writes it, in UTC: `YYYY-MM-DD` or
 * `YYYY-MM-DD HH:00`. Undefined for other text.
 */
export function unitKey(time: string, unit: Unit): string | undefined {
  const [, day, hour] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d)|(?![^ T]))/.exec(time) ?? [];
  if (unit === "day" || day === undefined) return day;
  return hour === undefined ? undefined : `${day} ${hour}:00`;
}
