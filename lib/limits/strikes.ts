import type { Bucket } from "./bucket.ts";

/** A window in which a client went over a limit, known by its bucket and begin. */
export interface Strike {
  bucket: Bucket;
  startMs: number;
}

/**
 * All different strikes of two lists that lie within `periodMs` of now, oldest first.
 *
 * Processes that share a client see the same window begin at slightly different
 * times, while two windows of one bucket begin at least `windowMs` apart: closer
 * ones are one strike.
 */
export function mergeStrikes(
  a: readonly Strike[],
  b: readonly Strike[],
  { nowMs, periodMs, windowMs }: {
    nowMs: number;
    periodMs: number;
    windowMs: number;
  },
): Strike[] {
  const recent = [...a, ...b]
    .filter(({ startMs }) => Math.abs(nowMs - startMs) < periodMs)
    .sort((x, y) => x.startMs - y.startMs);
  const merged: Strike[] = [];
  for (const strike of recent) {
    const known = merged.findLast(({ bucket }) => bucket === strike.bucket);
    if (known === undefined || strike.startMs - known.startMs >= windowMs) {
      merged.push(strike);
    }
  }
  return merged;
}
