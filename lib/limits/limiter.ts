import { counterPrefix, lastKeyPart } from "../store/keys.ts";
import { type Bucket, BUCKETS } from "./bucket.ts";
import { CounterTable, MAX_COUNTERS } from "./counter_table.ts";
import {
  Counter,
  isWindowOpen,
  mergeCounters,
  parseCounter,
} from "./counters.ts";
import { networkOf, takeFairly } from "./fair_table.ts";
import {
  holderOf,
  keyOf,
  RequestLimiter,
  type RequestLimiterOptions,
} from "./request_limiter.ts";

export interface LimiterOptions extends RequestLimiterOptions {
  kv: Deno.Kv;
  /** Limit on counters of all buckets; the network with the most loses its oldest window. */
  maxCounters?: number;
  /** Most counters written per flush, so that a flood of clients cannot block the process. */
  maxWrites?: number;
}

/** Deno KV takes up to 100 checks in a commit. */
const commitSize = 100;
/** Most counters of ended windows that one flush removes. */
const maxEndedPerFlush = 10_000;

/**
 * Fixed-window request limits.
 *
 * Requests are counted in memory; `flush` merges new counts into KV for other
 * processes and the next start, except for clients with few requests.
 */
export class Limiter extends RequestLimiter {
  readonly #kv: Deno.Kv;
  readonly #maxCounters: number;
  readonly #maxWrites: number;

  constructor({ maxCounters = MAX_COUNTERS, ...options }: LimiterOptions) {
    super({ ...options, table: new CounterTable(maxCounters) });
    this.#kv = options.kv;
    this.#maxCounters = maxCounters;
    this.#maxWrites = options.maxWrites ?? 5_000;
  }

  /** The counters, for other threads. */
  get counters(): CounterTable {
    return this.table;
  }

  /** Number of counters. */
  get size(): number {
    return this.table.size;
  }

  /** Requests rejected since the start. */
  get rejectedCounts(): Readonly<Record<Bucket, number>> {
    return Object.fromEntries(
      BUCKETS.map((bucket, i) => [bucket, this.table.rejected[i]]),
    ) as Record<Bucket, number>;
  }

  /** Counters not yet written. */
  get unflushed(): number {
    return this.table.unflushed;
  }

  /** Loads the windows still open from KV. Call once, before the first `take`. */
  async load(): Promise<void> {
    const nowMs = this.now();
    const open = await takeFairly(this.#storedCounters(nowMs), {
      max: this.#maxCounters,
      timeMs: ({ startMs }) => startMs,
      networkOf: ({ network }) => network,
    });
    for (const { bucket, client, startMs, count, network } of open) {
      const counter = this.table.add(bucket, client, startMs, network);
      this.table.count[counter] = this.table.flushedCount[counter] = count;
    }
  }

  /** Lets the next flushes write clients with few requests as well. */
  includeAll(): void {
    this.#locked((table) => {
      for (let at = table.oldest; at !== 0; at = table.newer(at)) {
        if (table.count[at] !== table.flushedCount[at]) table.unflush(at);
      }
    });
  }

  /**
   * Merges new counts into KV, at most `maxWrites` counters; the next call
   * continues. Calls must not overlap.
   *
   * @throws what KV rejects with; no counts are lost
   */
  async flush(): Promise<void> {
    this.#removeEnded();
    const waiting = this.#locked((table) =>
      table.marked(this.#maxWrites)
        .map((number) => new Counter(table, number)).toArray()
    );
    for (let i = 0; i < waiting.length; i += commitSize) {
      await this.#write(waiting.slice(i, i + commitSize));
    }
  }

  #removeEnded(): void {
    const nowMs = this.now();
    this.#locked((table) => {
      for (let i = 0; i < maxEndedPerFlush; i++) {
        const { oldest } = table;
        if (oldest === 0) return;
        if (nowMs - table.startMs[oldest] < this.windowMs) return;
        table.delete(oldest);
      }
    });
  }

  async #write(batch: readonly Counter[]): Promise<void> {
    // Move to the end of the queue: counters that cannot be written must not block the others.
    const unflushed = this.#locked(() =>
      batch.filter((counter) => counter.requeue())
    );
    await mergeCounters(unflushed, {
      table: this.table,
      kv: this.#kv,
      now: this.now,
      windowMs: this.windowMs,
    });
  }

  #locked<T>(work: (table: CounterTable) => T): T {
    return this.table.lock.run(() => work(this.table));
  }

  async *#storedCounters(nowMs: number) {
    const entries = this.#kv.list(
      { prefix: counterPrefix() },
      { batchSize: 500 },
    );
    for await (const { key, value } of entries) {
      const bucket = BUCKETS.find((name) => name === key[2]);
      const client = lastKeyPart(key, 4);
      const stored = parseCounter(value);
      if (bucket === undefined || client === null || stored === null) continue;
      if (!isWindowOpen(stored.startMs, nowMs, this.windowMs)) continue;
      const network = holderOf(bucket, networkOf(client));
      yield { bucket, client: keyOf(client), ...stored, network };
    }
  }
}
