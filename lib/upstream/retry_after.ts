const MIN_MS = 1000;
const MAX_MS = 86_400_000;

/**
 * Milliseconds that the header `Retry-After` asks to wait (RFC 9110 section
 * 10.2.3), one second to one day; undefined where it is missing or unreadable.
 *
 * A date counts from the answer's own `Date`: the two clocks need not agree.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  return boundedRestMs(
    /^\d+$/.test(value)
      ? Number(value) * 1000
      : Date.parse(value) - Date.parse(headers.get("date") ?? ""),
  );
}

/** Keeps what a server asks for between one second and one day; undefined where it is no number. */
export function boundedRestMs(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_MS), MAX_MS);
}
