import type { AppError } from "../core/errors.ts";
import { errorText } from "../i18n/errors.ts";
import {
  type CacheLifetime,
  jsonResponse,
  jsonTextResponse,
} from "./responses.ts";

/** What is left of a token's monthly quota. */
export interface TokenQuota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
  readonly tier: string;
}

/** The result of a request that uses up a quota, and the quota after it. */
export type MeteredResult =
  & { readonly quota: TokenQuota }
  & (
    | { readonly json: string; readonly lifetime: CacheLifetime }
    | { readonly error: AppError }
    /** The quota is too small for so many requests. */
    | { readonly refusedCount: number }
  );

/**
 * The response to a metered request, with the quota's headers.
 *
 * @throws {AppError} the result's error
 */
export function meteredResponse(
  result: MeteredResult,
  nowMs: number,
): Response {
  const { quota } = result;
  if ("error" in result) throw result.error.with(quotaHeaders(quota));
  return "json" in result
    ? jsonTextResponse(result.json, result.lifetime, quotaHeaders(quota))
    : quotaExhaustedResponse(quota, nowMs, result.refusedCount);
}

function resetAt({ resetAtMs }: TokenQuota): string {
  return new Date(resetAtMs).toISOString().replace(".000Z", "Z");
}

/** The quota headers of every V2 response. */
export function quotaHeaders(quota: TokenQuota): Record<string, string> {
  return {
    "x-ratelimit-limit": String(quota.limit),
    "x-ratelimit-remaining": String(quota.remaining),
    "x-ratelimit-reset": resetAt(quota),
    "x-token-type": quota.tier,
  };
}

/**
 * The response for a token whose monthly quota is used up, or is too small for
 * `count` requests at once.
 */
export function quotaExhaustedResponse(
  quota: TokenQuota,
  nowMs: number,
  count = 1,
): Response {
  const { limit, remaining, resetAtMs } = quota;
  const reset_at = resetAt(quota);
  const waitMs = Math.max(resetAtMs - nowMs, 1_000);
  return jsonResponse(
    {
      ok: false,
      error: errorText(
        "en",
        remaining === 0
          ? { reason: "quota_used_up", limit, resetAtMs }
          : { reason: "quota_too_small", count, remaining, resetAtMs },
      ),
      quota: { limit, remaining, reset_at },
    },
    { status: 429 },
    {
      ...quotaHeaders(quota),
      "retry-after": String(Math.ceil(waitMs / 1_000)),
    },
  );
}
