const MIN_MS = 1000;
const MAX_MS = 86_400_000;

/** How long to leave a busy server alone that does not say how long. */
export const DEFAULT_HOLD_OFF_MS = 60_000;

/**
 * Milliseconds that the header `Retry-After` asks to wait (RFC 9110 section
 * 10.2.3), one second to one day; undefined if it is missing or unreadable.
 *
 * A date counts from the response's own `Date`: the two clocks need not agree.
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

/** Keeps what a server asks for between one second and one day; undefined if it is not a number. */
export function boundedHoldOffMs(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_MS), MAX_MS);
}

/**
 * How long a busy server wants to be left alone, in milliseconds: null if it
 * does not say how long, undefined if it is not busy. A 503 counts only with a
 * time: without one it is a failure like others.
 *
 * @param waitMs reads the time from the headers
 */
export function busyMs(
  { status, headers }: { status: number | null; headers: Headers },
  waitMs = retryAfterMs,
): number | null | undefined {
  if (status === 429) return waitMs(headers) ?? null;
  return status === 503 ? waitMs(headers) : undefined;
}
