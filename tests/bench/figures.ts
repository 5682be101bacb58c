/** Options and results of a bench. */

export interface BenchOptions {
  /** Fewer rounds and less data, to check that the bench works. */
  isQuick: boolean;
}

/**
 * The `measure` that a module exports, which runs in a separate process; null if
 * its peer is missing.
 */
export type Measure = (
  options: BenchOptions,
) => Promise<Record<string, number> | null>;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The quantile of sorted values: `share` of them do not exceed it. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Calls per second of work that makes `count` calls. */
export async function perSecond(
  count: number,
  work: () => void | Promise<void>,
): Promise<number> {
  const startMs = performance.now();
  const working = work();
  // A turn of the loop is not part of what does not wait.
  if (working) await working;
  return Math.round(count / (performance.now() - startMs) * 1_000);
}

/** Calls per second of `callers`, each of which calls again after its response. */
export function callsPerSecond(
  callers: number,
  calls: number,
  call: (caller: number) => Promise<void>,
): Promise<number> {
  let left = calls;
  return perSecond(calls, async () => {
    await Promise.all(Array.from({ length: callers }, async (_, caller) => {
      while (left-- > 0) await call(caller);
    }));
  });
}
