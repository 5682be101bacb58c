import { ExpiringCache } from "../../core/cache.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import type { Bucket } from "../../limits/bucket.ts";
import { rateLimitError, wholeSeconds } from "../../http/rate_limit.ts";
import type { Limits } from "../../limits/limits.ts";
import { AppError } from "../../core/errors.ts";

const MEMORY_MS = 10 * 60_000;
const MAX_CLIENTS = 10_000;
const FAILURE = Object.freeze({});

/** Clients that have sent a wrong password in the last ten minutes. */
export class RecentFailures {
  readonly #now: () => number;
  readonly #clients: ExpiringCache<object>;

  /** @param now milliseconds since the epoch */
  constructor({ now }: { now: () => number }) {
    this.#now = now;
    this.#clients = new ExpiringCache({ maxWeight: MAX_CLIENTS, now });
  }

  has({ group }: ClientKey): boolean {
    return this.#clients.get(group) !== undefined;
  }

  /**
   * Remembers a wrong password. A correct one later does not clear it, because an
   * attacker can have an account too.
   */
  add({ group }: ClientKey): void {
    this.#clients.set(group, FAILURE, this.#now() + MEMORY_MS);
  }
}

/** A count of failures, and the network whose share of the counters it takes. */
export type FailureCount = readonly [
  bucket: Bucket,
  key: string,
  network?: string,
];

/**
 * Checks a password, and counts the check if the password is wrong. It is
 * counted beforehand and refunded afterwards, so that concurrent checks cannot
 * exceed the limit.
 *
 * @param attempt throws {AppError} 401 for a wrong password
 * @throws {AppError} 429 without an attempt if a limit is reached; what
 * `attempt` throws
 */
export async function countFailure<T>(
  limits: Pick<Limits, "take" | "refund">,
  counts: readonly FailureCount[],
  attempt: () => Promise<T>,
): Promise<T> {
  const taken: FailureCount[] = [];
  const refund = () => {
    for (const [bucket, key] of taken) limits.refund(bucket, key);
  };
  for (const count of counts) {
    const refusal = limits.take(...count);
    if (refusal) {
      refund();
      throw rateLimitError(refusal, {
        reason: "too_many_wrong_passwords",
        retrySeconds: wholeSeconds(refusal.resetMs),
      });
    }
    taken.push(count);
  }
  try {
    const result = await attempt();
    refund();
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) refund();
    throw error;
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.status === 401;
}
