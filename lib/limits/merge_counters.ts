import { counterKey } from "../store/keys.ts";
import { retryLocked } from "../store/retry_locked.ts";
import type { Counter } from "./counter_table.ts";
import { asCounter } from "./stored.ts";

/** A counter as KV holds it. `startMs` and the window's length decide whether it counts; KV deletes late. */
export interface StoredCounter {
  startMs: number;
  count: number;
}

export interface MergeContext {
  kv: Deno.Kv;
  now: () => number;
  windowMs: number;
  /** Called for each counter once nothing counted before the commit waits any more. */
  written: (counter: Counter) => void;
}

/** Deno KV reads up to 10 keys at once. */
const readSize = 10;
const maxAttempts = 5;

/**
 * Whether a window that began at `startMs` has not ended.
 *
 * A start in the future is a clock put back, or another machine's clock: it
 * counts within one window's length, and never longer.
 */
export function windowIsOpen(
  startMs: number,
  nowMs: number,
  windowMs: number,
): boolean {
  return Math.abs(nowMs - startMs) < windowMs;
}

/** What KV should hold once this counter's new requests are added to what other processes wrote there. */
export function mergedCounter(
  counter: Counter,
  stored: StoredCounter | null,
  nowMs: number,
  windowMs: number,
): StoredCounter {
  if (stored === null || !windowIsOpen(stored.startMs, nowMs, windowMs)) {
    return { startMs: counter.startMs, count: counter.count };
  }
  return {
    startMs: Math.min(stored.startMs, counter.startMs),
    count: stored.count + counter.count - counter.writtenCount,
  };
}

/**
 * Adds the new requests of up to 100 counters to KV in one commit, and takes
 * over what other processes counted. Requests that arrive meanwhile stay new.
 *
 * Gives up after a few lost races: the counters stay as they are.
 */
export async function mergeCounters(
  counters: readonly Counter[],
  context: MergeContext,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (await tryMerge(counters, context)) return;
  }
}

async function tryMerge(
  counters: readonly Counter[],
  { kv, now, windowMs, written }: MergeContext,
): Promise<boolean> {
  const entries = await readAll(kv, counters);
  const nowMs = now();
  const commit = kv.atomic();
  const merges = entries.map((entry, i) => {
    const counter = counters[i];
    const countThen = counter.count;
    // The requests of an ended window interest nobody, and would end a window that another process opened since.
    if (!windowIsOpen(counter.startMs, nowMs, windowMs)) {
      return { counter, countThen, merged: counter };
    }
    const merged = mergedCounter(
      counter,
      asCounter(entry.value),
      nowMs,
      windowMs,
    );
    const expireIn = Math.max(1, merged.startMs + windowMs - nowMs);
    commit.check(entry).set(entry.key, merged, { expireIn });
    return { counter, countThen, merged };
  });
  const { ok } = await retryLocked(() => commit.commit());
  if (!ok) return false;
  for (const { counter, countThen, merged } of merges) {
    const writtenCount = merged.count;
    counter.count += writtenCount - countThen;
    counter.writtenCount = writtenCount;
    counter.startMs = Math.min(merged.startMs, counter.startMs);
    written(counter);
  }
  return true;
}

async function readAll(
  kv: Deno.Kv,
  counters: readonly Counter[],
): Promise<Deno.KvEntryMaybe<unknown>[]> {
  const keys = counters.map(({ bucket, client }) => counterKey(bucket, client));
  const reads: Promise<Deno.KvEntryMaybe<unknown>[]>[] = [];
  for (let i = 0; i < keys.length; i += readSize) {
    reads.push(kv.getMany<unknown[]>(keys.slice(i, i + readSize)));
  }
  return (await Promise.all(reads)).flat();
}
