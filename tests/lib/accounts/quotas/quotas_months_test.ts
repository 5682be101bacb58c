import assert from "node:assert/strict";
import { quotaKey } from "../../../../lib/store/keys.ts";
import {
  addToken,
  assertStored,
  MONTH,
  storedQuota,
  test,
} from "./quota_fixture.ts";
import { times } from "../fixture.ts";

const LAST_MS = Date.parse("2026-11-30T23:59:59.999Z");
const FIRST_MS = Date.parse("2026-12-01T00:00:00.000Z");

test("Quotas.charge - a month ends with its last millisecond in UTC", async ({ kv, clock, quotas }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 1 });
  clock.nowMs = LAST_MS;
  const last = await quotas.charge(hash);
  assert.equal(last.isGranted, true);
  assert.equal(last.quota.resetAtMs, FIRST_MS);
  assert.equal((await quotas.charge(hash)).isGranted, false);
  assert.equal((await quotas.read(hash)).remaining, 0);
  clock.nowMs = FIRST_MS;
  assert.equal((await quotas.read(hash)).remaining, 1);
  assert.equal((await quotas.ofSlot(account, 0)).remaining, 1);
  const first = await quotas.charge(hash);
  assert.equal(first.isGranted, true);
  assert.equal(first.quota.resetAtMs, Date.UTC(2027, 0, 1));
  assert.equal((await quotas.charge(hash)).isGranted, false);
});

test("Quotas.charge - after the clock is set back, the month is unchanged", async ({ kv, clock, quotas }) => {
  const { hash } = await addToken(kv, { tier: "vip", vipQuota: 2 });
  clock.nowMs = LAST_MS;
  await quotas.charge(hash);
  clock.nowMs = FIRST_MS;
  await quotas.charge(hash);
  await quotas.charge(hash);
  clock.nowMs = LAST_MS;
  assert.equal((await quotas.charge(hash)).isGranted, true);
  assert.equal((await quotas.charge(hash)).isGranted, false);
});

test("Charge.refund - refunds the charged month, once", async ({ hash, account, kv, clock, quotas }) => {
  clock.nowMs = LAST_MS;
  await quotas.charge(hash);
  const charge = await quotas.charge(hash);
  clock.nowMs = FIRST_MS;
  await quotas.charge(hash);
  charge.refund();
  charge.refund();
  await quotas.flush();
  charge.refund();
  await quotas.flush();
  assert.deepEqual(quotas.counts, { granted: 3, exhausted: 0, refunded: 1 });
  await assertStored(kv, account, 1);
  await assertStored(kv, account, 1, 0, { month: "2026-12" });
  clock.nowMs = LAST_MS;
  assert.equal((await quotas.charge(hash)).quota.used, 2);
});

test("Charge.refund - allows further charges, never goes below zero, and keeps the bonus", async ({ kv, quotas }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 1 });
  const charge = await quotas.charge(hash);
  assert.equal((await quotas.charge(hash)).isGranted, false);
  charge.refund();
  await quotas.flush();
  const again = await quotas.charge(hash);
  assert.equal(again.isGranted, true);
  await kv.set(quotaKey(account.id, 0, MONTH), { used: 0, bonus: 50 });
  again.refund();
  await quotas.flush();
  await assertStored(kv, account, 0, 50);
});

test("Charge.refund - does not recreate records of a deleted account", async ({ hash, account, kv, quotas }) => {
  const charge = await quotas.charge(hash);
  await kv.delete(quotaKey(account.id, 0, MONTH));
  charge.refund();
  await quotas.flush();
  assert.equal(await storedQuota(kv, account), null);
});

test("Charge.refund - succeeds while the token is charged constantly", async ({ kv, quotas }) => {
  const { account, hash } = await addToken(kv, { tier: "vip" });
  let isBusy = true;
  let granted = 0;
  const callers = times(8, async () => {
    while (isBusy) {
      await quotas.charge(hash);
      granted++;
    }
  });
  const { refund } = await quotas.charge(hash);
  refund();
  await quotas.flush();
  isBusy = false;
  await Promise.all(callers);
  await assertStored(kv, account, granted);
});

test("Quotas.close - waits for pending refunds", async ({ hash, account, kv, open }) => {
  const second = open();
  const charge = await second.charge(hash);
  const last = second.charge(hash);
  charge.refund();
  await second.close();
  assert.equal((await last).isGranted, true);
  await assertStored(kv, account, 1);
});
