import { isObject } from "../core/json.ts";
import { counterKey } from "../store/keys.ts";
import { readMany, retryLocked } from "../store/store.ts";
import type { Bucket } from "./bucket.ts";
import type { CounterTable } from "./counter_table.ts";

/**
 * The requests of one client in one bucket and one window: a counter of a table at
 * a moment. Create it, and call its methods, while holding the table's lock.
 */
export class Counter {
  readonly bucket: Bucket;
  readonly client: string;
  readonly #table: CounterTable;
  readonly #number: number;
  readonly #generation: number;
  startMs = 0;
  count = 0;
  /** The part of `count` already in KV. */
  flushedCount = 0;

  constructor(table: CounterTable, number: number) {
    this.#table = table;
    this.#number = number;
    this.#generation = table.generation[number];
    this.bucket = table.bucket(number);
    this.client = table.client(number);
    this.read();
  }

  /** Reads the fields again. A deleted counter keeps its last ones. */
  read(): void {
    if (!this.#isLive) return;
    this.startMs = this.#table.startMs[this.#number];
    this.count = this.#table.count[this.#number];
    this.flushedCount = this.#table.flushedCount[this.#number];
  }

  /** Moves it to the end of what is to be written; false if it is no longer marked. */
  requeue(): boolean {
    if (!this.#isLive || !this.#table.isUnflushed(this.#number)) return false;
    this.#table.flushed(this.#number);
    this.#table.unflush(this.#number);
    return true;
  }

  /** Takes over what was written for the requests that `count` has. */
  wasWritten(written: StoredCounter): void {
    if (!this.#isLive) return;
    const table = this.#table;
    const number = this.#number;
    table.count[number] += written.count - this.count;
    table.flushedCount[number] = written.count;
    table.startMs[number] = Math.min(written.startMs, table.startMs[number]);
    if (table.count[number] === written.count) table.flushed(number);
  }

  get #isLive(): boolean {
    return this.#table.generation[this.#number] === this.#generation;
  }
}

/** A counter as stored in KV. Check that its window is open: KV deletes expired keys late. */
interface StoredCounter {
  startMs: number;
  count: number;
}

interface MergeContext {
  table: CounterTable;
  kv: Deno.Kv;
  now: () => number;
  windowMs: number;
}

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
  counter: Pick<Counter, "startMs" | "count" | "flushedCount">,
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
  { table, kv, now, windowMs }: MergeContext,
): Promise<boolean> {
  const entries = await readMany(
    counters.map(({ bucket, client }) => counterKey(bucket, client)),
    (keys) => kv.getMany<unknown[]>(keys),
  );
  const nowMs = now();
  const commit = kv.atomic();
  table.lock.run(() => counters.forEach((counter) => counter.read()));
  const written = entries.map((entry, i) => {
    const counter = counters[i];
    // An ended window must not be written: it would replace one that another process opened since.
    if (!isWindowOpen(counter.startMs, nowMs, windowMs)) {
      return { startMs: counter.startMs, count: counter.count };
    }
    const merged = mergedCounter(
      counter,
      parseCounter(entry.value),
      nowMs,
      windowMs,
    );
    const expireIn = Math.max(1, merged.startMs + windowMs - nowMs);
    commit.check(entry).set(entry.key, merged, { expireIn });
    return merged;
  });
  const { ok } = await retryLocked(() => commit.commit());
  if (!ok) return false;
  table.lock.run(() =>
    counters.forEach((counter, i) => counter.wasWritten(written[i]))
  );
  return true;
}

/** Parses a stored counter; null if malformed. */
export function parseCounter(value: unknown): StoredCounter | null {
  if (!isObject(value) || !Number.isFinite(value.startMs)) return null;
  const [startMs, count] = [Number(value.startMs), Number(value.count)];
  return Number.isSafeInteger(value.count) && count >= 0
    ? { startMs, count }
    : null;
}
