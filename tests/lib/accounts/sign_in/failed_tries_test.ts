import assert from "node:assert/strict";
import { AppError } from "../../../../lib/core/errors.ts";
import {
  countFailure,
  type FailureCount,
} from "../../../../lib/accounts/sign_in/failed_tries.ts";
import type { RateLimitRefusal } from "../../../../lib/limits/limiter.ts";

const counts: FailureCount[] = [["auth", "a"], ["auth_total", "b"]];

/** Limits of which `limit` tries at once pass in each count. */
function rig(limit = 2) {
  const held = new Map<string, number>();
  return {
    held,
    take(bucket: FailureCount[0], key: string): RateLimitRefusal | null {
      const count = held.get(key) ?? 0;
      if (count >= limit) return { bucket, limit, windowMs: 1, resetMs: 1 };
      held.set(key, count + 1);
      return null;
    },
    refund(_bucket: FailureCount[0], key: string) {
      held.set(key, held.get(key)! - 1);
    },
  };
}

const failing = (status: number) => () =>
  Promise.reject(
    new AppError(status, "UNAUTHORIZED", { reason: "credentials_wrong" }),
  );

Deno.test("countFailure - does not count a correct password", async () => {
  const limits = rig();
  for (let i = 0; i < 5; i++) {
    assert.equal(
      await countFailure(limits, counts, () => Promise.resolve("in")),
      "in",
    );
  }
  assert.deepEqual([...limits.held], [["a", 0], ["b", 0]]);
});

Deno.test("countFailure - counts only wrong passwords", async () => {
  const limits = rig();
  for (const status of [403, 503, 400]) {
    await assert.rejects(countFailure(limits, counts, failing(status)));
  }
  const broken = () => Promise.reject(new Error("a fault"));
  await assert.rejects(countFailure(limits, counts, broken), /a fault/);
  assert.deepEqual([...limits.held], [["a", 0], ["b", 0]]);
  await assert.rejects(countFailure(limits, counts, failing(401)));
  assert.deepEqual([...limits.held], [["a", 1], ["b", 1]]);
});

Deno.test("countFailure - if one count is used up, nothing is counted or attempted", async () => {
  const limits = rig();
  limits.held.set("b", 2);
  let tried = 0;
  const attempt = () => Promise.resolve(tried++);
  await assert.rejects(
    countFailure(limits, counts, attempt),
    (error) => error instanceof AppError && error.status === 429,
  );
  assert.equal(tried, 0);
  assert.deepEqual([...limits.held], [["b", 2], ["a", 0]]);
});

Deno.test("countFailure - concurrent attempts don't exceed the limit", async () => {
  const limits = rig(2);
  let tried = 0;
  const attempt = () => {
    tried++;
    return failing(401)();
  };
  await Promise.allSettled(
    Array.from({ length: 10 }, () => countFailure(limits, counts, attempt)),
  );
  assert.equal(tried, 2);
});
