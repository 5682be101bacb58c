import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import {
  addToken,
  assertStored,
  gate,
  openQuotas,
  storedQuota,
  UNAVAILABLE,
} from "./quota_fixture.ts";
import { refusalOf } from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openQuotas);

const never = new Promise<never>(() => {});
const reject = () => Promise.reject(new Error("a simulated error"));

async function statusOf(charge: Promise<unknown>): Promise<number> {
  return await charge.then(() => 200, ({ status }) => status);
}

async function storedUsed(kv: Deno.Kv, account: Account): Promise<number> {
  const stored = await storedQuota(kv, account) as { used: number } | null;
  return stored?.used ?? 0;
}

Deno.test("Quotas.charge - a caller that a commit counts waits for it, the others time out", async () => {
  await using fixture = await openQuotas({ limitMs: 20 });
  const { account, hash } = await addToken(fixture.kv);
  const other = await addToken(fixture.kv);
  for (const each of [hash, other.hash]) {
    while ((await statusOf(fixture.quotas.charge(each))) === 503);
  }
  const slow = gate();
  const begun = gate();
  fixture.tricky.onCommit = (commit) => {
    begun.resolve();
    return slow.promise.then(commit);
  };
  const before = await storedUsed(fixture.kv, account);
  const first = fixture.quotas.charge(hash);
  await begun.promise;
  // Too late for the commit under way, of the same token and of another.
  const waiting = [hash, hash, other.hash].map((hash) =>
    refusalOf(fixture.quotas.charge(hash))
  );
  assert.deepEqual(await Promise.all(waiting), new Array(3).fill(UNAVAILABLE));
  const otherBefore = await storedUsed(fixture.kv, other.account);
  slow.resolve();
  assert.equal((await first).isGranted, true);
  await fixture.quotas.close();
  assert.equal(await storedUsed(fixture.kv, account), before + 1);
  assert.equal(await storedUsed(fixture.kv, other.account), otherBefore);
});

Deno.test("Quotas.charge - a commit that takes effect after it was given up is refunded", async () => {
  await using fixture = await openQuotas({ limitMs: 1_000, commitLimitMs: 20 });
  const { account, hash } = await addToken(fixture.kv);
  const slow = gate();
  fixture.tricky.onCommit = (commit) => slow.promise.then(commit);
  assert.deepEqual(
    await refusalOf(fixture.quotas.charge(hash, 3)),
    UNAVAILABLE,
  );
  const committed = gate();
  fixture.tricky.onCommit = async (commit) => {
    const outcome = await commit();
    committed.resolve();
    return outcome;
  };
  slow.resolve();
  await committed.promise;
  await fixture.quotas.flush();
  await assertStored(fixture.kv, account, 0);
});

test("Charge.refund - resolves when the store has the refund, not before", async ({ kv, quotas, tricky }) => {
  const { account, hash } = await addToken(kv);
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
  const { hash } = await addToken(fixture.kv);
  fixture.tricky.onCommit = () => never;
  assert.deepEqual(await refusalOf(fixture.quotas.charge(hash)), UNAVAILABLE);
  fixture.tricky.onCommit = (commit) => commit();
  // Each try may be too late as well, where the machine is busy.
  let isGranted = false;
  while (!isGranted) {
    try {
      ({ isGranted } = await fixture.quotas.charge(hash));
    } catch (error) {
      assert.deepEqual(await refusalOf(Promise.reject(error)), UNAVAILABLE);
    }
  }
});

test("Quotas.charge - a failed commit is 503 and does not affect the next", async ({ kv, quotas, tricky }) => {
  const one = await addToken(kv);
  const other = await addToken(kv);
  for (const { hash } of [one, other]) await quotas.charge(hash);
  tricky.onCommit = reject;
  const failing = [one.hash, one.hash, other.hash]
    .map((hash) => refusalOf(quotas.charge(hash)));
  assert.deepEqual(await Promise.all(failing), new Array(3).fill(UNAVAILABLE));
  tricky.onCommit = (commit) => commit();
  assert.equal((await quotas.charge(one.hash)).quota.used, 2);
  assert.equal((await quotas.charge(other.hash)).quota.used, 2);
});

test("Quotas.charge - a commit that took effect but failed counts without being granted", async ({ kv, tricky, quotas }) => {
  const { hash } = await addToken(kv);
  tricky.onCommit = (commit) => commit().then(reject);
  assert.deepEqual(await refusalOf(quotas.charge(hash)), UNAVAILABLE);
  tricky.onCommit = (commit) => commit();
  assert.equal((await quotas.charge(hash)).quota.used, 2);
});

test("Quotas.charge - retries a file that another process has locked", async ({ kv, tricky, quotas }) => {
  const { hash } = await addToken(kv);
  let locked = 3;
  tricky.onCommit = (commit) =>
    locked-- > 0
      ? Promise.reject(new TypeError("database is locked"))
      : commit();
  assert.equal((await quotas.charge(hash)).quota.used, 1);
  assert.equal(locked, -1);
});

test("Quotas.charge - failed reads are 503 and do not affect the next charge", async ({ kv, tricky, quotas }) => {
  const { hash } = await addToken(kv);
  tricky.onRead = reject;
  assert.deepEqual(await refusalOf(quotas.charge(hash)), UNAVAILABLE);
  assert.deepEqual(await refusalOf(quotas.read(hash)), UNAVAILABLE);
  // The token is found, its records are not.
  let reads = 0;
  tricky.onRead = (read) => reads++ > 0 ? reject() : read();
  assert.deepEqual(await refusalOf(quotas.charge(hash)), UNAVAILABLE);
  tricky.onRead = (read) => read();
  assert.equal((await quotas.charge(hash)).quota.used, 1);
});

Deno.test("Quotas.charge - a contended record delays no other token", async () => {
  await using fixture = await openQuotas({ limitMs: 800 });
  const hot = await addToken(fixture.kv);
  const calm = await addToken(fixture.kv);
  for (const { hash } of [hot, calm]) await fixture.quotas.charge(hash);
  let writes = 0;
  fixture.tricky.onCommit = async (commit) => {
    const value = { used: 1, bonus: ++writes };
    await fixture.kv.set(["quotas", hot.account.id, 0, "2026-11"], value);
    return await commit();
  };
  const refused = refusalOf(fixture.quotas.charge(hot.hash));
  for (let used = 2; used <= 5; used++) {
    assert.equal((await fixture.quotas.charge(calm.hash)).quota.used, used);
  }
  assert.deepEqual(await refused, UNAVAILABLE);
  fixture.tricky.onCommit = (commit) => commit();
  assert.equal((await fixture.quotas.charge(hot.hash)).quota.used, 2);
});

test("Quotas.charge - a busy token delays no other", async ({ kv, quotas, tricky }) => {
  const busy = await addToken(kv, { tier: "vip" });
  const other = await addToken(kv);
  for (const { hash } of [busy, other]) await quotas.charge(hash);
  let isBusy = true;
  const callers = Array.from({ length: 16 }, async () => {
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
  const { hash } = await addToken(fixture.kv);
  const slow = gate();
  fixture.tricky.onCommit = (commit) => slow.promise.then(commit);
  const charge = refusalOf(fixture.quotas.charge(hash));
  await fixture.quotas.close();
  assert.deepEqual(await charge, UNAVAILABLE);
  slow.resolve();
});

Deno.test("Quotas.close - does not retry a commit that a locked store refused", async () => {
  await using fixture = await openQuotas({ closeLimitMs: 10 });
  const { account, hash } = await addToken(fixture.kv);
  const tried = gate();
  fixture.tricky.onCommit = () => {
    tried.resolve();
    return Promise.reject(new TypeError("database is locked"));
  };
  const charge = refusalOf(fixture.quotas.charge(hash));
  await tried.promise;
  await fixture.quotas.close();
  assert.deepEqual(await charge, UNAVAILABLE);
  fixture.tricky.onCommit = (commit) => commit();
  // Longer than any pause between attempts.
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await storedQuota(fixture.kv, account), null);
});
