import type { Actor } from "../store/audit.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import type { AutomaticBan } from "./ban_table.ts";
import { Bans, type BansOptions } from "./bans.ts";
import type { Bucket } from "./bucket.ts";
import { Limiter, type LimiterOptions } from "./limiter.ts";
import type { SharedLimits } from "./thread_limits.ts";
import type { RateLimitRefusal, RateLimitStatus } from "./request_limiter.ts";
import {
  type OperatorLog,
  WriteBehind,
  type WriteBehindOptions,
} from "../store/write_behind.ts";

interface LimitsOptions extends
  Pick<
    LimiterOptions,
    "kv" | "limits" | "now" | "windowMs" | "maxCounters" | "isShared"
  >,
  Pick<BansOptions, "maxStrikes" | "periodMs" | "banMs">,
  Pick<WriteBehindOptions, "intervalMs" | "closeTimeoutMs"> {
  /** Called once when a KV outage begins, and once when it ends. */
  log: OperatorLog;
}

/**
 * Rate limits and automatic bans, in memory with write-behind to KV.
 *
 * Processes that share a store converge within one flush interval: each flush
 * writes the new requests of a client and reads what other processes counted
 * for it. A process with nothing to write for a client does not read either, so
 * it judges the first requests after a pause by its last known count.
 */
export class Limits {
  readonly #limiter: Limiter;
  readonly #bans: Bans;
  readonly #writeBehind: WriteBehind;

  constructor(options: LimitsOptions) {
    this.#bans = new Bans(options);
    this.#limiter = new Limiter({
      ...options,
      onLimitExceeded: (...strike) => this.strike(...strike),
    });
    this.#writeBehind = new WriteBehind({
      ...options,
      contents: "limits",
      tables: [this.#limiter, this.#bans],
    });
  }

  /** Loads open windows, strikes and bans from KV. Await it before the first request. */
  async load(): Promise<void> {
    await Promise.all([this.#limiter.load(), this.#bans.load()]);
  }

  /**
   * Counts one request of `client`: an IPv4 address or IPv6 prefix, optionally
   * followed by a blank and a subkey, `account:<id>` or `network:<group>`; only the first 200
   * characters count. Null if the request is allowed.
   *
   * @param network whose share of the table the counter takes; by default the
   * client's
   */
  take(
    bucket: Bucket,
    client: string,
    network?: string,
  ): RateLimitRefusal | null {
    return this.#limiter.take(bucket, client, network);
  }

  /** What is left to `client`, without counting a request; null if there is no limit. */
  status(bucket: Bucket, client: string): RateLimitStatus | null {
    return this.#limiter.status(bucket, client);
  }

  /** Records that a client exceeded a limit in the window that started at `startMs`. */
  strike(client: string, bucket: Bucket, startMs: number): void {
    // Repeated sign-in attempts with someone else's account name must not ban that account.
    // Nor is a whole network banned.
    if (/^(?:account|network):/.test(client)) return;
    // The client may be followed by a blank and a subkey.
    const [address] = client.split(" ", 1);
    this.#bans.table.strike(address, bucket, startMs);
  }

  /** The memory that other threads need. From now on, it is locked for each request. */
  share(): SharedLimits {
    const { counters } = this.#limiter;
    const bans = this.#bans.table.shared;
    counters.lock.isShared = bans.lock.isShared = true;
    return { counters: counters.buffer, bans: bans.buffer };
  }

  /**
   * Frees what a thread held that has ended. If it was counting at that moment, all
   * counters begin again.
   */
  release(thread: number): void {
    const { counters } = this.#limiter;
    counters.lock.release(thread, () => counters.clear());
    // Other threads only read bans.
    this.#bans.table.shared.lock.release(thread, () => {});
  }

  /** Refunds one successful `take`. */
  refund(bucket: Bucket, client: string): void {
    this.#limiter.refund(bucket, client);
  }

  /**
   * When `client` may return that is banned for exceeding its limits too often, in
   * milliseconds since the epoch; null if it is not banned.
   */
  banEndMs(client: string): number | null {
    return this.#bans.table.banEndMs(client);
  }

  /** The KV record that changes with every ban, for {@link KvChangePoller}. */
  get polledKey(): PolledKey {
    return this.#bans.polledKey;
  }

  /** Active automatic bans, newest first. */
  listAutomaticBans(): (AutomaticBan & { client: string })[] {
    return this.#bans.table.listActive();
  }

  /**
   * Lifts the ban of a client and removes its strikes.
   *
   * @throws {AppError} 404 if it is no longer banned; 503
   */
  liftAutomaticBan(client: string, actor: Actor): Promise<void> {
    return this.#bans.lift(client, actor);
  }

  /** Starts the write-behind timer. */
  start(): void {
    this.#writeBehind.start();
  }

  /** Flushes now, at most one batch. Never rejects. */
  flush(): Promise<void> {
    return this.#writeBehind.flush();
  }

  /** Stops the timer and writes the rest, for a limited time. Never rejects. Close KV afterwards. */
  close(): Promise<void> {
    return this.#writeBehind.close();
  }

  /** Requests rejected since the start, for the metrics. */
  get rejectedCounts(): Readonly<Record<Bucket, number>> {
    return this.#limiter.rejectedCounts;
  }

  /** Records held, for the metrics. */
  get size(): { counters: number; strikes: number; bans: number } {
    return { counters: this.#limiter.size, ...this.#bans.table.size };
  }
}

/** Creates the limits and loads them from KV; does not start the timer. */
export async function openLimits(options: LimitsOptions): Promise<Limits> {
  const limits = new Limits(options);
  await limits.load();
  return limits;
}
