import {
  allocate,
  Arena,
  SharedLock,
  SharedTexts,
} from "../core/shared_memory.ts";
import { CounterTable, MAX_COUNTERS } from "./counter_table.ts";
import {
  keyOf,
  RequestLimiter,
  type RequestLimiterOptions,
} from "./request_limiter.ts";

/** How long a client is banned. */
export const BAN_MS = 3_600_000;
/** Clients that can be banned at once. */
export const MAX_BANNED = 10_000;

/** The ends of automatic bans, which the main thread writes and all threads read. */
export class SharedBans {
  readonly buffer: SharedArrayBuffer;
  readonly lock: SharedLock;
  readonly #clients: SharedTexts;
  readonly #untilMs: Float64Array;

  /** @param buffer of an object of the same size, in another thread */
  constructor(max: number, buffer?: SharedArrayBuffer) {
    const divide = (arena: Arena) => ({
      lock: new SharedLock(arena),
      clients: new SharedTexts(arena, max),
      untilMs: arena.float64(max + 1),
    });
    this.buffer = buffer ?? allocate(divide);
    const parts = divide(new Arena(this.buffer));
    this.lock = parts.lock;
    this.lock.isShared = buffer !== undefined;
    this.#clients = parts.clients;
    this.#untilMs = parts.untilMs;
  }

  /** When the ban of a client ends, in milliseconds since the epoch; 0 without one. */
  untilMs(client: string): number {
    // Nobody is banned: the usual case.
    if (this.#clients.size === 0) return 0;
    return this.lock.run(() => {
      const number = this.#clients.find(keyOf(client));
      return number === 0 ? 0 : this.#untilMs[number];
    });
  }

  set(client: string, untilMs: number): void {
    this.lock.run(() => this.#set(client, untilMs));
  }

  delete(client: string): void {
    this.lock.run(() => {
      const number = this.#clients.find(keyOf(client));
      if (number !== 0) this.#clients.remove(number);
    });
  }

  /** Replaces all bans at once. */
  replace(bans: Iterable<[client: string, { untilMs: number }]>): void {
    this.lock.run(() => {
      this.#clients.clear();
      for (const [client, { untilMs }] of bans) this.#set(client, untilMs);
    });
  }

  #set(client: string, untilMs: number): void {
    const key = keyOf(client);
    const number = this.#clients.find(key) || this.#clients.add(key);
    this.#untilMs[number] = untilMs;
  }
}

/** The memory of the main thread's limits. */
export interface SharedLimits {
  readonly counters: SharedArrayBuffer;
  readonly bans: SharedArrayBuffer;
}

interface ThreadLimitsOptions
  extends Pick<RequestLimiterOptions, "limits" | "now" | "isShared"> {
  shared: SharedLimits;
  /** The number of this thread, at least 1. */
  number: number;
  /** Reports a strike to the main thread, which decides on bans. */
  strike: NonNullable<RequestLimiterOptions["onLimitExceeded"]>;
}

/** The rate limits and automatic bans in a thread that is not the main one. */
export class ThreadLimits extends RequestLimiter {
  readonly #bans: SharedBans;

  constructor({ shared, number, strike, ...options }: ThreadLimitsOptions) {
    const table = new CounterTable(MAX_COUNTERS, shared.counters);
    super({ ...options, table, onLimitExceeded: strike });
    this.#bans = new SharedBans(MAX_BANNED, shared.bans);
    table.lock.thread = this.#bans.lock.thread = number;
  }

  /** Like `Limits.banEndMs`. */
  banEndMs(client: string): number | null {
    const untilMs = this.#bans.untilMs(client);
    if (untilMs === 0) return null;
    const nowMs = this.now();
    // If the clock was set back, a ban must not last longer than intended.
    return untilMs > nowMs ? Math.min(untilMs, nowMs + BAN_MS) : null;
  }
}
