import { BAN_MS, MAX_BANNED } from "./ban_table.ts";
import { CounterTable, MAX_COUNTERS } from "./counter_table.ts";
import {
  RequestLimiter,
  type RequestLimiterOptions,
} from "./request_limiter.ts";
import { SharedBans } from "./shared_bans.ts";

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
