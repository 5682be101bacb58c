import type { Quota } from "../accounts/quotas.ts";
import { jsonAnswer } from "./answers.ts";

function resetAt({ resetAtMs }: Quota): string {
  return new Date(resetAtMs).toISOString().replace(".000Z", "Z");
}

/** How a token stands, for the headers of every V2 answer. */
export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "x-ratelimit-limit": String(quota.limit),
    "x-ratelimit-remaining": String(quota.remaining),
    "x-ratelimit-reset": resetAt(quota),
    "x-token-type": quota.tier,
  };
}

/**
 * The answer to a token that is used up until the month is over.
 *
 * @param nowMs milliseconds since the epoch
 */
export function quotaExhausted(quota: Quota, nowMs: number): Response {
  const { limit } = quota;
  const reset_at = resetAt(quota);
  const waitMs = Math.max(quota.resetAtMs - nowMs, 1_000);
  return jsonAnswer(
    {
      ok: false,
      error:
        `The monthly limit of ${limit} requests is used up; it resets at ${reset_at}.`,
      quota: { limit, remaining: 0, reset_at },
    },
    { status: 429 },
    {
      ...quotaHeaders(quota),
      "retry-after": String(Math.ceil(waitMs / 1_000)),
    },
  );
}
