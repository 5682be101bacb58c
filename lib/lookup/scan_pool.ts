import type { Caller } from "../core/caller.ts";
import { type Permit, Semaphore, SemaphoreError } from "../core/semaphore.ts";
import { AppError } from "../core/errors.ts";

export interface ScanPoolOptions {
  /** Scans at once, all clients together: each asks thousands of questions. */
  maxScans?: number;
  /** The longest wait for a place. */
  waitMs?: number;
}

const RETRY_SECONDS = 15;
/** However many places are free: a scan takes minutes, and clients come meanwhile. */
const SCANS_PER_CLIENT = 2;

/** The places for scans of networks, shared fairly among clients. */
export class ScanPool {
  readonly #semaphore: Semaphore;
  readonly #waitMs: number;

  constructor({ maxScans = 16, waitMs = 5_000 }: ScanPoolOptions = {}) {
    this.#semaphore = new Semaphore({
      permits: maxScans,
      maxWaiting: 4 * maxScans,
      guaranteedShare: 1,
      maxPerGroup: SCANS_PER_CLIENT,
    });
    this.#waitMs = waitMs;
  }

  /** Scans under way. */
  get taken(): number {
    return this.#semaphore.acquired;
  }

  /**
   * Takes a place, to be given back by disposing of it.
   *
   * @throws {AppError} 503 with when to come back, where none becomes free in time; the signal's reason
   */
  async acquire(caller: Caller): Promise<Permit> {
    try {
      return await this.#semaphore.acquire(caller, { timeoutMs: this.#waitMs });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      throw new AppError(
        503,
        "SERVICE_UNAVAILABLE",
        { reason: "scans_busy", retrySeconds: RETRY_SECONDS },
        { cause, headers: { "retry-after": String(RETRY_SECONDS) } },
      );
    }
  }
}
