import assert from "node:assert/strict";
import { quotaKey } from "../../../../lib/store/keys.ts";
import { addToken, MONTH, openQuotas, storedQuota } from "./quota_rig.ts";

const LAST_MS = Date.parse("2026-11-30T23:59:59.999Z");
const FIRST_MS = Date.parse("2026-12-01T00:00:00.000Z");

Deno.test("Quotas.charge - a month ends with its last millisecond in UTC", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv, {
    tier: "vip",
    vipQuota: 1,
  });
  rig.clock.nowMs = LAST_MS;
  const last = await rig.quotas.charge(hash);
  assert.equal(last.isGranted, true);
  assert.equal(last.quota.resetAtMs, FIRST_MS);
  assert.equal((await rig.quotas.charge(hash)).isGranted, false);
  assert.equal((await rig.quotas.read(hash)).remaining, 0);
  rig.clock.nowMs = FIRST_MS;
  assert.equal((await rig.quotas.read(hash)).remaining, 1);
  assert.equal((await rig.quotas.ofSlot(account, 0)).remaining, 1);
  const first = await rig.quotas.charge(hash);
  assert.equal(first.isGranted, true);
  assert.equal(first.quota.resetAtMs, Date.UTC(2027, 0, 1));
  assert.equal((await rig.quotas.charge(hash)).isGranted, false);
});

Deno.test("Quotas.charge - after the clock is set back, the month is unchanged", async () => {
  await using rig = await openQuotas();
  const { hash } = await addToken(rig.kv, { tier: "vip", vipQuota: 2 });
  rig.clock.nowMs = LAST_MS;
  await rig.quotas.charge(hash);
  rig.clock.nowMs = FIRST_MS;
  await rig.quotas.charge(hash);
  await rig.quotas.charge(hash);
  rig.clock.nowMs = LAST_MS;
  assert.deepEqual(
    [
      (await rig.quotas.charge(hash)).isGranted,
      (await rig.quotas.charge(hash)).isGranted,
    ],
    [true, false],
  );
});

Deno.test("Charge.refund - refunds the charged month, once", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv);
  rig.clock.nowMs = LAST_MS;
  await rig.quotas.charge(hash);
  const charge = await rig.quotas.charge(hash);
  rig.clock.nowMs = FIRST_MS;
  await rig.quotas.charge(hash);
  charge.refund();
  charge.refund();
  await rig.quotas.flush();
  charge.refund();
  await rig.quotas.flush();
  assert.deepEqual(rig.quotas.counts, {
    granted: 3,
    exhausted: 0,
    refunded: 1,
  });
  assert.deepEqual(await storedQuota(rig.kv, account), { used: 1, bonus: 0 });
  assert.deepEqual(await storedQuota(rig.kv, account, 0, "2026-12"), {
    used: 1,
    bonus: 0,
  });
  rig.clock.nowMs = LAST_MS;
  assert.equal((await rig.quotas.charge(hash)).quota.used, 2);
});

Deno.test("Charge.refund - allows further charges, never goes below zero, and keeps the bonus", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv, {
    tier: "vip",
    vipQuota: 1,
  });
  const charge = await rig.quotas.charge(hash);
  assert.equal((await rig.quotas.charge(hash)).isGranted, false);
  charge.refund();
  await rig.quotas.flush();
  const again = await rig.quotas.charge(hash);
  assert.equal(again.isGranted, true);
  await rig.kv.set(quotaKey(account.id, 0, MONTH), { used: 0, bonus: 50 });
  again.refund();
  await rig.quotas.flush();
  assert.deepEqual(await storedQuota(rig.kv, account), { used: 0, bonus: 50 });
});

Deno.test("Charge.refund - does not recreate records of a deleted account", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv);
  const charge = await rig.quotas.charge(hash);
  await rig.kv.delete(quotaKey(account.id, 0, MONTH));
  charge.refund();
  await rig.quotas.flush();
  assert.equal(await storedQuota(rig.kv, account), null);
});

Deno.test("Charge.refund - succeeds while the token is charged constantly", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv, { tier: "vip" });
  let isBusy = true;
  let granted = 0;
  const callers = Array.from({ length: 8 }, async () => {
    while (isBusy) {
      await rig.quotas.charge(hash);
      granted++;
    }
  });
  const { refund } = await rig.quotas.charge(hash);
  refund();
  await rig.quotas.flush();
  isBusy = false;
  await Promise.all(callers);
  assert.deepEqual(await storedQuota(rig.kv, account), {
    used: granted,
    bonus: 0,
  });
});

Deno.test("Quotas.close - waits for pending refunds", async () => {
  await using rig = await openQuotas();
  const { account, hash } = await addToken(rig.kv);
  const second = rig.open();
  const charge = await second.charge(hash);
  const last = second.charge(hash);
  charge.refund();
  await second.close();
  assert.equal((await last).isGranted, true);
  assert.deepEqual(await storedQuota(rig.kv, account), { used: 1, bonus: 0 });
});
