import assert from "node:assert/strict";
import {
  addToken,
  gate,
  openQuotas,
  storedQuota,
  UNAVAILABLE,
} from "./quota_rig.ts";
import { refusalOf } from "../rig.ts";

const never = new Promise<never>(() => {});
const fault = () => Promise.reject(new Error("a fault of this test"));

Deno.test("Quotas.charge - a timed-out charge is refunded, however late its commit", async () => {
  await using rig = await openQuotas({ limitMs: 1_000 });
  const { account, hash } = await addToken(rig.kv);
  await rig.quotas.charge(hash);
  const slow = gate();
  rig.tricky.onCommit = (commit) => slow.promise.then(commit);
  const first = rig.quotas.charge(hash);
  const waiting = Array.from({ length: 5 }, () => rig.quotas.charge(hash));
  assert.deepEqual(await refusalOf(first), UNAVAILABLE);
  // These came too late for the commit under way, and are never charged.
  const refused = await Promise.all(waiting.map(refusalOf));
  assert.deepEqual(refused, new Array(5).fill(UNAVAILABLE));
  slow.resolve();
  rig.tricky.onCommit = (commit) => commit();
  const next = await rig.quotas.charge(hash);
  assert.equal(next.isGranted, true);
  await rig.quotas.close();
  assert.deepEqual(await storedQuota(rig.kv, account), { used: 2, bonus: 0 });
});

Deno.test("Quotas.charge - an endless commit delays the next one for a limited time", async () => {
  await using rig = await openQuotas({ limitMs: 20, commitLimitMs: 40 });
  const { hash } = await addToken(rig.kv);
  rig.tricky.onCommit = () => never;
  assert.deepEqual(await refusalOf(rig.quotas.charge(hash)), UNAVAILABLE);
  rig.tricky.onCommit = (commit) => commit();
  // Each try may be too late as well, where the machine is busy.
  let isGranted = false;
  while (!isGranted) {
    try {
      ({ isGranted } = await rig.quotas.charge(hash));
    } catch (error) {
      assert.deepEqual(await refusalOf(Promise.reject(error)), UNAVAILABLE);
    }
  }
});

Deno.test("Quotas.charge - a failed commit is 503 and does not affect the next", async () => {
  await using rig = await openQuotas();
  const one = await addToken(rig.kv);
  const other = await addToken(rig.kv);
  for (const { hash } of [one, other]) await rig.quotas.charge(hash);
  rig.tricky.onCommit = fault;
  const failing = [one.hash, one.hash, other.hash]
    .map((hash) => refusalOf(rig.quotas.charge(hash)));
  assert.deepEqual(await Promise.all(failing), new Array(3).fill(UNAVAILABLE));
  rig.tricky.onCommit = (commit) => commit();
  assert.equal((await rig.quotas.charge(one.hash)).quota.used, 2);
  assert.equal((await rig.quotas.charge(other.hash)).quota.used, 2);
});

Deno.test("Quotas.charge - a commit that took effect but failed counts without being granted", async () => {
  await using rig = await openQuotas();
  const { hash } = await addToken(rig.kv);
  rig.tricky.onCommit = (commit) => commit().then(fault);
  assert.deepEqual(await refusalOf(rig.quotas.charge(hash)), UNAVAILABLE);
  rig.tricky.onCommit = (commit) => commit();
  assert.equal((await rig.quotas.charge(hash)).quota.used, 2);
});

Deno.test("Quotas.charge - retries a file that another process has locked", async () => {
  await using rig = await openQuotas();
  const { hash } = await addToken(rig.kv);
  let locked = 3;
  rig.tricky.onCommit = (commit) =>
    locked-- > 0
      ? Promise.reject(new TypeError("database is locked"))
      : commit();
  assert.equal((await rig.quotas.charge(hash)).quota.used, 1);
  assert.equal(locked, -1);
});

Deno.test("Quotas.charge - failed reads are 503 and do not affect the next charge", async () => {
  await using rig = await openQuotas();
  const { hash } = await addToken(rig.kv);
  rig.tricky.onRead = fault;
  assert.deepEqual(await refusalOf(rig.quotas.charge(hash)), UNAVAILABLE);
  assert.deepEqual(await refusalOf(rig.quotas.read(hash)), UNAVAILABLE);
  // The token is found, its records are not.
  let reads = 0;
  rig.tricky.onRead = (read) => reads++ > 0 ? fault() : read();
  assert.deepEqual(await refusalOf(rig.quotas.charge(hash)), UNAVAILABLE);
  rig.tricky.onRead = (read) => read();
  assert.equal((await rig.quotas.charge(hash)).quota.used, 1);
});

Deno.test("Quotas.charge - a contended record delays no other token", async () => {
  await using rig = await openQuotas({ limitMs: 800 });
  const hot = await addToken(rig.kv);
  const calm = await addToken(rig.kv);
  for (const { hash } of [hot, calm]) await rig.quotas.charge(hash);
  let writes = 0;
  rig.tricky.onCommit = async (commit) => {
    const value = { used: 1, bonus: ++writes };
    await rig.kv.set(["quotas", hot.account.id, 0, "2026-11"], value);
    return await commit();
  };
  const refused = refusalOf(rig.quotas.charge(hot.hash));
  for (let used = 2; used <= 5; used++) {
    assert.equal((await rig.quotas.charge(calm.hash)).quota.used, used);
  }
  assert.deepEqual(await refused, UNAVAILABLE);
  rig.tricky.onCommit = (commit) => commit();
  assert.equal((await rig.quotas.charge(hot.hash)).quota.used, 2);
});

Deno.test("Quotas.charge - a busy token delays no other", async () => {
  await using rig = await openQuotas();
  const busy = await addToken(rig.kv, { tier: "vip" });
  const other = await addToken(rig.kv);
  for (const { hash } of [busy, other]) await rig.quotas.charge(hash);
  let isBusy = true;
  const callers = Array.from({ length: 16 }, async () => {
    while (isBusy) await rig.quotas.charge(busy.hash);
  });
  const { commits } = rig.tricky;
  await rig.quotas.charge(other.hash);
  // The one under way, the one that takes it along, and one that may have begun since.
  assert(rig.tricky.commits - commits <= 3);
  isBusy = false;
  await Promise.all(callers);
});

Deno.test("Quotas.close - does not wait forever for a silent store", async () => {
  await using rig = await openQuotas({ limitMs: 10, closeLimitMs: 10 });
  const { hash } = await addToken(rig.kv);
  const slow = gate();
  rig.tricky.onCommit = (commit) => slow.promise.then(commit);
  const charge = refusalOf(rig.quotas.charge(hash));
  await rig.quotas.close();
  assert.deepEqual(await charge, UNAVAILABLE);
  slow.resolve();
});

Deno.test("Quotas.close - does not retry a commit that a locked store refused", async () => {
  await using rig = await openQuotas({ closeLimitMs: 10 });
  const { account, hash } = await addToken(rig.kv);
  const tried = gate();
  rig.tricky.onCommit = () => {
    tried.resolve();
    return Promise.reject(new TypeError("database is locked"));
  };
  const charge = refusalOf(rig.quotas.charge(hash));
  await tried.promise;
  await rig.quotas.close();
  assert.deepEqual(await charge, UNAVAILABLE);
  rig.tricky.onCommit = (commit) => commit();
  // Longer than any pause between attempts.
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await storedQuota(rig.kv, account), null);
});
