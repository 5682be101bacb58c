/** What one run of a bench takes and gives. */

export interface BenchOptions {
  /** Fewer rounds and smaller amounts: to see that it works, not how fast. */
  isQuick: boolean;
}

/** What a module that is measured in a process of its own exports as `measure`; null where its peer is missing. */
export type Measure = (
  options: BenchOptions,
) => Promise<Record<string, number> | null>;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Of sorted values, the one that this share of them does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Calls a second of work that makes `count` of them. */
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

/** Calls a second of `callers`, each of which calls again when it was answered. */
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
