import assert from "node:assert/strict";
import { quotaExhaustedResponse } from "../../../lib/http/quota_response.ts";

const cases = [
  [0, 1, 60_000, /^The monthly limit of 100 requests is used up;/, "60"],
  [5, 6, 60_001, /6 .* 5 /, "61"],
  [0, 1, 0, /^The monthly limit of 100 requests is used up;/, "1"],
  [0, 1, -5_000, /^The monthly limit of 100 requests is used up;/, "1"],
] as const;
for (const [remaining, count, waitMs, message, retryAfter] of cases) {
  Deno.test(`quotaExhaustedResponse - ${remaining} left of 100 for ${count}, ${waitMs} ms before the reset`, async () => {
    const resetAtMs = Date.UTC(2026, 11, 1);
    const response = quotaExhaustedResponse(
      { tier: "free", limit: 100, remaining, resetAtMs },
      resetAtMs - waitMs,
      count,
    );
    const { ok, error, quota } = await response.json();
    assert.deepEqual([response.status, ok, quota], [429, false, {
      limit: 100,
      remaining,
      reset_at: "2026-12-01T00:00:00Z",
    }]);
    assert.match(error, message);
    const names = [
      "retry-after",
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "x-token-type",
    ];
    assert.deepEqual(names.map((name) => response.headers.get(name)), [
      retryAfter,
      "100",
      String(remaining),
      "2026-12-01T00:00:00Z",
      "free",
    ]);
  });
}
