import type { Bucket } from "../limits/bucket.ts";
import { limitExceeded } from "../limits/headers.ts";
import type { Limits } from "../limits/limits.ts";

/**
 * Counts one request against a bucket.
 *
 * @throws {AppError} 429 `RATE_LIMIT_EXCEEDED` with when to come back
 */
export function charge(
  limits: Pick<Limits, "take">,
  bucket: Bucket,
  clientKey: string,
) {
  const refusal = limits.take(bucket, clientKey);
  if (refusal) throw limitExceeded(refusal);
}
