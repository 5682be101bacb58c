import { withDeadline } from "../async/deadline.ts";

export interface ReadinessParts {
  /** Resolves when every table is in memory. */
  loaded: () => Promise<void>;
  /** Resolves where the store answers. */
  askStore: () => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long the store may take. */
  limitMs?: number;
  /** How long an outcome counts. */
  keptMs?: number;
}

/**
 * Makes a function that tells whether requests can be served: all tables are
 * loaded, and the store answers. It never rejects.
 *
 * Anybody may ask without a limit, so one look at the store is for all who ask
 * in the meantime, and counts for a while.
 */
export function createReadiness(
  { loaded, askStore, now, limitMs = 1000, keptMs = 1000 }: ReadinessParts,
): () => Promise<boolean> {
  let isLoaded = false;
  let loading: Promise<unknown> | undefined;
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

  return async () => {
    // What could not be loaded now may be later.
    loading ??= loaded().then(() => isLoaded = true, () => loading = undefined);
    // A clock that was put back must not keep an outcome for ever.
    const isFresh = kept !== undefined && now() < expiresAt &&
      (expiresAt === Infinity || expiresAt - now() <= keptMs);
    if (!isFresh) {
      expiresAt = Infinity;
      kept = look();
    }
    const answers = await kept;
    // Not kept: tables that have come count at once.
    return isLoaded && answers === true;
  };
}
