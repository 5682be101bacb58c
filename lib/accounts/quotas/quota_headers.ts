import type { Quota } from "./quotas.ts";
import { errorText } from "../../i18n/errors.ts";
import { jsonResponse } from "../../http/responses.ts";
import { tokenHash, unauthorized } from "../tokens/token.ts";

function resetAt({ resetAtMs }: Quota): string {
  return new Date(resetAtMs).toISOString().replace(".000Z", "Z");
}

/** The quota headers of every V2 response. */
export function quotaHeaders(quota: Quota): Record<string, string> {
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
 *
 * @param nowMs milliseconds since the epoch
 */
export function quotaExhaustedResponse(
  quota: Quota,
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

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([^\s]+) *$/i;

/**
 * The hash of the API token in the headers; null if there is none or it is
 * malformed. `Authorization: Bearer` takes precedence over `X-API-Key`. Other
 * schemes, which proxies may use, are ignored.
 */
export function findApiTokenHash(headers: Headers): string | null {
  const authorization = headers.get("authorization") ?? "";
  const token = /^bearer(?: |$)/i.test(authorization)
    ? BEARER.exec(authorization)?.[1]
    : headers.get("x-api-key");
  return token ? tokenHash(token) : null;
}

/** Like `findApiTokenHash`, but the token is required. @throws {AppError} 401 */
export function apiTokenHash(headers: Headers): string {
  const hash = findApiTokenHash(headers);
  if (hash === null) throw unauthorized();
  return hash;
}
