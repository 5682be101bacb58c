import type { Quota } from "./quotas.ts";
import { jsonResponse } from "../../http/responses.ts";
import { tokenHash, unauthorized } from "../tokens/token.ts";

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
export function quotaExhaustedResponse(quota: Quota, nowMs: number): Response {
  const { limit } = quota;
  const reset_at = resetAt(quota);
  const waitMs = Math.max(quota.resetAtMs - nowMs, 1_000);
  return jsonResponse(
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

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([^\s]+) *$/i;

/**
 * The hash of the API token in a request's headers; null where there is none,
 * or one that no token can be. `Authorization: Bearer` wins over `X-API-Key`;
 * another scheme, as proxies use it, is not ours.
 */
export function findApiTokenHash(headers: Headers): string | null {
  const authorization = headers.get("authorization") ?? "";
  const token = /^bearer(?: |$)/i.test(authorization)
    ? BEARER.exec(authorization)?.[1]
    : headers.get("x-api-key");
  return token ? tokenHash(token) : null;
}

/** The same. @throws {AppError} 401 where it is null */
export function apiTokenHash(headers: Headers): string {
  const hash = findApiTokenHash(headers);
  if (hash === null) throw unauthorized();
  return hash;
}
