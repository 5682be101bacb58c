import type { Outcome } from "./outcome.ts";

/**
 * Makes an update what `startSchedule` runs: it fails when a feed failed, and
 * its repetitions ask for the failed feeds only.
 *
 * @param update gets the names of the feeds to ask, undefined for all
 */
export function scheduledUpdate(
  update: (
    signal: AbortSignal,
    only: readonly string[] | undefined,
  ) => Promise<readonly Outcome[]>,
): (signal: AbortSignal, attempt: number) => Promise<void> {
  let failed: readonly string[] | undefined;
  return async (signal, attempt) => {
    if (attempt === 0) failed = undefined;
    const outcomes = await update(signal, failed);
    const kept = outcomes.filter(({ outcome }) => outcome === "kept");
    failed = kept.map(({ feed }) => feed);
    if (kept.length === 0) return;
    throw new Error(
      kept.map(({ feed, message }) => `${feed}: ${message}`).join("; "),
    );
  };
}
