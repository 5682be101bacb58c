import assert from "node:assert/strict";
import {
  addToAccountCounts,
  changeAccount,
  deleteAccount,
  readAccount,
  withoutSessions,
} from "../../../lib/accounts/account_changes.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import * as keys from "../../../lib/store/keys.ts";
import {
  ADMIN,
  assertRefused,
  BROWSER,
  emailOf,
  openFixture,
  PASSWORD,
  random,
  refusal,
  test,
  times,
} from "./fixture.ts";
import type { Account } from "../../../lib/accounts/account_record.ts";
import { caller } from "../../support/caller.ts";

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

test("addToAccountCounts - counts accounts, and administrators that are not disabled", async ({ accounts, signUp, stored }) => {
  const assertCounted = async (accounts: number, administrators: number) => {
    const counted = await stored(keys.accountCountKey());
    assert.deepEqual(counted, { accounts, administrators });
  };
  await signUp(ANN, true);
  await signUp("bill@example.com", true);
  const eve = await signUp(EVE);
  await assertCounted(3, 2);
  await accounts.setDisabled(eve.id, true, ADMIN);
  await assertCounted(3, 2);
  const bob = await signUp(BOB, true);
  await accounts.setDisabled(bob.id, true, ADMIN);
  await assertCounted(4, 2);
  await accounts.setDisabled(bob.id, false, ADMIN);
  await assertCounted(4, 3);
});

Deno.test("addToAccountCounts - recounts if the record is missing or malformed", async () => {
  for (const broken of [null, 7n, { accounts: -1, administrators: 0 }]) {
    using fixture = await openFixture();
    await fixture.signUp(ANN, true);
    await fixture.signUp(BOB);
    if (broken === null) await fixture.kv.delete(keys.accountCountKey());
    else await fixture.kv.set(keys.accountCountKey(), broken);
    await fixture.signUp(EVE, true);
    const counted = await fixture.stored(keys.accountCountKey());
    assert.deepEqual(counted, { accounts: 3, administrators: 2 });
  }
});

test("addToAccountCounts - one of two concurrent commits fails", async ({ signUp, store }) => {
  const ann = await signUp(ANN);
  const one = store.atomic();
  const two = store.atomic();
  for (const operation of [one, two]) {
    const change = { before: ann, after: null };
    const left = await addToAccountCounts(store, operation, change);
    assert.deepEqual(left, { accounts: 0, administrators: 0 });
  }
  assert(await store.commit(one));
  assert.equal(await store.commit(two), null);
});

test("counts - reads the record, and recounts if it is missing", async ({ accounts, kv, signUp, stored }) => {
  const none = { accounts: 0, administrators: 0 };
  assert.deepEqual(await accounts.counts(), none);
  await signUp(ANN, true);
  await signUp(BOB);
  const both = { accounts: 2, administrators: 1 };
  assert.deepEqual(await accounts.counts(), both);
  await kv.delete(keys.accountCountKey());
  assert.deepEqual(await accounts.counts(), both);
  assert.equal(await stored(keys.accountCountKey()), null);
});

const unchanged = (account: Account) => Promise.resolve(account);
const NOBODY = refusal(404, "NOT_FOUND", "account_not_found");

test("readAccount - null for no record, a malformed one and any id", async ({ kv, store }) => {
  await kv.set(keys.accountKey("odd"), { id: "odd", email: 1 });
  for (const id of ["", "odd", "no-such", "x".repeat(5_000), "\0\ud800"]) {
    assert.equal(await readAccount(store, id), null);
  }
});

test("readAccount, changeAccount - an id can have up to 64 characters", async ({ signUp, kv, store }) => {
  const account = await signUp(ANN);
  for (const length of [64, 65]) {
    const id = "x".repeat(length);
    await kv.set(keys.accountKey(id), { ...account, id });
    const isFound = length === 64;
    const found = await readAccount(store, id);
    assert.equal(found?.id, isFound ? id : undefined);
    const change = changeAccount(store, id, unchanged);
    if (isFound) assert.equal((await change).id, id);
    else await assertRefused(change, NOBODY);
  }
});

test("changeAccount - 404 if there is no account", async ({ store }) => {
  for (const id of ["no-such", "x".repeat(5_000)]) {
    const change = changeAccount(store, id, () => assert.fail("asked"));
    await assertRefused(change, NOBODY);
  }
});

test("changeAccount - fifty concurrent changes all take effect", async ({ signUp, store }) => {
  const { id } = await signUp(ANN);
  const add = () =>
    changeAccount(store, id, (account) => {
      const spent = { slot: account.spentSlots.length, untilMs: 1 };
      const spentSlots = [...account.spentSlots, spent];
      return Promise.resolve({ ...account, spentSlots });
    });
  await Promise.all(times(50, add));
  const slots = (await readAccount(store, id))?.spentSlots;
  assert.deepEqual(slots?.map(({ slot }) => slot), times(50, (i) => i));
});

test("changeAccount - an unchanged account is not written", async ({ signUp, kv, store }) => {
  const { id } = await signUp(ANN);
  const { versionstamp } = await kv.get(keys.accountKey(id));
  const left = await changeAccount(store, id, unchanged);
  assert.equal(left.email, ANN);
  const after = await kv.get(keys.accountKey(id));
  assert.equal(after.versionstamp, versionstamp);
});

test("withoutSessions - the time always increases", async ({ signUp }) => {
  const account = await signUp(ANN);
  for (const [later, expected] of [[5, 5], [0, 1], [-9, 1]]) {
    const changed = withoutSessions(account, account.sessionsSinceMs + later);
    const sessionsSinceMs = account.sessionsSinceMs + expected;
    assert.deepEqual(changed, { ...account, sessionsSinceMs });
  }
});

test("deleteAccount - leaves no record of the account, and all of others", async ({ clock, store, accounts, sessions, kv }) => {
  const now = () => clock.nowMs;
  const tokens = new Tokens({ store, now, random });
  const create = async (text: string) => {
    const member = { email: emailOf(text), password: PASSWORD, caller };
    const { id } = await accounts.create(member);
    const { token } = await tokens.create(id, { name: "a", replaces: null });
    await sessions.begin((await accounts.byId(id))!, BROWSER);
    await kv.set(keys.quotaKey(id, 0, "2026-11"), { used: 1, bonus: 0 });
    await kv.set(keys.tokenUseKey(id, token.id), 1);
    await kv.set(keys.adDayKey(id, "2026-11-21"), 1);
    return id;
  };
  const keysOf = async () =>
    (await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key))
      .filter((key) => key[0] !== "audit").map(String);
  await create(BOB);
  const before = await keysOf();
  const id = await create(ANN);
  // The account, its address and network, a token by hash, id and use, a session, a quota, an ad.
  assert.equal((await keysOf()).length, before.length + 9);
  await deleteAccount({ store, now, random }, id, () => null);
  assert.deepEqual(await keysOf(), before);
  const one = { accounts: 1, administrators: 0 };
  assert.deepEqual(await accounts.counts(), one);
});
