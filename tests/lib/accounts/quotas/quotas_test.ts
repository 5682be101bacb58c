import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import * as keys from "../../../../lib/store/keys.ts";
import {
  addAccount,
  addToken,
  assertStored,
  MONTH,
  openQuotas,
  quotaWith,
  storedQuota,
  test,
  UNAVAILABLE,
} from "./quota_fixture.ts";
import { assertRefused, refusal, times } from "../fixture.ts";

const UNAUTHORIZED = refusal(
  401,
  "UNAUTHORIZED",
  "token_required",
  { "www-authenticate": 'Bearer realm="porthole"' },
);

const DISABLED = refusal(403, "FORBIDDEN", "token_account_disabled");

test("Quotas.charge - returns the quota after it", async ({ kv, quotas }) => {
  const free = await addToken(kv);
  const standard = await addToken(kv, { tier: "standard" });
  const vip = await addToken(kv, { tier: "vip", vipQuota: 7 });
  const usual = await addToken(kv, { tier: "vip" });
  const limits = [
    [free, "free", 100],
    [standard, "standard", 1_000],
    [vip, "vip", 7],
    [usual, "vip", 10_000],
  ] as const;
  for (const [{ hash }, tier, limit] of limits) {
    for (const used of [1, 2]) {
      const { isGranted, quota } = await quotas.charge(hash);
      assert.equal(isGranted, true);
      assert.deepEqual(quota, quotaWith(tier, limit, used));
    }
  }
  await assertStored(kv, free.account, 2);
});

test("Quotas.charge - refuses past the quota without counting", async ({ kv, quotas }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 2 });
  const charges = [];
  for (let i = 0; i < 4; i++) charges.push(await quotas.charge(hash));
  const isGranted = charges.map(({ isGranted }) => isGranted);
  assert.deepEqual(isGranted, [true, true, false, false]);
  assert.deepEqual(charges[3].quota, quotaWith("vip", 2, 2));
  charges[3].refund();
  await quotas.flush();
  await assertStored(kv, account, 2);
  assert.deepEqual(quotas.counts, { granted: 2, exhausted: 2, refunded: 0 });
});

test("Quotas.charge - of 1,000 concurrent charges, a quota of 100 grants exactly 100", async ({ hash, account, kv, quotas }) => {
  const charges = await Promise.all(times(1_000, () => quotas.charge(hash)));
  const granted = charges.filter(({ isGranted }) => isGranted);
  assert.equal(granted.length, 100);
  const remaining = granted.map(({ quota }) => quota.remaining);
  assert.deepEqual(remaining.sort((a, b) => a - b), times(100, (i) => i));
  await assertStored(kv, account, 100);
});

test("Quotas.charge - a known token costs one commit and no read", async ({ hash, quotas, tricky }) => {
  await quotas.charge(hash);
  const { commits, reads } = tricky;
  await quotas.charge(hash);
  await quotas.charge(hash);
  assert.deepEqual([tricky.commits - commits, tricky.reads - reads], [2, 0]);
});

test("Quotas.charge - concurrent charges share a commit, of one token and of many", async ({ kv, quotas, tricky }) => {
  const slots = [0, 1, 2, 3, 4];
  const { hashes } = await addAccount(kv, { tier: "vip", slots });
  for (const hash of hashes) await quotas.charge(hash);
  const { commits } = tricky;
  const rounds = times(20, () => hashes.map((hash) => quotas.charge(hash)));
  const charges = await Promise.all(rounds.flat());
  assert.equal(tricky.commits - commits, 1);
  const last = charges.slice(-5).map(({ quota }) => quota.used);
  assert.deepEqual(last, [21, 21, 21, 21, 21]);
});

test("Quotas.charge - an unknown token is 401", async ({ quotas }) => {
  await assertRefused(quotas.charge("none"), UNAUTHORIZED);
  await assertRefused(quotas.read("none"), UNAUTHORIZED);
});

const changes = [
  ["revoked", { tokens: [] }, UNAUTHORIZED],
  ["disabled", { isDisabled: true }, DISABLED],
  ["deleted", null, UNAUTHORIZED],
] as const;
for (const [word, change, refusal] of changes) {
  test(`Quotas.charge - once ${word} by whomever, the very next charge is refused`, async ({ account, hash, kv, quotas }) => {
    await quotas.charge(hash);
    const key = keys.accountKey(account.id);
    if (change) await kv.set(key, { ...account, ...change });
    else await kv.delete(key);
    await assertRefused(quotas.charge(hash), refusal);
    await assertRefused(quotas.read(hash), refusal);
    await assertStored(kv, account, 1);
  });
}

test("Quotas.charge - a change of tier takes effect immediately", async ({ kv, quotas }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 1 });
  await quotas.charge(hash);
  assert.equal((await quotas.charge(hash)).isGranted, false);
  await kv.set(keys.accountKey(account.id), { ...account, vipQuota: 200 });
  await Promise.all(times(150, () => quotas.charge(hash)));
  await kv.set(keys.accountKey(account.id), { ...account, tier: "free" });
  const { isGranted, quota } = await quotas.charge(hash);
  assert.equal(isGranted, false);
  assert.deepEqual(quota, quotaWith("free", 100, 100));
});

test("Quotas.charge - after a downgrade from vip, the first slot counts and other tokens are inactive", async ({ kv, quotas }) => {
  const slots = [3, 1];
  const { account, hashes } = await addAccount(kv, { tier: "vip", slots });
  await quotas.charge(hashes[1]);
  await kv.set(keys.accountKey(account.id), { ...account, tier: "standard" });
  const { quota } = await quotas.charge(hashes[1]);
  assert.deepEqual([quota.used, quota.limit], [1, 1_000]);
  const inactive = refusal(403, "FORBIDDEN", "token_inactive");
  await assertRefused(quotas.charge(hashes[0]), inactive);
  await assertStored(kv, account, 1, 0, { slot: 1 });
  await assertStored(kv, account, 1, 0, { slot: 0 });
});

test("Quotas.charge - adds the bonus, and an unreadable record is used up", async ({ hash, account, kv, quotas }) => {
  const key = keys.quotaKey(account.id, 0, MONTH);
  await kv.set(key, { used: 100, bonus: 50 });
  const charged = await quotas.charge(hash);
  assert.equal(charged.isGranted, true);
  assert.equal(charged.quota.remaining, 49);
  for (const value of [{ used: -5, bonus: 0 }, "100", null, { used: "1" }]) {
    await kv.set(key, value);
    const { isGranted, quota } = await quotas.charge(hash);
    assert.equal(isGranted, false);
    assert.deepEqual([quota.used, quota.limit], [100, 100]);
    assert.deepEqual(await storedQuota(kv, account), value);
  }
});

test("Quotas.charge - a dangling or malformed token index is 401", async ({ kv, quotas }) => {
  for (const value of [null, 7, 1n, true, ["a"], { id: "a" }]) {
    const { account, hash } = await addToken(kv);
    await kv.set(keys.tokenHashKey(hash), value);
    await assertRefused(quotas.charge(hash), UNAUTHORIZED);
    await assertRefused(quotas.read(hash), UNAUTHORIZED);
    assert.equal(await storedQuota(kv, account), null);
  }
});

Deno.test("Quotas.charge - reports the tokens of granted charges", async () => {
  const granted: string[][] = [];
  const onGranted = (...use: string[]) => granted.push(use);
  await using fixture = await openQuotas({ onGranted });
  const vip = { tier: "vip", vipQuota: 1 } as const;
  const { account, hash } = await addToken(fixture.kv, vip);
  for (let charges = 1; charges <= 2; charges++) {
    await fixture.quotas.charge(hash);
    assert.deepEqual(granted, [[account.id, account.tokens[0].id]]);
  }
});

test("Quotas.charge - takes a batch whole or not at all, in one commit", async ({ kv, quotas, tricky }) => {
  const { account, hash } = await addToken(kv, { tier: "vip", vipQuota: 10 });
  // Charges of a token that is known arrive in the order of the calls.
  await quotas.read(hash);
  const batches = await Promise.all(
    [6, 5, 3, 2, 1].map((count) => quotas.charge(hash, count)),
  );
  assert.deepEqual(
    batches.map(({ isGranted, quota }) => [isGranted, quota.remaining]),
    [[true, 4], [false, 4], [true, 1], [false, 1], [true, 0]],
  );
  assert.equal(tricky.commits, 1);
  batches[0].refund(2);
  batches[0].refund(2);
  batches[1].refund();
  batches[2].refund();
  await quotas.flush();
  await assertStored(kv, account, 5);
  assert.deepEqual(quotas.counts, { granted: 10, exhausted: 7, refunded: 5 });
});

Deno.test("Quotas.charge - too many concurrent charges are 503, and later ones succeed", async () => {
  await using fixture = await openQuotas({ maxCharges: 2 });
  const { hash, quotas } = fixture;
  const two = [quotas.charge(hash), quotas.charge(hash)];
  await assertRefused(quotas.charge(hash), UNAVAILABLE);
  await Promise.all(two);
  assert.equal((await quotas.charge(hash)).quota.used, 3);
});

test("Quotas.read - reads from the store and charges nothing", async ({ hash, account, open, quotas }) => {
  const second = open();
  await quotas.read(hash);
  await second.charge(hash);
  await second.close();
  const quota = quotaWith("free", 100, 1);
  assert.deepEqual(await quotas.read(hash), quota);
  assert.deepEqual(await quotas.ofSlot(account, 0), quota);
});

test("Quotas.ofSlot - returns each slot of a vip, and the first one of others", async ({ kv, quotas }) => {
  const { account } = await addAccount(kv, { tier: "vip", slots: [0, 2] });
  await kv.set(keys.quotaKey(account.id, 2, MONTH), { used: 5, bonus: 0 });
  assert.equal((await quotas.ofSlot(account, 2)).used, 5);
  assert.equal((await quotas.ofSlot(account, 0)).used, 0);
  const free: Account = { ...account, tier: "free" };
  assert.equal((await quotas.ofSlot(free, 2)).used, 0);
});

Deno.test("Quotas.charge - keeps as many tokens in memory as it may, the last used, and counts all of them", async () => {
  await using fixture = await openQuotas({ maxTokens: 2 });
  const { kv, quotas, tricky } = fixture;
  const tokens = [];
  for (let i = 0; i < 3; i++) tokens.push({ ...await addToken(kv), used: 0 });
  const known: boolean[] = [];
  for (const i of [0, 1, 0, 1, 0, 2, 0, 1]) {
    const { reads } = tricky;
    const { quota } = await quotas.charge(tokens[i].hash);
    assert.equal(quota.used, ++tokens[i].used);
    known.push(tricky.reads === reads);
    // Of one that is unknown, both records are read.
    if (!known.at(-1)) assert.equal(tricky.reads, reads + 2);
  }
  // The third displaces the second.
  const last = [false, true, false];
  assert.deepEqual(known, [false, false, true, true, true, ...last]);
});
