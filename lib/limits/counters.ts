import { type Bucket, BUCKETS } from "./bucket.ts";
import { counterKey } from "../store/keys.ts";
import { retryLocked } from "../store/store.ts";
import { isObject, isTime } from "./stored.ts";

/** The requests of one client in one bucket and one window. */
export class Counter {
  count = 0;
  /** The part of `count` that lies in KV: equal to `count` when nothing waits to be written. */
  writtenCount = 0;
  /** A request of this window was refused. */
  over = false;
  older: Counter | null = null;
  newer: Counter | null = null;

  constructor(
    readonly bucket: Bucket,
    readonly client: string,
    public startMs: number,
  ) {}
}

/**
 * Counters by bucket and client, in the order in which their windows began here.
 *
 * The order is a linked list because the oldest must be found in constant time
 * during a flood: walking a Map from its start steps over every deleted entry.
 */
export class CounterTable {
  #size = 0;
  #oldest: Counter | null = null;
  #newest: Counter | null = null;
  readonly #counters = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, new Map()]),
  ) as Record<Bucket, Map<string, Counter>>;

  get size(): number {
    return this.#size;
  }

  get oldest(): Counter | null {
    return this.#oldest;
  }

  get(bucket: Bucket, client: string): Counter | undefined {
    return this.#counters[bucket].get(client);
  }

  /** Adds a counter as the newest; its place must be free. */
  add(counter: Counter): void {
    counter.older = this.#newest;
    if (this.#newest === null) this.#oldest = counter;
    else this.#newest.newer = counter;
    this.#newest = counter;
    this.#counters[counter.bucket].set(counter.client, counter);
    this.#size++;
  }

  /** Removes a counter that is in the table. */
  delete(counter: Counter): void {
    if (counter.older === null) this.#oldest = counter.newer;
    else counter.older.newer = counter.newer;
    if (counter.newer === null) this.#newest = counter.older;
    else counter.newer.older = counter.older;
    counter.older = counter.newer = null;
    this.#counters[counter.bucket].delete(counter.client);
    this.#size--;
  }
}

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

/** A request counter, or null for anything else. */
export function asCounter(value: unknown): StoredCounter | null {
  return isObject(value) && isTime(value.startMs) &&
      Number.isSafeInteger(value.count) && Number(value.count) >= 0
    ? { startMs: value.startMs, count: Number(value.count) }
    : null;
}
