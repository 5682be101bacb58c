import assert from "node:assert/strict";
import {
  enforceRateLimit,
  rateLimitError,
  rateLimitHeaders,
} from "../../../lib/http/rate_limit.ts";
import type { RateLimitRefusal } from "../../../lib/limits/request_limiter.ts";

const refusal: RateLimitRefusal = {
  bucket: "geoip",
  limit: 30,
  windowMs: 60_000,
  resetMs: 36_001,
};

Deno.test("rateLimitHeaders - names the policy and the state", () =>
  assert.deepEqual(rateLimitHeaders(refusal), {
    "retry-after": "37",
    "ratelimit-policy": '"geoip";q=30;w=60',
    "ratelimit": '"geoip";r=0;t=37',
  }));

const waits = [[0, 1], [1, 1], [1000, 1], [1001, 2], [60_000, 60]];
for (const [resetMs, seconds] of waits) {
  Deno.test(`rateLimitHeaders - rounds ${resetMs} ms up to ${seconds} s`, () => {
    const headers = rateLimitHeaders({ ...refusal, resetMs });
    assert.equal(headers["retry-after"], `${seconds}`);
    assert.equal(headers["ratelimit"], `"geoip";r=0;t=${seconds}`);
  });
}

Deno.test("enforceRateLimit - counts against the first bucket of the row, or the named one", () => {
  const taken: [bucket: string, client: string][] = [];
  const limits = {
    take: (...taking: typeof taken[0]) => (taken.push(taking), null),
  };
  const state = { services: { limits }, client: { key: "192.0.2.1" } };
  enforceRateLimit({ route: "/sign-up", state });
  enforceRateLimit({ route: "/sign-up", state }, "signup");
  assert.deepEqual(taken, [["pages", "192.0.2.1"], ["signup", "192.0.2.1"]]);
  for (const route of ["/api/v1", "/nothing", null]) {
    const error = new TypeError(`${route} has no rate-limit bucket`);
    assert.throws(() => enforceRateLimit({ route, state }), error);
  }
});

Deno.test("rateLimitError - is 429 with whole seconds and the headers", () => {
  const { status, code, params, headers } = rateLimitError(refusal);
  assert.deepEqual({ status, code, params, headers }, {
    status: 429,
    code: "RATE_LIMIT_EXCEEDED",
    params: {
      reason: "rate_limited",
      limit: 30,
      windowSeconds: 60,
      retrySeconds: 37,
    },
    headers: rateLimitHeaders(refusal),
  });
});
