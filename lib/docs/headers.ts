import { TIERS } from "../accounts/account.ts";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** The headers that answers are described with, by their name in the document. */
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

/** What a 429 or a 503 tells of the time. */
export const RETRY_HEADERS = {
  "Retry-After": "RetryAfter",
} as const satisfies Named;

/** What a refusal by a limit tells. */
export const RATE_LIMIT_HEADERS = {
  ...RETRY_HEADERS,
  "RateLimit-Policy": "RateLimitPolicy",
  "RateLimit": "RateLimit",
} as const satisfies Named;

/** What V2 tells of the token's quota. */
export const QUOTA_HEADERS = {
  "X-RateLimit-Limit": "QuotaLimit",
  "X-RateLimit-Remaining": "QuotaRemaining",
  "X-RateLimit-Reset": "QuotaReset",
  "X-Token-Type": "TokenType",
} as const satisfies Named;

/** What a missing token is told. */
export const CHALLENGE_HEADERS: Named = {
  "WWW-Authenticate": "WwwAuthenticate",
};

/** Headers as references. */
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
