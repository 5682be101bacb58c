import { TIERS } from "../accounts/account_record.ts";
import { apiTexts } from "./texts.ts";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** Response headers with their schema and an example, by their name in the document. */
const described = {
  RetryAfter: [{ type: "integer", minimum: 1 }, 42],
  RateLimitPolicy: [text, '"geoip";q=30;w=60'],
  RateLimit: [text, '"geoip";r=0;t=42'],
  WwwAuthenticate: [text, 'Bearer realm="porthole"'],
  QuotaLimit: [count, 100],
  QuotaRemaining: [count, 99],
  QuotaReset: [{ ...text, format: "date-time" }, "2030-01-01T00:00:00Z"],
  TokenType: [{ ...text, enum: TIERS }, "free"],
} as const;

type HeaderName = keyof typeof described;

export const HEADERS = Object.fromEntries(
  Object.entries(described).map(([name, [schema, example]]) => [name, {
    description: apiTexts.en.headers[name as HeaderName],
    schema,
    example,
  }]),
) as Record<
  HeaderName,
  { description: string; schema: object; example: string | number }
>;

type Named = Readonly<Record<string, HeaderName>>;

/** Headers of a 503. */
export const RETRY_HEADERS: Named = { "Retry-After": "RetryAfter" };

/** Headers of a 429 by a rate limit. */
export const RATE_LIMIT_HEADERS: Named = {
  ...RETRY_HEADERS,
  "RateLimit-Policy": "RateLimitPolicy",
  "RateLimit": "RateLimit",
};

/** Headers of V2 with the quota of the token. */
export const QUOTA_HEADERS: Named = {
  "X-RateLimit-Limit": "QuotaLimit",
  "X-RateLimit-Remaining": "QuotaRemaining",
  "X-RateLimit-Reset": "QuotaReset",
  "X-Token-Type": "TokenType",
};

/** Headers of a 401. */
export const CHALLENGE_HEADERS: Named = {
  "WWW-Authenticate": "WwwAuthenticate",
};

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
