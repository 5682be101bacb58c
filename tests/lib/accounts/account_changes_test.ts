import assert from "node:assert/strict";
import {
  addToAccountCounts,
  changeAccount,
  deleteAccount,
  readAccount,
  withoutSessions,
} from "../../../lib/accounts/account_changes.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import {
  accountCountKey,
  accountKey,
  adDayKey,
  quotaKey,
  tokenUseKey,
} from "../../../lib/store/keys.ts";
import {
  ADMIN,
  BROWSER,
  emailOf,
  type Fixture,
  openFixture,
  PASSWORD,
  random,
  refusal,
  refusalOf,
  signUp,
} from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openFixture);

async function counted({ kv }: Fixture) {
  return (await kv.get(accountCountKey())).value;
}

test("addToAccountCounts - counts accounts, and administrators that are not disabled", async (fixture) => {
  await signUp(fixture, "ann@example.com", true);
  await signUp(fixture, "bob@example.com", true);
  const eve = await signUp(fixture, "eve@example.com");
  assert.deepEqual(await counted(fixture), { accounts: 3, administrators: 2 });
  await fixture.accounts.setDisabled(eve.id, true, ADMIN);
  assert.deepEqual(await counted(fixture), { accounts: 3, administrators: 2 });
  const bob = await signUp(fixture, "bob2@example.com", true);
  await fixture.accounts.setDisabled(bob.id, true, ADMIN);
  assert.deepEqual(await counted(fixture), { accounts: 4, administrators: 2 });
  await fixture.accounts.setDisabled(bob.id, false, ADMIN);
  assert.deepEqual(await counted(fixture), { accounts: 4, administrators: 3 });
});

Deno.test("addToAccountCounts - recounts if the record is missing or malformed", async () => {
  for (const broken of [null, 7n, { accounts: -1, administrators: 0 }]) {
    using fixture = await openFixture();
    await signUp(fixture, "ann@example.com", true);
    await signUp(fixture, "bob@example.com");
    if (broken === null) await fixture.kv.delete(accountCountKey());
    else await fixture.kv.set(accountCountKey(), broken);
    await signUp(fixture, "eve@example.com", true);
    assert.deepEqual(await counted(fixture), {
      accounts: 3,
      administrators: 2,
    });
  }
});

test("addToAccountCounts - one of two concurrent commits fails", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const one = fixture.store.atomic();
  const two = fixture.store.atomic();
  for (const operation of [one, two]) {
    const change = { before: ann, after: null };
    const left = await addToAccountCounts(fixture.store, operation, change);
    assert.deepEqual(left, { accounts: 0, administrators: 0 });
  }
  assert(await fixture.store.commit(one));
  assert.equal(await fixture.store.commit(two), null);
});

test("counts - reads the record, and recounts if it is missing", async (fixture) => {
  const none = { accounts: 0, administrators: 0 };
  assert.deepEqual(await fixture.accounts.counts(), none);
  await signUp(fixture, "ann@example.com", true);
  await signUp(fixture, "bob@example.com");
  const both = { accounts: 2, administrators: 1 };
  assert.deepEqual(await fixture.accounts.counts(), both);
  await fixture.kv.delete(accountCountKey());
  assert.deepEqual(await fixture.accounts.counts(), both);
  assert.equal(await counted(fixture), null);
});

const NOBODY = refusal(404, "NOT_FOUND", { reason: "account_not_found" });

test("readAccount - null for no record, a malformed one and any id", async (fixture) => {
  await fixture.kv.set(accountKey("odd"), { id: "odd", email: 1 });
  for (const id of ["", "odd", "no-such", "x".repeat(5_000), "\0\ud800"]) {
    assert.equal(await readAccount(fixture.store, id), null);
  }
});

test("readAccount, changeAccount - an id can have up to 64 characters", async (fixture) => {
  const account = await signUp(fixture, "ann@example.com");
  for (const length of [64, 65]) {
    const id = "x".repeat(length);
    await fixture.kv.set(accountKey(id), { ...account, id });
    const isFound = length === 64;
    const found = await readAccount(fixture.store, id);
    assert.equal(found?.id, isFound ? id : undefined);
    const change = changeAccount(
      fixture.store,
      id,
      (account) => Promise.resolve(account),
    );
    if (isFound) assert.equal((await change).id, id);
    else assert.deepEqual(await refusalOf(change), NOBODY);
  }
});

test("changeAccount - 404 if there is no account", async (fixture) => {
  for (const id of ["no-such", "x".repeat(5_000)]) {
    const change = changeAccount(fixture.store, id, () => assert.fail("asked"));
    assert.deepEqual(await refusalOf(change), NOBODY);
  }
});

test("changeAccount - fifty concurrent changes all take effect", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const add = () =>
    changeAccount(fixture.store, id, (account) => {
      const spent = { slot: account.spentSlots.length, untilMs: 1 };
      const spentSlots = [...account.spentSlots, spent];
      return Promise.resolve({ ...account, spentSlots });
    });
  await Promise.all(Array.from({ length: 50 }, add));
  const account = await readAccount(fixture.store, id);
  assert.deepEqual(
    account?.spentSlots.map(({ slot }) => slot),
    Array.from({ length: 50 }, (_, i) => i),
  );
});

test("changeAccount - an unchanged account is not written", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const { versionstamp } = await fixture.kv.get(accountKey(id));
  const left = await changeAccount(
    fixture.store,
    id,
    (account) => Promise.resolve(account),
  );
  assert.equal(left.email, "ann@example.com");
  assert.equal(
    (await fixture.kv.get(accountKey(id))).versionstamp,
    versionstamp,
  );
});

test("withoutSessions - the time always increases", async (fixture) => {
  const account = await signUp(fixture, "ann@example.com");
  const { sessionsSinceMs } = account;
  const cases = [
    [sessionsSinceMs + 5, sessionsSinceMs + 5],
    [sessionsSinceMs, sessionsSinceMs + 1],
    [sessionsSinceMs - 9, sessionsSinceMs + 1],
  ];
  for (const [nowMs, expected] of cases) {
    assert.deepEqual(withoutSessions(account, nowMs), {
      ...account,
      sessionsSinceMs: expected,
    });
  }
});

test("deleteAccount - leaves no record of the account, and all of others", async (fixture) => {
  const now = () => fixture.clock.nowMs;
  const tokens = new Tokens({ store: fixture.store, now, random });
  const client = { key: "192.0.2.1", group: "192.0.2.1" };
  const create = async (text: string) => {
    const { id } = await fixture.accounts.create({
      email: emailOf(text),
      password: PASSWORD,
      caller: { client, signal: new AbortController().signal },
    });
    const { token } = await tokens.create(id, { name: "a", replaces: null });
    await fixture.sessions.begin((await fixture.accounts.byId(id))!, BROWSER);
    await fixture.kv.set(quotaKey(id, 0, "2026-11"), { used: 1, bonus: 0 });
    await fixture.kv.set(tokenUseKey(id, token.id), 1);
    await fixture.kv.set(adDayKey(id, "2026-11-21"), 1);
    return id;
  };
  const keysOf = async () =>
    (await Array.fromAsync(fixture.kv.list({ prefix: [] }), ({ key }) => key))
      .filter((key) => key[0] !== "audit").map(String);
  await create("bob@example.com");
  const before = await keysOf();
  const id = await create("ann@example.com");
  // The account, its address and network, a token by hash, id and use, a session, a quota, an ad.
  assert.equal((await keysOf()).length, before.length + 9);
  await deleteAccount({ store: fixture.store, now, random }, id, () => null);
  assert.deepEqual(await keysOf(), before);
  assert.deepEqual(await fixture.accounts.counts(), {
    accounts: 1,
    administrators: 0,
  });
});
