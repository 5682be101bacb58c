import { type Bucket, BUCKETS } from "./bucket.ts";
import { counterKey } from "../store/keys.ts";
import { retryLocked } from "../store/store.ts";
import { NetworkShares, type Place } from "./fair_table.ts";
import { isObject, isTime } from "./stored.ts";

/** The requests of one client in one bucket and one window. */
export class Counter {
  count = 0;
  /** The part of `count` already in KV; equal to `count` if there is nothing to write. */
  flushedCount = 0;
  /** Whether a request of this window was rejected. */
  wasExceeded = false;
  older: Counter | null = null;
  newer: Counter | null = null;
  place: Place<Counter> | null = null;

  constructor(
    readonly bucket: Bucket,
    readonly client: string,
    public startMs: number,
    /** The network that holds it; see {@link NetworkShares}. */
    readonly network: string,
  ) {}
}

/**
 * Counters by bucket and client, in the order in which their windows began here.
 *
 * The order is a linked list because the oldest must be found in constant time
 * during a flood: walking a Map from its start steps over every deleted entry.
 */
export class CounterTable {
  readonly #shares: NetworkShares<Counter>;
  #oldest: Counter | null = null;
  #newest: Counter | null = null;
  readonly #counters = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, new Map()]),
  ) as Record<Bucket, Map<string, Counter>>;

  constructor(maxCounters: number) {
    this.#shares = new NetworkShares(maxCounters);
  }

  get size(): number {
    return this.#shares.size;
  }

  get oldest(): Counter | null {
    return this.#oldest;
  }

  get(bucket: Bucket, client: string): Counter | undefined {
    return this.#counters[bucket].get(client);
  }

  /** The counter to delete before one of this network is added; undefined if there is room. */
  excess(network: string): Counter | undefined {
    return this.#shares.excess(network);
  }

  /** From the oldest to the newest. */
  *values(): Generator<Counter> {
    for (let each = this.#oldest; each; each = each.newer) yield each;
  }

  /** Adds a counter as the newest. It must not exist yet. */
  add(counter: Counter): void {
    counter.older = this.#newest;
    if (this.#newest === null) this.#oldest = counter;
    else this.#newest.newer = counter;
    this.#newest = counter;
    this.#counters[counter.bucket].set(counter.client, counter);
    counter.place = this.#shares.add(counter.network, counter);
  }

  /** Removes a counter that is in the table. */
  delete(counter: Counter): void {
    if (counter.older === null) this.#oldest = counter.newer;
    else counter.older.newer = counter.newer;
    if (counter.newer === null) this.#newest = counter.older;
    else counter.newer.older = counter.older;
    counter.older = counter.newer = null;
    this.#counters[counter.bucket].delete(counter.client);
    this.#shares.remove(counter.place!);
    counter.place = null;
  }
}

/** A counter as stored in KV. Check that its window is open: KV deletes expired keys late. */
interface StoredCounter {
  startMs: number;
  count: number;
}

interface MergeContext {
  kv: Deno.Kv;
  now: () => number;
  windowMs: number;
  /** Called for each counter after the commit. */
  onFlushed: (counter: Counter) => void;
}

/** Deno KV reads up to 10 keys at once. */
const readSize = 10;
const maxAttempts = 5;

/**
 * Whether a window that started at `startMs` is still open.
 *
 * A start in the future (clock set back, or another machine's clock) counts as
 * open for at most one window length.
 */
export function isWindowOpen(
  startMs: number,
  nowMs: number,
  windowMs: number,
): boolean {
  return Math.abs(nowMs - startMs) < windowMs;
}

/** The value to store: this counter's new requests added to what other processes wrote. */
export function mergedCounter(
  counter: Counter,
  stored: StoredCounter | null,
  nowMs: number,
  windowMs: number,
): StoredCounter {
  if (stored === null || !isWindowOpen(stored.startMs, nowMs, windowMs)) {
    return { startMs: counter.startMs, count: counter.count };
  }
  return {
    startMs: Math.min(stored.startMs, counter.startMs),
    count: stored.count + counter.count - counter.flushedCount,
  };
}

/**
 * Adds the new requests of up to 100 counters to KV in one commit, and takes
 * over the counts of other processes. Requests that arrive meanwhile remain
 * unflushed.
 *
 * Gives up after a few conflicts, leaving the counters unchanged. If the response to a
 * commit is lost, these requests count twice, so a client can reach its limit early, but
 * no later.
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
  { kv, now, windowMs, onFlushed }: MergeContext,
): Promise<boolean> {
  const entries = await readAll(kv, counters);
  const nowMs = now();
  const commit = kv.atomic();
  const merges = entries.map((entry, i) => {
    const counter = counters[i];
    const countAtRead = counter.count;
    // An ended window must not be written: it would replace one that another process opened since.
    if (!isWindowOpen(counter.startMs, nowMs, windowMs)) {
      return { counter, countAtRead, merged: counter };
    }
    const merged = mergedCounter(
      counter,
      parseCounter(entry.value),
      nowMs,
      windowMs,
    );
    const expireIn = Math.max(1, merged.startMs + windowMs - nowMs);
    commit.check(entry).set(entry.key, merged, { expireIn });
    return { counter, countAtRead, merged };
  });
  const { ok } = await retryLocked(() => commit.commit());
  if (!ok) return false;
  for (const { counter, countAtRead, merged } of merges) {
    const flushedCount = merged.count;
    counter.count += flushedCount - countAtRead;
    counter.flushedCount = flushedCount;
    counter.startMs = Math.min(merged.startMs, counter.startMs);
    onFlushed(counter);
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

/** Parses a stored counter; null if malformed. */
export function parseCounter(value: unknown): StoredCounter | null {
  return isObject(value) && isTime(value.startMs) &&
      Number.isSafeInteger(value.count) && Number(value.count) >= 0
    ? { startMs: value.startMs, count: Number(value.count) }
    : null;
}
