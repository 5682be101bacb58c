import assert from "node:assert/strict";
import {
  rateLimitError,
  rateLimitHeaders,
  rateLimitMessage,
} from "../../../lib/http/rate_limit.ts";
import type { RateLimitRefusal } from "../../../lib/limits/limiter.ts";

const refusal: RateLimitRefusal = {
  bucket: "geoip",
  limit: 30,
  windowMs: 60_000,
  resetMs: 36_001,
};

Deno.test("refusalHeaders - names the policy and what is left of it", () => {
  assert.deepEqual(rateLimitHeaders(refusal), {
    "retry-after": "37",
    "ratelimit-policy": '"geoip";q=30;w=60',
    "ratelimit": '"geoip";r=0;t=37',
  });
});

for (
  const [resetMs, seconds] of [
    [0, "1"],
    [1, "1"],
    [1000, "1"],
    [1001, "2"],
    [60_000, "60"],
  ] as const
) {
  Deno.test(`refusalHeaders - rounds ${resetMs} ms up to ${seconds} s`, () => {
    const headers = rateLimitHeaders({ ...refusal, resetMs });
    assert.equal(headers["retry-after"], seconds);
    assert.equal(headers["ratelimit"], `"geoip";r=0;t=${seconds}`);
  });
}

Deno.test("refusalMessage - asks to slow down and says until when", () => {
  assert.equal(
    rateLimitMessage(refusal),
    "Please slow down: the limit here is 30 requests in 60 seconds; try again in 37 seconds.",
  );
});

Deno.test("refusalMessage - has a singular", () => {
  assert.equal(
    rateLimitMessage({ ...refusal, limit: 1, resetMs: 1 }),
    "Please slow down: the limit here is 1 request in 60 seconds; try again in 1 second.",
  );
});

Deno.test("limitExceeded - is 429 with the sentence and the headers", () => {
  const error = rateLimitError(refusal);
  assert.equal(error.status, 429);
  assert.equal(error.code, "RATE_LIMIT_EXCEEDED");
  assert.equal(error.message, rateLimitMessage(refusal));
  assert.deepEqual(error.headers, rateLimitHeaders(refusal));
});
