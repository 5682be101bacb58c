import { counterPrefix } from "../store/keys.ts";
import { type Bucket, type BucketLimits, BUCKETS } from "./bucket.ts";
import {
  asCounter,
  Counter,
  CounterTable,
  mergeCounters,
  windowIsOpen,
} from "./counters.ts";
import { clientOf, newest } from "./stored.ts";

/** Why a request must not be served now. */
export interface RateLimitRefusal {
  readonly bucket: Bucket;
  /** Requests that a window admits. */
  readonly limit: number;
  readonly windowMs: number;
  /** Time until the window ends. */
  readonly resetMs: number;
}

export interface LimiterOptions {
  kv: Deno.Kv;
  limits: BucketLimits;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called once per window, when its first request is refused. */
  onOver?: (client: string, bucket: Bucket, startMs: number) => void;
  windowMs?: number;
  /** Counters of all buckets together; past it the oldest window goes. */
  maxCounters?: number;
  /** Counters that one flush writes at most, so that a flood of clients cannot hold up the process. */
  maxWrites?: number;
}

/** Longer keys share the counter of their beginning: a stranger chooses how long an account name he types. */
const maxClientLength = 200;
/** Deno KV takes up to 100 checks in a commit. */
const commitSize = 100;
/** Bound on the counters of ended windows that one flush drops. */
const maxSweep = 10_000;

/**
 * Fixed-window request limits.
 *
 * A window begins with the client's first request in it. Counting happens in
 * memory; `flush` merges what is new into KV, where other processes and the
 * next start of this one find it.
 */
export class Limiter {
  readonly #kv: Deno.Kv;
  readonly #limits: BucketLimits;
  readonly #now: () => number;
  readonly #onOver: (client: string, bucket: Bucket, startMs: number) => void;
  readonly #windowMs: number;
  readonly #maxCounters: number;
  readonly #maxWrites: number;
  readonly #counters = new CounterTable();
  readonly #refused = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, 0]),
  ) as Record<Bucket, number>;
  /** Counters with requests that KV has not seen, the longest waiting first. */
  readonly #unwritten = new Set<Counter>();

  constructor(options: LimiterOptions) {
    this.#kv = options.kv;
    this.#limits = options.limits;
    this.#now = options.now;
    this.#onOver = options.onOver ?? (() => {});
    this.#windowMs = options.windowMs ?? 60_000;
    this.#maxCounters = options.maxCounters ?? 100_000;
    this.#maxWrites = options.maxWrites ?? 5_000;
  }

  /** Counters held. */
  get size(): number {
    return this.#counters.size;
  }

  /** Requests refused since the start. */
  get refused(): Readonly<Record<Bucket, number>> {
    return this.#refused;
  }

  /** Counters that wait to be written. */
  get unwritten(): number {
    return this.#unwritten.size;
  }

  /** Counts one request of `client`; null when it may pass. A refused request is not counted. */
  take(bucket: Bucket, client: string): RateLimitRefusal | null {
    const limit = this.#limits[bucket];
    if (limit === 0) return null;
    client = keptPart(client);
    const nowMs = this.#now();
    let counter = this.#counters.get(bucket, client);
    if (
      counter === undefined || nowMs - counter.startMs >= this.#windowMs
    ) {
      counter = this.#open(bucket, client, nowMs, counter);
    } else if (nowMs < counter.startMs) {
      // The clock was put back: the count stays, and the wait is at most one window from here.
      counter.startMs = nowMs;
    }
    if (counter.count < limit) {
      if (counter.count === counter.writtenCount) this.#unwritten.add(counter);
      counter.count++;
      return null;
    }
    this.#refused[bucket]++;
    if (!counter.over) {
      counter.over = true;
      this.#onOver(client, bucket, counter.startMs);
    }
    const resetMs = counter.startMs + this.#windowMs - nowMs;
    return { bucket, limit, windowMs: this.#windowMs, resetMs };
  }

  /**
   * Takes back one `take` that passed, once it turns out that it is not to count.
   * Where its window has ended meanwhile the next one has room for one more.
   */
  refund(bucket: Bucket, client: string): void {
    const counter = this.#counters.get(bucket, keptPart(client));
    if (counter === undefined || counter.count === 0) return;
    counter.count--;
    this.#unwritten.add(counter);
  }

  /** Takes over the windows that are still open in KV. To be called once, before the first `take`. */
  async load(): Promise<void> {
    const nowMs = this.#now();
    const open = await newest(
      this.#storedCounters(nowMs),
      this.#maxCounters,
      (counter) => counter.startMs,
    );
    for (const counter of open) this.#counters.add(counter);
  }

  /**
   * Merges what is new into KV, at most `maxWrites` counters; the others follow with the next call.
   * Calls must not overlap.
   *
   * @throws what KV rejects with; nothing counted is lost by it.
   */
  async flush(): Promise<void> {
    this.#dropEnded();
    const waiting = this.#unwritten.values().take(this.#maxWrites).toArray();
    for (let i = 0; i < waiting.length; i += commitSize) {
      await this.#write(waiting.slice(i, i + commitSize));
    }
  }

  #open(
    bucket: Bucket,
    client: string,
    nowMs: number,
    ended: Counter | undefined,
  ): Counter {
    // A window gets an object of its own, so that a write still under way for the ended one cannot touch it.
    if (ended !== undefined) this.#drop(ended);
    else if (this.#counters.size >= this.#maxCounters) {
      this.#drop(this.#counters.oldest);
    }
    const counter = new Counter(bucket, client, nowMs);
    this.#counters.add(counter);
    return counter;
  }

  #drop(counter: Counter | null): void {
    if (counter === null) return;
    this.#counters.delete(counter);
    this.#unwritten.delete(counter);
  }

  #dropEnded(): void {
    const nowMs = this.#now();
    for (let i = 0; i < maxSweep; i++) {
      const oldest = this.#counters.oldest;
      if (oldest === null || nowMs - oldest.startMs < this.#windowMs) return;
      this.#drop(oldest);
    }
  }

  async #write(batch: readonly Counter[]): Promise<void> {
    // To the back first: counters that cannot be written must not keep the others waiting.
    const live = batch.filter((counter) => this.#unwritten.has(counter));
    for (const counter of live) {
      this.#unwritten.delete(counter);
      this.#unwritten.add(counter);
    }
    await mergeCounters(live, {
      kv: this.#kv,
      now: this.#now,
      windowMs: this.#windowMs,
      written: (counter) => {
        const complete = counter.count === counter.writtenCount;
        if (complete) this.#unwritten.delete(counter);
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
      const client = clientOf(key, 4);
      const stored = asCounter(value);
      if (bucket === undefined || client === null || stored === null) continue;
      if (!windowIsOpen(stored.startMs, nowMs, this.#windowMs)) continue;
      const counter = new Counter(bucket, client, stored.startMs);
      counter.count = counter.writtenCount = stored.count;
      yield counter;
    }
  }
}

function keptPart(client: string): string {
  return client.length > maxClientLength
    ? client.slice(0, maxClientLength)
    : client;
}
