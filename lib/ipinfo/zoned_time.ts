import { BoundedMap } from "../core/cache.ts";

/**
 * A time in a time zone; null for a zone that this runtime does not know.
 *
 * @param now milliseconds since the epoch
 */
export function zonedTime(
  timezone: string,
  now: number,
): Temporal.ZonedDateTime | null {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timezone);
  } catch {
    return null;
  }
}

/** There are fewer time zones. */
const MAX_ZONES = 1_000;
const MINUTE_MS = 60_000;

/** The last time of day asked for in each zone. Working it out takes a tenth of a page's time. */
const clocks = new BoundedMap<string, { minute: number; text: string }>(
  MAX_ZONES,
);

/**
 * The time of day in a time zone, such as `23:05`; null for a zone that this
 * runtime does not know.
 *
 * @param now milliseconds since the epoch
 */
export function clockIn(timezone: string, now: number): string | null {
  const minute = Math.floor(now / MINUTE_MS);
  const known = clocks.get(timezone);
  if (known?.minute === minute) return known.text;
  const time = zonedTime(timezone, now);
  if (time === null) return null;
  const text = time.toPlainTime().toString({ smallestUnit: "minute" });
  clocks.set(timezone, { minute, text });
  return text;
}
