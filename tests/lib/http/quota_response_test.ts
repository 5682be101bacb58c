import assert from "node:assert/strict";
import { words } from "../../support/tables.ts";
import { quotaExhaustedResponse } from "../../../lib/http/quota_response.ts";

const used = /^The monthly limit of 100 requests is used up;/;
const cases = [
  [0, 1, 60_000, used, "60"],
  [5, 6, 60_001, /6 .* 5 /, "61"],
  [0, 1, 0, used, "1"],
  [0, 1, -5_000, used, "1"],
] as const;
for (const [remaining, count, waitMs, message, retryAfter] of cases) {
  Deno.test(`quotaExhaustedResponse - ${remaining} left of 100 for ${count}, ${waitMs} ms before the reset`, async () => {
    const resetAtMs = Date.UTC(2026, 11, 1);
    const state = { tier: "free", limit: 100, remaining, resetAtMs } as const;
    const now = resetAtMs - waitMs;
    const response = quotaExhaustedResponse(state, now, count);
    const reset_at = "2026-12-01T00:00:00Z";
    const { ok, error, quota } = await response.json();
    assert.deepEqual([response.status, ok], [429, false]);
    assert.deepEqual(quota, { limit: 100, remaining, reset_at });
    assert.match(error, message);
    const names = words`retry-after x-ratelimit-limit x-ratelimit-remaining
      x-ratelimit-reset x-token-type`;
    const values = [retryAfter, "100", String(remaining), reset_at, "free"];
    assert.deepEqual(names.map((name) => response.headers.get(name)), values);
  });
}
