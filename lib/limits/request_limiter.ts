import { createHash } from "node:crypto";
import { MAX_TEXT_LENGTH } from "../core/shared_memory.ts";
import type { Bucket, BucketLimits } from "./bucket.ts";
import type { CounterTable } from "./counter_table.ts";
import { networkOf } from "./fair_table.ts";

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

export interface RequestLimiterOptions {
  limits: BucketLimits;
  now: () => number;
  /** Called once per window, at its first rejected request. */
  onLimitExceeded?: (client: string, bucket: Bucket, startMs: number) => void;
  windowMs?: number;
  /**
   * Most requests of a client that are not written, if they are a twentieth of the
   * limit or less. Most clients come once, and writing each of them would take a
   * sixth of the time of their page.
   */
  maxUnwritten?: number;
  /**
   * Whether other processes need the counts of requests. Those of sign-ins are
   * always written.
   */
  isShared?: boolean;
}

/** The share of a limit that each process may keep to itself. */
const unwrittenShare = 1 / 20;
/** Longer keys are truncated: a client chooses the length of the account name it sends. */
const maxClientLength = 200;
/** The part of a longer key that is kept for whoever reads the store. */
const keptLength = 16;

/**
 * Fixed-window request limits over a table of counters, which other threads can share.
 *
 * A window starts with the client's first request.
 */
export class RequestLimiter {
  protected readonly table: CounterTable;
  protected readonly now: () => number;
  protected readonly windowMs: number;
  readonly #limits: BucketLimits;
  readonly #onLimitExceeded: NonNullable<
    RequestLimiterOptions["onLimitExceeded"]
  >;
  readonly #maxUnwritten: number;
  readonly #isShared: boolean;

  constructor(options: RequestLimiterOptions & { table: CounterTable }) {
    this.table = options.table;
    this.#limits = options.limits;
    this.now = options.now;
    this.#onLimitExceeded = options.onLimitExceeded ?? (() => {});
    this.windowMs = options.windowMs ?? 60_000;
    this.#maxUnwritten = options.maxUnwritten ?? 5;
    this.#isShared = options.isShared ?? true;
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
    client = client.slice(0, maxClientLength);
    const nowMs = this.now();
    const { table, windowMs } = this;
    let startMs: number;
    let isFirst: boolean;
    table.lock.enter();
    try {
      const counter = this.#current(bucket, client, nowMs, network);
      if (table.count[counter] < limit) {
        const count = table.count[counter]++;
        const unwritten = Math.max(
          table.flushedCount[counter],
          this.#unwrittenOf(bucket, limit),
        );
        if (count === unwritten) table.unflush(counter);
        return null;
      }
      startMs = table.startMs[counter];
      isFirst = table.wasExceeded[counter] === 0;
      table.wasExceeded[counter] = 1;
      table.reject(bucket);
    } finally {
      table.lock.leave();
    }
    if (isFirst) this.#onLimitExceeded(client, bucket, startMs);
    const resetMs = startMs + windowMs - nowMs;
    return { bucket, limit, windowMs, resetMs };
  }

  /** What is left to `client`, without counting a request; null if there is no limit. */
  status(bucket: Bucket, client: string): RateLimitStatus | null {
    const limit = this.#limits[bucket];
    if (limit === 0) return null;
    const { table, windowMs } = this;
    const nowMs = this.now();
    table.lock.enter();
    try {
      const counter = table.find(bucket, keyOf(client));
      const startMs = table.startMs[counter];
      if (counter === 0 || nowMs - startMs >= windowMs) {
        return { remaining: limit, resetMs: windowMs };
      }
      return {
        remaining: Math.max(0, limit - table.count[counter]),
        resetMs: Math.min(startMs + windowMs - nowMs, windowMs),
      };
    } finally {
      table.lock.leave();
    }
  }

  /**
   * Refunds one successful `take`. If its window has ended since, the next
   * window allows one more request. A counter that is zero again takes no room.
   */
  refund(bucket: Bucket, client: string): void {
    const { table } = this;
    table.lock.enter();
    try {
      const counter = table.find(bucket, keyOf(client));
      if (counter === 0 || table.count[counter] === 0) return;
      table.count[counter]--;
      if (table.flushedCount[counter] > 0) table.unflush(counter);
      else if (!table.count[counter] && !table.wasExceeded[counter]) {
        table.delete(counter);
      }
    } finally {
      table.lock.leave();
    }
  }

  /** The counter of the open window, which may begin now. */
  #current(
    bucket: Bucket,
    client: string,
    nowMs: number,
    network: string | undefined,
  ): number {
    const { table } = this;
    const key = keyOf(client);
    const counter = table.find(bucket, key);
    const startMs = table.startMs[counter];
    if (counter === 0 || nowMs - startMs >= this.windowMs) {
      // Each window gets its own counter, so that a write still under way for the
      // ended one cannot change it.
      if (counter !== 0) table.delete(counter);
      const holder = holderOf(bucket, network ?? networkOf(client));
      return table.add(bucket, key, nowMs, holder);
    }
    // The clock was set back: keep the count, and wait at most one window from now.
    if (nowMs < startMs) table.startMs[counter] = nowMs;
    return counter;
  }

  #unwrittenOf(bucket: Bucket, limit: number): number {
    if (!this.#isShared && !accountBuckets.has(bucket)) return Infinity;
    return Math.min(this.#maxUnwritten, Math.floor(limit * unwrittenShare));
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
export function holderOf(bucket: Bucket, network: string): string {
  return keyOf(accountBuckets.has(bucket) ? `account ${network}` : network);
}

/** The text that stands for a client or a network in the table and in the store. */
export function keyOf(client: string): string {
  if (client.length <= MAX_TEXT_LENGTH && /^[\0-\x7f]*$/.test(client)) {
    return client;
  }
  client = client.slice(0, maxClientLength);
  const digest = createHash("sha256").update(client).digest("base64url");
  const kept = client.slice(0, keptLength).replaceAll(/[^!-~]/g, "?");
  return `${kept}#${digest.slice(0, MAX_TEXT_LENGTH - keptLength - 1)}`;
}
