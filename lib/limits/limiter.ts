import { counterPrefix } from "../store/keys.ts";
import { type Bucket, type BucketLimits, BUCKETS } from "./bucket.ts";
import {
  Counter,
  CounterTable,
  isWindowOpen,
  mergeCounters,
  parseCounter,
} from "./counters.ts";
import { networkOf } from "./fair_table.ts";
import { lastKeyPart, takeFairly } from "./stored.ts";

/** A rejected request: the limit it exceeds, and when the window ends. */
export interface RateLimitRefusal {
  readonly bucket: Bucket;
  /** Requests allowed per window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Time until the window ends. */
  readonly resetMs: number;
}

/** How much of its limit a client has left. */
export interface RateLimitStatus {
  /** Requests that are still allowed in this window. */
  readonly remaining: number;
  /** Time until the window ends. */
  readonly resetMs: number;
}

export interface LimiterOptions {
  kv: Deno.Kv;
  limits: BucketLimits;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called once per window, at its first rejected request. */
  onLimitExceeded?: (client: string, bucket: Bucket, startMs: number) => void;
  windowMs?: number;
  /** Limit on counters of all buckets; the network with the most loses its oldest window. */
  maxCounters?: number;
  /**
   * Most requests of a client that are not written, if they are a twentieth of the
   * limit or less. Most clients come once, and writing each of them would take a
   * sixth of the time of their page.
   */
  maxUnwritten?: number;
  /** Most counters written per flush, so that a flood of clients cannot block the process. */
  maxWrites?: number;
}

/** The share of a limit that each process may keep to itself. */
const unwrittenShare = 1 / 20;

/** Longer keys are truncated: a client chooses the length of the account name it sends. */
const maxClientLength = 200;
/** Deno KV takes up to 100 checks in a commit. */
const commitSize = 100;
/** Most counters of ended windows that one flush removes. */
const maxEndedPerFlush = 10_000;

/**
 * Fixed-window request limits.
 *
 * A window starts with the client's first request. Requests are counted in
 * memory; `flush` merges new counts into KV for other processes and the next
 * start, except for clients with few requests.
 */
export class Limiter {
  readonly #kv: Deno.Kv;
  readonly #limits: BucketLimits;
  readonly #now: () => number;
  readonly #onLimitExceeded: (
    client: string,
    bucket: Bucket,
    startMs: number,
  ) => void;
  readonly #windowMs: number;
  readonly #maxCounters: number;
  readonly #maxUnwritten: number;
  readonly #maxWrites: number;
  readonly #counters: CounterTable;
  readonly #rejectedCounts = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, 0]),
  ) as Record<Bucket, number>;
  /** Counters with requests not yet in KV, longest waiting first. */
  readonly #unflushed = new Set<Counter>();

  constructor(options: LimiterOptions) {
    this.#kv = options.kv;
    this.#limits = options.limits;
    this.#now = options.now;
    this.#onLimitExceeded = options.onLimitExceeded ?? (() => {});
    this.#windowMs = options.windowMs ?? 60_000;
    this.#maxCounters = options.maxCounters ?? 100_000;
    this.#counters = new CounterTable(this.#maxCounters);
    this.#maxUnwritten = options.maxUnwritten ?? 5;
    this.#maxWrites = options.maxWrites ?? 5_000;
  }

  /** Number of counters. */
  get size(): number {
    return this.#counters.size;
  }

  /** Requests rejected since the start. */
  get rejectedCounts(): Readonly<Record<Bucket, number>> {
    return this.#rejectedCounts;
  }

  /** Counters not yet written. */
  get unflushed(): number {
    return this.#unflushed.size;
  }

  /**
   * Counts one request of `client`; null if it is allowed. A rejected request is
   * not counted.
   *
   * @param network whose share of the table the counter takes, if not the client's
   */
  take(
    bucket: Bucket,
    client: string,
    network?: string,
  ): RateLimitRefusal | null {
    const limit = this.#limits[bucket];
    if (limit === 0) return null;
    client = truncateClient(client);
    const nowMs = this.#now();
    let counter = this.#counters.get(bucket, client);
    if (
      counter === undefined || nowMs - counter.startMs >= this.#windowMs
    ) {
      counter = this.#open(bucket, client, nowMs, network, counter);
    } else if (nowMs < counter.startMs) {
      // The clock was set back: keep the count, and wait at most one window from now.
      counter.startMs = nowMs;
    }
    if (counter.count < limit) {
      const unwritten = Math.max(
        counter.flushedCount,
        this.#unwrittenOf(limit),
      );
      if (counter.count === unwritten) this.#unflushed.add(counter);
      counter.count++;
      return null;
    }
    this.#rejectedCounts[bucket]++;
    if (!counter.wasExceeded) {
      counter.wasExceeded = true;
      this.#onLimitExceeded(client, bucket, counter.startMs);
    }
    const resetMs = counter.startMs + this.#windowMs - nowMs;
    return { bucket, limit, windowMs: this.#windowMs, resetMs };
  }

  /** What is left to `client`, without counting a request; null if there is no limit. */
  status(bucket: Bucket, client: string): RateLimitStatus | null {
    const limit = this.#limits[bucket];
    if (limit === 0) return null;
    const windowMs = this.#windowMs;
    const nowMs = this.#now();
    const counter = this.#counters.get(bucket, truncateClient(client));
    if (counter === undefined || nowMs - counter.startMs >= windowMs) {
      return { remaining: limit, resetMs: windowMs };
    }
    return {
      remaining: Math.max(0, limit - counter.count),
      resetMs: Math.min(counter.startMs + windowMs - nowMs, windowMs),
    };
  }

  /**
   * Refunds one successful `take`. If its window has ended since, the next
   * window allows one more request. A counter that is zero again takes no room.
   */
  refund(bucket: Bucket, client: string): void {
    const counter = this.#counters.get(bucket, truncateClient(client));
    if (counter === undefined || counter.count === 0) return;
    counter.count--;
    if (counter.flushedCount > 0) this.#unflushed.add(counter);
    else if (counter.count === 0 && !counter.wasExceeded) this.#remove(counter);
  }

  /** Loads the windows still open from KV. Call once, before the first `take`. */
  async load(): Promise<void> {
    const nowMs = this.#now();
    const open = await takeFairly(this.#storedCounters(nowMs), {
      max: this.#maxCounters,
      timeMs: ({ startMs }) => startMs,
      networkOf: ({ network }) => network,
    });
    for (const counter of open) this.#counters.add(counter);
  }

  /** Lets the next flushes write clients with few requests as well. */
  includeAll(): void {
    for (const counter of this.#counters.values()) {
      if (counter.count !== counter.flushedCount) this.#unflushed.add(counter);
    }
  }

  /**
   * Merges new counts into KV, at most `maxWrites` counters; the next call
   * continues. Calls must not overlap.
   *
   * @throws what KV rejects with; no counts are lost
   */
  async flush(): Promise<void> {
    this.#removeEnded();
    const waiting = this.#unflushed.values().take(this.#maxWrites).toArray();
    for (let i = 0; i < waiting.length; i += commitSize) {
      await this.#write(waiting.slice(i, i + commitSize));
    }
  }

  #open(
    bucket: Bucket,
    client: string,
    nowMs: number,
    network: string | undefined,
    ended: Counter | undefined,
  ): Counter {
    // Each window gets its own object, so that a write still under way for the ended one cannot change it.
    if (ended !== undefined) this.#remove(ended);
    const holder = holderOf(bucket, network ?? networkOf(client));
    this.#remove(this.#counters.excess(holder));
    const counter = new Counter(bucket, client, nowMs, holder);
    this.#counters.add(counter);
    return counter;
  }

  #unwrittenOf(limit: number): number {
    return Math.min(this.#maxUnwritten, Math.floor(limit * unwrittenShare));
  }

  #remove(counter: Counter | undefined): void {
    if (counter === undefined) return;
    this.#counters.delete(counter);
    this.#unflushed.delete(counter);
  }

  #removeEnded(): void {
    const nowMs = this.#now();
    for (let i = 0; i < maxEndedPerFlush; i++) {
      const oldest = this.#counters.oldest;
      if (oldest === null || nowMs - oldest.startMs < this.#windowMs) return;
      this.#remove(oldest);
    }
  }

  async #write(batch: readonly Counter[]): Promise<void> {
    // Move to the end of the queue: counters that cannot be written must not block the others.
    const unflushed = batch.filter((counter) => this.#unflushed.has(counter));
    for (const counter of unflushed) {
      this.#unflushed.delete(counter);
      this.#unflushed.add(counter);
    }
    await mergeCounters(unflushed, {
      kv: this.#kv,
      now: this.#now,
      windowMs: this.#windowMs,
      onFlushed: (counter) => {
        const complete = counter.count === counter.flushedCount;
        if (complete) this.#unflushed.delete(counter);
      },
    });
  }

  async *#storedCounters(nowMs: number): AsyncGenerator<Counter> {
    const entries = this.#kv.list(
      { prefix: counterPrefix() },
      { batchSize: 500 },
    );
    for await (const { key, value } of entries) {
      const bucket = BUCKETS.find((name) => name === key[2]);
      const client = lastKeyPart(key, 4);
      const stored = parseCounter(value);
      if (bucket === undefined || client === null || stored === null) continue;
      if (!isWindowOpen(stored.startMs, nowMs, this.#windowMs)) continue;
      const holder = holderOf(bucket, networkOf(client));
      const counter = new Counter(bucket, client, stored.startMs, holder);
      counter.count = counter.flushedCount = stored.count;
      yield counter;
    }
  }
}

const accountBuckets: ReadonlySet<Bucket> = new Set(
  ["auth", "auth_total", "signup"] satisfies Bucket[],
);

/**
 * Whose share of the table a counter takes. Failed sign-ins are counted apart
 * from requests, which are cheap: with enough of them, a network could otherwise
 * make its own wrong passwords forgotten.
 */
function holderOf(bucket: Bucket, network: string): string {
  return accountBuckets.has(bucket) ? `account ${network}` : network;
}

function truncateClient(client: string): string {
  return client.length > maxClientLength
    ? client.slice(0, maxClientLength)
    : client;
}
