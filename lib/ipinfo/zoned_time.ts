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
