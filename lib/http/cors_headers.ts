/**
 * Headers of every response that pages of other origins may read. Without the
 * second one a script there sees few headers besides the type (Fetch standard,
 * CORS-safelisted response-header names), and cannot tell how long to wait.
 */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "Allow",
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
    "X-Token-Type",
  ].join(", "),
} as const;
