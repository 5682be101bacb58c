import assert from "node:assert/strict";
import { GatheredCharges } from "../../../../lib/accounts/quotas/gathered_charges.ts";
import {
  type Charge,
  chargeAt,
} from "../../../../lib/accounts/quotas/quotas.ts";
import { addToken, assertStored, test } from "./quota_fixture.ts";

test("GatheredCharges - charges the requests of a turn in one commit, each as if alone", async ({ kv, quotas, tricky }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 7 });
  const other = await addToken(kv, { email: "b@example.net", tier: "vip" });
  const sent: number[] = [];
  const desk = new GatheredCharges({
    take(hash, count, least) {
      sent.push(count);
      return quotas.take(hash, count, least);
    },
    refund: (receipt, count) => quotas.refund(receipt, count),
  });
  const take = (count: number) => chargeAt(desk, hash, count);
  const charges = await Promise.all([1, 1, 1, 1].map(take));
  const quotaOf = (charge: Charge) => [charge.isGranted, charge.quota.used];
  const granted = [[true, 1], [true, 2], [true, 3], [true, 4]];
  assert.deepEqual(charges.map(quotaOf), granted);
  assert.deepEqual(charges.map(({ quota }) => quota.remaining), [6, 5, 4, 3]);
  assert.deepEqual([sent, tricky.commits], [[4], 1]);
  const ofBoth = [take(1), chargeAt(desk, other.hash)];
  const [fifth, another] = await Promise.all(ofBoth);
  assert.deepEqual([fifth.quota.used, another.quota.used], [5, 1]);
  // At the end of the quota, those that arrived first are served.
  const last = await Promise.all([1, 1, 1, 1, 1].map(take));
  const few = [[true, 6], [true, 7], [false, 7], [false, 7], [false, 7]];
  assert.deepEqual(last.map(quotaOf), few);
  assert.deepEqual(quotas.counts, { granted: 8, exhausted: 3, refunded: 0 });
  // Each is refunded by itself, once, and only if it was granted.
  for (const charge of [last[0], last[0], last[4]]) await charge.refund();
  await quotas.flush();
  await assertStored(kv, account, 6);
});

test("GatheredCharges - leaves batches whole", async ({ kv, quotas }) => {
  const { hash } = await addToken(kv, { tier: "vip", vipQuota: 5 });
  const desk = new GatheredCharges(quotas);
  await quotas.read(hash);
  const charges = await Promise.all(
    [4, 3, 1].map((count) => chargeAt(desk, hash, count)),
  );
  const granted = charges.map(({ isGranted }) => isGranted);
  assert.deepEqual(granted, [true, false, true]);
});

test("GatheredCharges - an unknown token is refused to all", async ({ quotas }) => {
  const desk = new GatheredCharges(quotas);
  for (const charge of [1, 2, 3].map(() => desk.take("unknown", 1))) {
    await assert.rejects(charge, { status: 401 });
  }
});
