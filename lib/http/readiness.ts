import { withDeadline } from "../async/deadline.ts";

export interface ReadinessParts {
  /** Resolves when every table is in memory. */
  loaded: () => Promise<void>;
  /** Resolves where the store answers. */
  askStore: () => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long the store may take, and how long tables that are being loaded are waited for. */
  limitMs?: number;
  /** How long an outcome counts. */
  keptMs?: number;
}

/** Requests wait 2 seconds for the store, so one that takes as long still serves them. */
const LIMIT_MS = 2500;

/**
 * Makes a function that tells whether requests can be served: all tables are
 * loaded, and the store answers. It never rejects.
 *
 * Requests wait for tables that are being loaded, and so does this, for a
 * limited time: a probe in the first second of a process finds it ready a little
 * later, not broken.
 *
 * Anybody may ask without a limit, so one look at the store is for all who ask
 * in the meantime, and counts for a while.
 */
export function createReadiness(
  { loaded, askStore, now, limitMs = LIMIT_MS, keptMs = 1000 }: ReadinessParts,
): () => Promise<boolean> {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let kept: Promise<boolean> | undefined;
  let expiresAt = Infinity;

  async function look(): Promise<boolean> {
    try {
      await withDeadline(limitMs, askStore);
      return true;
    } catch {
      return false;
    } finally {
      expiresAt = now() + keptMs;
    }
  }

  async function load(): Promise<void> {
    try {
      await loaded();
      isLoaded = true;
    } catch {
      // What could not be loaded now may be later.
      loading = undefined;
    }
  }

  async function waitForTables(): Promise<void> {
    const current = loading ??= load();
    try {
      await withDeadline(limitMs, () => current);
    } catch {
      // They are still being loaded.
    } finally {
      waiting = undefined;
    }
  }

  return async () => {
    if (!isLoaded) waiting ??= waitForTables();
    // A clock that was put back must not keep an outcome for ever.
    const isFresh = kept !== undefined && now() < expiresAt &&
      (expiresAt === Infinity || expiresAt - now() <= keptMs);
    if (!isFresh) {
      expiresAt = Infinity;
      kept = look();
    }
    const [answers] = await Promise.all([kept, waiting]);
    // Not kept: tables that have come count at once.
    return isLoaded && answers === true;
  };
}
