import type { Actor } from "../store/audit.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import type { AutomaticBan } from "./ban_table.ts";
import { Bans, type BansOptions } from "./bans.ts";
import type { Bucket } from "./bucket.ts";
import {
  Limiter,
  type LimiterOptions,
  type RateLimitRefusal,
} from "./limiter.ts";
import {
  type Log,
  WriteBehind,
  type WriteBehindOptions,
} from "../store/write_behind.ts";

export interface LimitsOptions
  extends
    Pick<LimiterOptions, "kv" | "limits" | "now" | "windowMs" | "maxCounters">,
    Pick<BansOptions, "maxStrikes" | "periodMs" | "banMs">,
    Pick<WriteBehindOptions, "intervalMs" | "closeLimitMs"> {
  /** Told once when an outage of KV begins, and once when it ends. */
  log: Log;
}

/**
 * Request limits and automatic bans, kept in memory and written behind to KV.
 *
 * Processes on one store converge within one interval of writing: what a
 * process counts reaches the store with its next flush, and with it the process
 * takes over what the others counted for the same client. A process that has
 * nothing new to write for a client does not read either, so its first requests
 * after a pause are judged by what it knew last.
 */
export class Limits {
  readonly #limiter: Limiter;
  readonly #bans: Bans;
  readonly #writeBehind: WriteBehind;

  constructor(options: LimitsOptions) {
    this.#bans = new Bans(options);
    this.#limiter = new Limiter({
      ...options,
      onOver: (client, bucket, startMs) => {
        // Whoever types a stranger's account name too often must not shut that one out.
        if (client.startsWith("account:")) return;
        // Behind a client may stand what it went too far with.
        const [address] = client.split(" ", 1);
        this.#bans.strike(address, bucket, startMs);
      },
    });
    this.#writeBehind = new WriteBehind({
      ...options,
      what: "limits",
      tables: [this.#limiter, this.#bans],
    });
  }

  /** Takes over open windows, strikes and bans from KV. To be awaited before the first request. */
  async load(): Promise<void> {
    await Promise.all([this.#limiter.load(), this.#bans.load()]);
  }

  /**
   * Counts one request of `client` (IPv4, IPv6 /64, either with a
   * blank and what is counted apart, or `account:<id>`; 200 characters tell
   * clients apart). Null when it may pass.
   */
  take(bucket: Bucket, client: string): RateLimitRefusal | null {
    return this.#limiter.take(bucket, client);
  }

  /** Takes back one `take` that passed. */
  refund(bucket: Bucket, client: string): void {
    this.#limiter.refund(bucket, client);
  }

  /** Whether `client` went over its limits too often and is shut out now. */
  isBanned(client: string): boolean {
    return this.#bans.isBanned(client);
  }

  /** When the ban of `client` ends, in milliseconds since the epoch; null where it is not banned now. */
  bannedUntil(client: string): number | null {
    return this.#bans.bannedUntil(client);
  }

  /** The record by which other processes tell of bans, and what follows from a change of it. */
  get live(): PolledKey {
    return this.#bans.live;
  }

  /** The clients that are shut out now, the latest first. */
  automaticBans(): (AutomaticBan & { client: string })[] {
    return this.#bans.list();
  }

  /**
   * Lets a client in again, its strikes forgotten.
   *
   * @throws {AppError} 404 where it is not shut out any more; 503
   */
  liftAutomatic(client: string, by: Actor): Promise<void> {
    return this.#bans.lift(client, by);
  }

  /** Begins the write-behind timer. */
  start(): void {
    this.#writeBehind.start();
  }

  /** Writes now, at most as much as one round may. Never rejects. */
  flush(): Promise<void> {
    return this.#writeBehind.flush();
  }

  /** Stops the timer and writes what is left, for a limited time. Never rejects. Close KV after it. */
  close(): Promise<void> {
    return this.#writeBehind.close();
  }

  /** Requests refused since the start, for the metrics. */
  get refused(): Readonly<Record<Bucket, number>> {
    return this.#limiter.refused;
  }

  /** Records held, for the metrics. */
  get size(): { counters: number; strikes: number; bans: number } {
    return { counters: this.#limiter.size, ...this.#bans.size };
  }
}

/** Builds the limits and loads what KV holds; the timer is not started. */
export async function openLimits(options: LimitsOptions): Promise<Limits> {
  const limits = new Limits(options);
  await limits.load();
  return limits;
}
