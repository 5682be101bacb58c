import assert from "node:assert/strict";
import {
  countFailure,
  type FailureCount,
  RecentFailures,
} from "../../../../lib/accounts/sign_in/failures.ts";
import { clientAt } from "../../../support/caller.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import type { RateLimitRefusal } from "../../../../lib/limits/request_limiter.ts";

function fixture() {
  const clock = { nowMs: 0 };
  return { clock, failures: new RecentFailures({ now: () => clock.nowMs }) };
}

Deno.test("RecentFailures - has only the clients that were added", () => {
  const { failures } = fixture();
  failures.add(clientAt("192.0.2.1"));
  const has = (address: string) => failures.has(clientAt(address));
  assert.deepEqual(["192.0.2.1", "192.0.2.2"].map(has), [true, false]);
});

Deno.test("RecentFailures - an IPv6 /48 is one client", () => {
  const { failures } = fixture();
  const at = (key: string) => ({ key, group: "2001:db8::/48" });
  failures.add(at("2001:db8:0:1::/64"));
  assert.equal(failures.has(at("2001:db8:0:2::/64")), true);
});

Deno.test("RecentFailures - forgets a client ten minutes after its last failure", () => {
  const { clock, failures } = fixture();
  const client = clientAt("192.0.2.1");
  failures.add(client);
  clock.nowMs = 300_000;
  failures.add(client);
  const has = [899_999, 900_000].map((nowMs) => {
    clock.nowMs = nowMs;
    return failures.has(client);
  });
  assert.deepEqual(has, [true, false]);
});

Deno.test("RecentFailures - keeps the 10,000 clients that failed last", () => {
  const { failures } = fixture();
  const at = (n: number) => clientAt(`client ${n}`);
  for (let n = 0; n <= 10_000; n++) failures.add(at(n));
  assert.deepEqual([0, 1, 10_000].map((n) => failures.has(at(n))), [
    false,
    true,
    true,
  ]);
});

const counts: FailureCount[] = [["auth", "a"], ["auth_total", "b"]];

/** Limits of which `limit` tries at once pass in each count. */
function failedTriesFixture(limit = 2) {
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
  const limits = failedTriesFixture();
  for (let i = 0; i < 5; i++) {
    assert.equal(
      await countFailure(limits, counts, () => Promise.resolve("in")),
      "in",
    );
  }
  assert.deepEqual([...limits.held], [["a", 0], ["b", 0]]);
});

Deno.test("countFailure - counts only wrong passwords", async () => {
  const limits = failedTriesFixture();
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
  const limits = failedTriesFixture();
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
  const limits = failedTriesFixture(2);
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
