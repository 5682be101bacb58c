import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import {
  addToken,
  assertStored,
  gate,
  openQuotas,
  storedQuota,
  test,
  UNAVAILABLE,
} from "./quota_fixture.ts";
import { assertRefused, times } from "../fixture.ts";

const never = new Promise<never>(() => {});
const rejectLocked = () => Promise.reject(new TypeError("database is locked"));
const reject = () => Promise.reject(new Error("a simulated error"));

/** Each try may be too late as well, where the machine is busy. */
async function untilGranted(charge: () => Promise<{ isGranted: boolean }>) {
  for (let isGranted = false; !isGranted;) {
    try {
      ({ isGranted } = await charge());
    } catch (error) {
      await assertRefused(Promise.reject(error), UNAVAILABLE);
    }
  }
}

async function storedUsed(kv: Deno.Kv, account: Account): Promise<number> {
  const stored = await storedQuota(kv, account) as { used: number } | null;
  return stored?.used ?? 0;
}

Deno.test("Quotas.charge - a caller that a commit counts waits for it, the others time out", async () => {
  await using fixture = await openQuotas({ limitMs: 20 });
  const { account, hash, kv, quotas, tricky } = fixture;
  const other = await addToken(kv);
  for (const each of [hash, other.hash]) {
    await untilGranted(() => quotas.charge(each));
  }
  const slow = gate();
  const begun = gate();
  tricky.onCommit = (commit) => {
    begun.resolve();
    return slow.promise.then(commit);
  };
  const before = await storedUsed(kv, account);
  const first = quotas.charge(hash);
  await begun.promise;
  // Too late for the commit under way, of the same token and of another.
  const waiting = [hash, hash, other.hash]
    .map((hash) => assertRefused(quotas.charge(hash), UNAVAILABLE));
  await Promise.all(waiting);
  const otherBefore = await storedUsed(kv, other.account);
  slow.resolve();
  assert.equal((await first).isGranted, true);
  await quotas.close();
  assert.equal(await storedUsed(kv, account), before + 1);
  assert.equal(await storedUsed(kv, other.account), otherBefore);
});

Deno.test("Quotas.charge - a commit that takes effect after it was given up is refunded", async () => {
  await using fixture = await openQuotas({ limitMs: 1_000, commitLimitMs: 20 });
  const { account, hash, kv, quotas, tricky } = fixture;
  const slow = gate();
  tricky.onCommit = (commit) => slow.promise.then(commit);
  await assertRefused(quotas.charge(hash, 3), UNAVAILABLE);
  const committed = gate();
  tricky.onCommit = async (commit) => {
    const outcome = await commit();
    committed.resolve();
    return outcome;
  };
  slow.resolve();
  await committed.promise;
  await quotas.flush();
  await assertStored(kv, account, 0);
});

test("Charge.refund - resolves when the store has the refund, not before", async ({ hash, account, kv, quotas, tricky }) => {
  const charge = await quotas.charge(hash, 3);
  let failures = 2;
  tricky.onCommit = (commit) => failures-- > 0 ? reject() : commit();
  await charge.refund(2);
  await assertStored(kv, account, 1);
  assert.equal(failures, -1);
});

Deno.test("Quotas.charge - an endless commit delays the next one for a limited time", async () => {
  await using fixture = await openQuotas({
    limitMs: 20,
    commitLimitMs: 40,
    closeLimitMs: 20,
  });
  const { hash, quotas, tricky } = fixture;
  tricky.onCommit = () => never;
  await assertRefused(quotas.charge(hash), UNAVAILABLE);
  tricky.onCommit = (commit) => commit();
  await untilGranted(() => quotas.charge(hash));
});

test("Quotas.charge - a failed commit is 503 and does not affect the next", async ({ hash, kv, quotas, tricky }) => {
  const { hash: other } = await addToken(kv);
  for (const each of [hash, other]) await quotas.charge(each);
  tricky.onCommit = reject;
  const failing = [hash, hash, other]
    .map((hash) => assertRefused(quotas.charge(hash), UNAVAILABLE));
  await Promise.all(failing);
  tricky.onCommit = (commit) => commit();
  for (const each of [hash, other]) {
    assert.equal((await quotas.charge(each)).quota.used, 2);
  }
});

test("Quotas.charge - a commit that took effect but failed counts without being granted", async ({ hash, tricky, quotas }) => {
  tricky.onCommit = (commit) => commit().then(reject);
  await assertRefused(quotas.charge(hash), UNAVAILABLE);
  tricky.onCommit = (commit) => commit();
  assert.equal((await quotas.charge(hash)).quota.used, 2);
});

test("Quotas.charge - retries a file that another process has locked", async ({ hash, tricky, quotas }) => {
  let locked = 3;
  tricky.onCommit = (commit) => locked-- > 0 ? rejectLocked() : commit();
  assert.equal((await quotas.charge(hash)).quota.used, 1);
  assert.equal(locked, -1);
});

test("Quotas.charge - failed reads are 503 and do not affect the next charge", async ({ hash, tricky, quotas }) => {
  tricky.onRead = reject;
  await assertRefused(quotas.charge(hash), UNAVAILABLE);
  await assertRefused(quotas.read(hash), UNAVAILABLE);
  // The token is found, its records are not.
  let reads = 0;
  tricky.onRead = (read) => reads++ > 0 ? reject() : read();
  await assertRefused(quotas.charge(hash), UNAVAILABLE);
  tricky.onRead = (read) => read();
  assert.equal((await quotas.charge(hash)).quota.used, 1);
});

Deno.test("Quotas.charge - a contended record delays no other token", async () => {
  await using fixture = await openQuotas({ limitMs: 800 });
  const { kv, quotas, tricky } = fixture;
  const hot = await addToken(kv);
  const calm = await addToken(kv);
  for (const { hash } of [hot, calm]) await quotas.charge(hash);
  let writes = 0;
  tricky.onCommit = async (commit) => {
    const value = { used: 1, bonus: ++writes };
    await kv.set(["quotas", hot.account.id, 0, "2026-11"], value);
    return await commit();
  };
  const refused = assertRefused(quotas.charge(hot.hash), UNAVAILABLE);
  for (let used = 2; used <= 5; used++) {
    assert.equal((await quotas.charge(calm.hash)).quota.used, used);
  }
  await refused;
  tricky.onCommit = (commit) => commit();
  assert.equal((await quotas.charge(hot.hash)).quota.used, 2);
});

test("Quotas.charge - a busy token delays no other", async ({ kv, quotas, tricky }) => {
  const busy = await addToken(kv, { tier: "vip" });
  const other = await addToken(kv);
  for (const { hash } of [busy, other]) await quotas.charge(hash);
  let isBusy = true;
  const callers = times(16, async () => {
    while (isBusy) await quotas.charge(busy.hash);
  });
  const { commits } = tricky;
  await quotas.charge(other.hash);
  // The one under way, the one that takes it along, and one that may have begun since.
  assert(tricky.commits - commits <= 3);
  isBusy = false;
  await Promise.all(callers);
});

Deno.test("Quotas.close - does not wait forever for a silent store", async () => {
  await using fixture = await openQuotas({ limitMs: 10, closeLimitMs: 10 });
  const { hash, quotas, tricky } = fixture;
  const slow = gate();
  tricky.onCommit = (commit) => slow.promise.then(commit);
  const charge = assertRefused(quotas.charge(hash), UNAVAILABLE);
  await quotas.close();
  await charge;
  slow.resolve();
});

Deno.test("Quotas.close - does not retry a commit that a locked store refused", async () => {
  await using fixture = await openQuotas({ closeLimitMs: 10 });
  const { account, hash, kv, quotas, tricky } = fixture;
  const tried = gate();
  tricky.onCommit = () => {
    tried.resolve();
    return rejectLocked();
  };
  const charge = assertRefused(quotas.charge(hash), UNAVAILABLE);
  await tried.promise;
  await quotas.close();
  await charge;
  tricky.onCommit = (commit) => commit();
  // Longer than any pause between attempts.
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await storedQuota(kv, account), null);
});
