import type { Bucket } from "../../limits/bucket.ts";
import { rateLimitError } from "../../http/rate_limit.ts";
import type { Limits } from "../../limits/limits.ts";
import { AppError } from "../../core/errors.ts";

/** A count of failures. */
export type FailureCount = readonly [bucket: Bucket, key: string];

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
    for (const count of taken) limits.refund(...count);
  };
  for (const count of counts) {
    const refusal = limits.take(...count);
    if (refusal) {
      refund();
      throw rateLimitError(refusal);
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
