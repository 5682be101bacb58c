import { TIERS } from "../accounts/account.ts";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** Response headers, by their name in the document. */
export const HEADERS = {
  RetryAfter: {
    description: "Seconds to wait before you try again (RFC 9110).",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  RateLimitPolicy: {
    description:
      "The rate limit that applies: its name, and q requests per window of w seconds (draft-ietf-httpapi-ratelimit-headers).",
    schema: text,
    example: '"geoip";q=30;w=60',
  },
  RateLimit: {
    description: "Current state: r requests left, t seconds until the reset.",
    schema: text,
    example: '"geoip";r=0;t=42',
  },
  WwwAuthenticate: {
    description: "The required authentication scheme (RFC 6750).",
    schema: text,
    example: 'Bearer realm="porthole"',
  },
  QuotaLimit: {
    description: "Requests per month.",
    schema: count,
    example: 100,
  },
  QuotaRemaining: {
    description: "Requests left this month.",
    schema: count,
    example: 99,
  },
  QuotaReset: {
    description: "When the quota resets, ISO 8601.",
    schema: { type: "string", format: "date-time" },
    example: "2030-01-01T00:00:00Z",
  },
  TokenType: {
    description: "The plan of the token's account.",
    schema: { type: "string", enum: TIERS },
    example: "free",
  },
} as const;

type Named = Readonly<Record<string, keyof typeof HEADERS>>;

/** Headers of a 503. */
export const RETRY_HEADERS = {
  "Retry-After": "RetryAfter",
} as const satisfies Named;

/** Headers of a 429 by a rate limit. */
export const RATE_LIMIT_HEADERS = {
  ...RETRY_HEADERS,
  "RateLimit-Policy": "RateLimitPolicy",
  "RateLimit": "RateLimit",
} as const satisfies Named;

/** Headers of V2 with the quota of the token. */
export const QUOTA_HEADERS = {
  "X-RateLimit-Limit": "QuotaLimit",
  "X-RateLimit-Remaining": "QuotaRemaining",
  "X-RateLimit-Reset": "QuotaReset",
  "X-Token-Type": "TokenType",
} as const satisfies Named;

/** Headers of a 401. */
export const CHALLENGE_HEADERS: Named = {
  "WWW-Authenticate": "WwwAuthenticate",
};

/** References to headers. */
export function headerRefs(
  named: Named,
): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(
    Object.entries(named).map(([header, name]) => [
      header,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}
