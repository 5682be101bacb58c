import assert from "node:assert/strict";
import type { Actor, AuditDetail } from "../../../lib/store/audit.ts";
import * as keys from "../../../lib/store/keys.ts";
import {
  ADMIN,
  assertRefused,
  BROWSER,
  emailOf,
  entriesOf,
  type Fixture,
  inputRefusal,
  outcomesOf,
  PASSWORD,
  refusalOf,
  START_MS,
  test,
  times,
} from "./fixture.ts";
import type { Account } from "../../../lib/accounts/account_record.ts";

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const current = PASSWORD;
const wrong = { current: "not it, no" };
const NEXT = "staple battery horse";
const LAST = inputRefusal("account", "last_administrator", 409);
const WRONG = inputRefusal("current", "current_password_wrong", 401);
const nameOf = ({ email, id }: Account) => ({ name: email, accountId: id });

test("changePassword - only the new password works, and sessions end", async ({ accounts, sessions, clock, signUp }) => {
  const ann = await signUp(ANN);
  const cookie = await sessions.begin(ann, BROWSER);
  clock.nowMs += 5;
  const passwords = { current, next: NEXT };
  const changed = await accounts.changePassword(ann.id, passwords);
  const { passwordHash } = changed;
  assert.notEqual(passwordHash, ann.passwordHash);
  const sessionsSinceMs = START_MS + 5;
  assert.deepEqual(changed, { ...ann, passwordHash, sessionsSinceMs });
  const email = emailOf(ANN);
  assert.deepEqual(await accounts.authenticate(email, NEXT), changed);
  const former = accounts.authenticate(email, PASSWORD);
  assert.equal((await refusalOf(former)).status, 401);
  assert.equal(await sessions.memberOf(cookie), null);
});

test("changePassword - requires the current password and a strong new one", async ({ signUp, accounts }) => {
  const { id } = await signUp(ANN);
  const change = (passwords: { current: string; next: string }) =>
    accounts.changePassword(id, passwords);
  await assertRefused(change({ ...wrong, next: NEXT }), WRONG);
  const weak = inputRefusal("next", "password_is_email");
  await assertRefused(change({ current, next: ANN }), weak);
  assert.equal((await accounts.byId(id))?.sessionsSinceMs, START_MS);
});

test("changePassword - of two concurrent changes, the second fails", async ({ signUp, accounts }) => {
  const { id } = await signUp(ANN);
  const changes = [NEXT, NEXT + " stapled"]
    .map((next) => accounts.changePassword(id, { current, next }));
  assert.deepEqual((await outcomesOf(changes)).refused, [WRONG]);
});

test("changeEmail - updates the index and frees the old address", async ({ accounts, kv, signUp }) => {
  const ann = await signUp(ANN);
  const email = emailOf("Ann@Example.org");
  const changed = await accounts.changeEmail(ann.id, { current, email });
  assert.deepEqual(changed, { ...ann, email: "Ann@Example.org" });
  const [{ key, value }, ...more] = await entriesOf(
    kv,
    keys.accountEmailPrefix(),
  );
  assert.deepEqual(key, keys.accountEmailKey("ann@example.org"));
  assert.deepEqual([value, more], [ann.id, []]);
  assert.deepEqual(await accounts.authenticate(email, PASSWORD), changed);
  assert.notEqual((await signUp(ANN)).id, ann.id);
});

test("changeEmail - only an administrator's change is in the audit log", async ({ signUp, accounts, audited }) => {
  const ann = await signUp(ANN, true);
  for (const { id, email } of [ann, await signUp(BOB)]) {
    const change = { current, email: emailOf(`new-${email}`) };
    await accounts.changeEmail(id, change);
  }
  const detail = { code: "new-email", params: { email: `new-${ANN}` } };
  const entry = { ...record("account.email"), actor: ANN, actorId: ann.id };
  assert.deepEqual(await audited(), [{ ...entry, detail }]);
});

test("changeEmail - accepts another spelling of the same address", async ({ signUp, accounts }) => {
  const { id } = await signUp(ANN);
  const email = emailOf("Ann@Example.com");
  const changed = await accounts.changeEmail(id, { current, email });
  assert.equal(changed.email, "Ann@Example.com");
  assert.deepEqual(await accounts.byEmail(email), changed);
});

test("changeEmail - a taken address or a wrong password changes nothing", async ({ signUp, accounts }) => {
  const ann = await signUp(ANN);
  await signUp(BOB);
  const email = emailOf("BOB@example.com");
  const change = (password: { current: string }) =>
    accounts.changeEmail(ann.id, { ...password, email });
  const taken = inputRefusal("email", "email_taken", 409);
  await assertRefused(change({ current }), taken);
  await assertRefused(change(wrong), WRONG);
  assert.deepEqual(await accounts.byId(ann.id), ann);
});

test("changeEmail - of twenty concurrent changes to one address, one succeeds", async ({ signUp, accounts, kv }) => {
  const members = await Promise.all(times(20, (i) => signUp(i + ANN)));
  const email = emailOf(BOB);
  const { made } = await outcomesOf(
    members.map(({ id }) => accounts.changeEmail(id, { current, email })),
  );
  assert.equal(made.length, 1);
  assert.equal((await accounts.byEmail(email))?.id, made[0].id);
  const index = await entriesOf(kv, keys.accountEmailPrefix());
  assert.deepEqual(
    index.map(({ value }) => value).sort(),
    members.map(({ id }) => id).sort(),
  );
});

const twoTokens = [0, 1].map((slot) => ({
  id: `id${slot}`,
  name: "",
  hash: `hash${slot}`,
  lastFour: "abcd",
  slot,
  createdAtMs: START_MS,
}));

/** An account with two tokens and records of every kind. */
async function fullAccount({ kv, signUp }: Fixture): Promise<Account> {
  const plain = await signUp(ANN);
  const vip = { tier: "vip", vipQuota: 9, tokens: twoTokens } as const;
  const account = { ...plain, ...vip };
  const operation = kv.atomic().set(keys.accountKey(plain.id), account)
    .set(keys.adDayKey(plain.id, "2026-11-21"), { tickets: [] });
  for (const { id, hash, slot } of twoTokens) {
    operation.set(keys.tokenHashKey(hash), plain.id)
      .set(keys.tokenIdKey(id), plain.id)
      .set(keys.tokenUseKey(plain.id, id), START_MS)
      .set(keys.quotaKey(plain.id, slot, "2026-11"), { used: 1, bonus: 0 });
  }
  await operation.commit();
  return account;
}

test("delete - deletes all records of the account, and none of others", async (fixture) => {
  const { kv, accounts, sessions, signUp } = fixture;
  const bob = await signUp(BOB);
  const theirs = await sessions.begin(bob, BROWSER);
  const all = async () =>
    (await entriesOf(kv, [])).map(({ key, value }) => ({ key, value }));
  const before = await all();
  const ann = await fullAccount(fixture);
  const cookie = await sessions.begin(ann, BROWSER);
  await accounts.delete(ann.id, { current });
  assert.deepEqual(await all(), before);
  assert.equal(await sessions.memberOf(cookie), null);
  assert.equal((await sessions.memberOf(theirs))?.account.id, bob.id);
});

test("delete - killed after its first commit, the account is unusable", async (fixture) => {
  const { accounts, sessions, store, stored } = fixture;
  const ann = await fullAccount(fixture);
  const cookie = await sessions.begin(ann, BROWSER);
  store.commitsLeft = 1;
  await accounts.delete(ann.id, { current });
  store.commitsLeft = Infinity;
  assert.equal(await accounts.byId(ann.id), null);
  assert.equal(await sessions.memberOf(cookie), null);
  assert.deepEqual(await sessions.list(ann.id), []);
  for (const { id, hash } of ann.tokens) {
    assert.equal(await stored(keys.tokenHashKey(hash)), null);
    assert.equal(await stored(keys.tokenIdKey(id)), null);
  }
  const none = { accounts: 0, administrators: 0 };
  assert.deepEqual(await stored(keys.accountCountKey()), none);
  assert.deepEqual((await fixture.signUp(ANN)).tokens, []);
});

test("delete - killed before its first commit, nothing has changed", async (fixture) => {
  const ann = await fullAccount(fixture);
  const before = await entriesOf(fixture.kv, []);
  fixture.store.commitsLeft = 0;
  const deletion = fixture.accounts.delete(ann.id, { current });
  assert.equal((await refusalOf(deletion)).status, 503);
  assert.deepEqual(await entriesOf(fixture.kv, []), before);
});

test("delete - deletes more sessions than fit in one commit", async ({ signUp, kv, accounts }) => {
  const ann = await signUp(ANN);
  for (let i = 0; i < 1_200; i += 400) {
    const operation = kv.atomic();
    for (let j = i; j < i + 400; j++) {
      operation.set(keys.sessionKey(ann.id, `s${j}`), j);
    }
    await operation.commit();
  }
  await accounts.delete(ann.id, { current });
  const left = (await entriesOf(kv, [])).map(({ key }) => key);
  assert.deepEqual(left, [keys.accountCountKey()]);
});

test("delete - requires the password", async ({ signUp, accounts }) => {
  const ann = await signUp(ANN);
  await assertRefused(accounts.delete(ann.id, wrong), WRONG);
  assert.deepEqual(await accounts.byId(ann.id), ann);
});

test("delete - refuses the last active administrator, and records the deletion of another", async ({ signUp, accounts, clock, audited }) => {
  const ann = await signUp(ANN, true);
  const bob = await signUp(BOB, true);
  await accounts.setDisabled(bob.id, true, ADMIN);
  await assertRefused(accounts.delete(ann.id, { current }), LAST);
  await accounts.setDisabled(bob.id, false, ADMIN);
  clock.nowMs += 1;
  await accounts.delete(ann.id, { current });
  await assertRefused(accounts.delete(bob.id, { current }), LAST);
  const entry = record("account.delete", null, START_MS + 1);
  const by = { actor: ANN, actorId: ann.id };
  assert.deepEqual((await audited()).at(-1), { ...entry, ...by });
});

test("delete - of two administrators who delete themselves, one remains", async ({ signUp, accounts, stored }) => {
  const both = [await signUp(ANN, true), await signUp(BOB, true)];
  const { made, refused } = await outcomesOf(
    both.map(({ id }) => accounts.delete(id, { current })),
  );
  assert.deepEqual([made.length, refused.length], [1, 1]);
  const one = { accounts: 1, administrators: 1 };
  assert.deepEqual(await stored(keys.accountCountKey()), one);
});

function tier(tier: string, quota: number | null): AuditDetail {
  return { code: "tier", params: { tier, quota } };
}

function record(
  action: string,
  detail: AuditDetail | null = null,
  atMs = START_MS,
) {
  const by = { actor: ADMIN.name, actorId: null };
  return { atMs, ...by, action, subject: ANN, detail };
}

test("setPassword - needs no current password, ends sessions, and is in the audit log", async ({ accounts, sessions, signUp, audited }) => {
  const ann = await signUp(ANN);
  const cookie = await sessions.begin(ann, BROWSER);
  const changed = await accounts.setPassword(ann.id, NEXT, ADMIN);
  assert.equal(changed.sessionsSinceMs, START_MS + 1);
  assert.deepEqual(await accounts.authenticate(emailOf(ANN), NEXT), changed);
  assert.equal(await sessions.memberOf(cookie), null);
  assert.deepEqual(await audited(), [record("account.password")]);
});

test("setPassword - a weak one is refused and not recorded", async ({ accounts, signUp, audited }) => {
  const ann = await signUp(ANN);
  const weak = { reason: "password_too_short", min: 10 } as const;
  const setting = accounts.setPassword(ann.id, "short", ADMIN);
  await assertRefused(setting, inputRefusal("password", weak));
  const nobody = accounts.setPassword("nobody", NEXT, ADMIN);
  assert.equal((await refusalOf(nobody)).status, 404);
  assert.deepEqual(await accounts.byId(ann.id), ann);
  assert.deepEqual(await audited(), []);
});

test("setTier - only a vip has an individual quota, with a default", async ({ accounts, clock, signUp, audited }) => {
  const ann = await signUp(ANN);
  const set = async (tier: "standard" | "vip", vipQuota: number | null) => {
    clock.nowMs++;
    return await accounts.setTier(ann.id, tier, vipQuota, ADMIN);
  };
  assert.deepEqual(await set("standard", 5), { ...ann, tier: "standard" });
  const [usual, own] = [await set("vip", null), await set("vip", 0)];
  assert.deepEqual(usual, { ...ann, tier: "vip", vipQuota: 10_000 });
  assert.deepEqual(own, { ...ann, tier: "vip", vipQuota: 0 });
  assert.deepEqual(await accounts.byId(ann.id), own);
  assert.deepEqual(await audited(), [
    record("account.tier", tier("standard", null), START_MS + 1),
    record("account.tier", tier("vip", 10_000), START_MS + 2),
    record("account.tier", tier("vip", 0), START_MS + 3),
  ]);
});

test("setTier - the quota of a vip is a whole number of up to a billion", async ({ accounts, signUp, audited }) => {
  const { id } = await signUp(ANN);
  const max = 1_000_000_000;
  const reason = { reason: "quota_malformed", max } as const;
  const malformed = inputRefusal("vipQuota", reason);
  for (const quota of [-1, 1.5, NaN, max + 1]) {
    await assertRefused(accounts.setTier(id, "vip", quota, ADMIN), malformed);
  }
  assert.deepEqual(await audited(), []);
  const { vipQuota } = await accounts.setTier(id, "vip", max, ADMIN);
  assert.equal(vipQuota, max);
});

test("setTier - the tokens of a vip remain after a downgrade", async ({ signUp, kv, accounts }) => {
  const plain = await signUp(ANN);
  const vip = { tier: "vip", vipQuota: 7, tokens: twoTokens };
  await kv.set(keys.accountKey(plain.id), { ...plain, ...vip });
  const free = await accounts.setTier(plain.id, "free", null, ADMIN);
  assert.deepEqual(free, { ...plain, tokens: twoTokens });
});

test("setDisabled - sessions end, and do not revive with the account", async ({ accounts, sessions, clock, signUp, audited }) => {
  const ann = await signUp(ANN);
  const cookie = await sessions.begin(ann, BROWSER);
  const disabled = await accounts.setDisabled(ann.id, true, ADMIN);
  const since = { sessionsSinceMs: START_MS + 1 };
  assert.deepEqual(disabled, { ...ann, ...since, isDisabled: true });
  assert.equal(await sessions.memberOf(cookie), null);
  clock.nowMs++;
  const enabled = await accounts.setDisabled(ann.id, false, ADMIN);
  assert.deepEqual(enabled, { ...ann, ...since });
  assert.equal(await sessions.memberOf(cookie), null);
  assert.deepEqual(await audited(), [
    record("account.disable"),
    record("account.enable", null, START_MS + 1),
  ]);
});

test("setDisabled - no change is not recorded", async ({ accounts, signUp, audited }) => {
  const ann = await signUp(ANN, true);
  assert.deepEqual(await accounts.setDisabled(ann.id, false, ADMIN), ann);
  assert.deepEqual(await audited(), []);
});

const ofOneself = [
  ["setDisabled", "cannot_disable_self"],
  ["setAdmin", "cannot_demote_self"],
  ["deleteMember", "cannot_delete_self"],
] as const;
for (const [name, reason] of ofOneself) {
  test(`${name} - refuses yourself and the last administrator`, async ({ accounts, signUp, audited }) => {
    const ann = await signUp(ANN, true);
    await signUp(BOB);
    const change = {
      setDisabled: (by: Actor) => accounts.setDisabled(ann.id, true, by),
      setAdmin: (by: Actor) => accounts.setAdmin(ann.id, false, by),
      deleteMember: (by: Actor) => accounts.deleteMember(ann.id, by),
    }[name];
    const self = inputRefusal("account", reason, 409);
    await assertRefused(change(nameOf(ann)), self);
    await assertRefused(change(ADMIN), LAST);
    assert.deepEqual(await accounts.byId(ann.id), ann);
    assert.deepEqual(await audited(), []);
  });
}

test("setDisabled - of two administrators who disable each other, one fails", async ({ signUp, accounts, stored }) => {
  for (let round = 0; round < 10; round++) {
    const ann = await signUp(round + ANN, true);
    const bob = await signUp(round + BOB, true);
    // Those of the round before are left out: the pair is all there is.
    const all = await accounts.search({ text: "", after: null, limit: 100 });
    for (const { id } of all.accounts) {
      if (id === ann.id || id === bob.id) continue;
      await accounts.setDisabled(id, true, ADMIN);
    }
    const { refused } = await outcomesOf([
      accounts.setDisabled(bob.id, true, nameOf(ann)),
      accounts.setDisabled(ann.id, true, nameOf(bob)),
    ]);
    assert.deepEqual(refused, [LAST]);
    const left = { accounts: 2 * (round + 1), administrators: 1 };
    assert.deepEqual(await stored(keys.accountCountKey()), left);
  }
});

test("setAdmin - grants and revokes, with counts and audit entries", async ({ accounts, clock, signUp, audited }) => {
  await signUp("root@example.com", true);
  const ann = await signUp(ANN);
  const assertCounts = async (administrators: number) =>
    assert.deepEqual(await accounts.counts(), { accounts: 2, administrators });
  for (let i = 0; i < 2; i++) {
    const made = await accounts.setAdmin(ann.id, true, ADMIN);
    assert.deepEqual(made, { ...ann, isAdmin: true });
    await assertCounts(2);
  }
  clock.nowMs++;
  assert.deepEqual(await accounts.setAdmin(ann.id, false, ADMIN), ann);
  assert.deepEqual(await accounts.byId(ann.id), ann);
  await assertCounts(1);
  const [granted, revoked] = (["admin-granted", "admin-revoked"] as const)
    .map((code) => ({ code, params: {} }));
  assert.deepEqual(await audited(), [
    record("account.admin", granted),
    record("account.admin", revoked, START_MS + 1),
  ]);
});

test("setAdmin - revokes from a disabled administrator, but not from the last active one", async ({ signUp, accounts }) => {
  const ann = await signUp(ANN, true);
  const bob = await signUp(BOB, true);
  await accounts.setDisabled(bob.id, true, ADMIN);
  await assertRefused(accounts.setAdmin(ann.id, false, ADMIN), LAST);
  const { isAdmin } = await accounts.setAdmin(bob.id, false, ADMIN);
  assert.equal(isAdmin, false);
  const nobody = accounts.setAdmin("nobody", true, ADMIN);
  assert.equal((await refusalOf(nobody)).status, 404);
});

test("setAdmin - of two administrators who demote each other, one remains", async ({ signUp, accounts }) => {
  const ann = await signUp(ANN, true);
  const bob = await signUp(BOB, true);
  const { made, refused } = await outcomesOf([
    accounts.setAdmin(ann.id, false, nameOf(bob)),
    accounts.setAdmin(bob.id, false, nameOf(ann)),
  ]);
  assert.deepEqual([made.length, refused.length], [1, 1]);
  assert.equal((await accounts.counts()).administrators, 1);
});

test("deleteMember - deletes the account, frees its address and is in the audit log", async ({ accounts, sessions, signUp, audited }) => {
  const ann = await signUp(ANN);
  const cookie = await sessions.begin(ann, BROWSER);
  await accounts.deleteMember(ann.id, ADMIN);
  assert.equal(await accounts.byId(ann.id), null);
  assert.equal(await sessions.memberOf(cookie), null);
  assert.deepEqual(await audited(), [record("account.delete")]);
  await signUp(ANN);
  const again = accounts.deleteMember(ann.id, ADMIN);
  assert.equal((await refusalOf(again)).status, 404);
});

test("deleteMember - killed before its commit, it deletes and records nothing", async ({ accounts, store, signUp, audited }) => {
  const ann = await signUp(ANN);
  store.commitsLeft = 0;
  const deletion = accounts.deleteMember(ann.id, ADMIN);
  assert.equal((await refusalOf(deletion)).status, 503);
  assert.deepEqual(await accounts.byId(ann.id), ann);
  assert.deepEqual(await audited(), []);
});
