const MIN_MS = 1000;
const MAX_MS = 86_400_000;

/** How long to pause requests to a busy server that does not say how long. */
export const DEFAULT_HOLD_OFF_MS = 60_000;

/**
 * The wait in the header `Retry-After` (RFC 9110 section 10.2.3) in milliseconds,
 * from one second to one day; undefined if it is missing or malformed.
 *
 * A date is compared with the response's own `Date`, because the clocks can differ.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  return boundedHoldOffMs(
    /^\d+$/.test(value)
      ? Number(value) * 1000
      : Date.parse(value) - Date.parse(headers.get("date") ?? ""),
  );
}

/** Clamps a wait to the range from one second to one day; undefined if it is not a number. */
export function boundedHoldOffMs(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_MS), MAX_MS);
}

/**
 * How long to pause requests to a busy server, in milliseconds: null if it does not
 * say how long, undefined if it is not busy. A 503 means busy only with a time;
 * without one it is an ordinary failure.
 *
 * @param waitMs reads the wait from the headers
 */
export function busyMs(
  { status, headers }: { status: number | null; headers: Headers },
  waitMs = retryAfterMs,
): number | null | undefined {
  if (status === 429) return waitMs(headers) ?? null;
  return status === 503 ? waitMs(headers) : undefined;
}
