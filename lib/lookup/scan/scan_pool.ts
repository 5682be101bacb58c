import type { Caller } from "../../core/caller.ts";
import { orBusy, type Permit, Semaphore } from "../../core/semaphore.ts";

export interface ScanPoolOptions {
  /** Limit for all clients together: each scan sends thousands of queries. */
  maxScans?: number;
  /** Time limit for waiting in the queue. */
  queueTimeoutMs?: number;
}

const RETRY_SECONDS = 15;
/**
 * Even if the pool is idle: a scan takes minutes, and other clients may arrive.
 */
const SCANS_PER_CLIENT = 2;

/** Limits concurrent network scans, and shares them fairly among clients. */
export class ScanPool {
  readonly #semaphore: Semaphore;
  readonly #queueTimeoutMs: number;

  constructor({ maxScans = 16, queueTimeoutMs = 5_000 }: ScanPoolOptions = {}) {
    this.#semaphore = new Semaphore({
      permits: maxScans,
      // Few scans end while one waits, and whoever waits holds memory.
      maxWaiting: maxScans,
      guaranteedShare: 1,
      maxPerGroup: SCANS_PER_CLIENT,
    });
    this.#queueTimeoutMs = queueTimeoutMs;
  }

  /** The number of scans now running. */
  get running(): number {
    return this.#semaphore.acquired;
  }

  /**
   * Waits for a permit. Dispose of it to release it.
   *
   * @throws {AppError} 503 with `Retry-After` if none becomes free in time; the
   * signal's reason
   */
  async acquire(caller: Caller): Promise<Permit> {
    try {
      return await this.#semaphore.acquire(caller, {
        timeoutMs: this.#queueTimeoutMs,
      });
    } catch (cause) {
      throw orBusy(
        cause,
        { reason: "scans_busy", retrySeconds: RETRY_SECONDS },
        RETRY_SECONDS,
      );
    }
  }
}
