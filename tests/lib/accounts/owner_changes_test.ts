import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account.ts";
import {
  accountCountKey,
  accountEmailKey,
  accountEmailPrefix,
  accountKey,
  adDayKey,
  auditPrefix,
  quotaKey,
  sessionKey,
  tokenHashKey,
  tokenIdKey,
  tokenUseKey,
} from "../../../lib/store/keys.ts";
import {
  ADMIN,
  BROWSER,
  emailOf,
  entriesOf,
  inputRefusal,
  openRig,
  PASSWORD,
  refusalOf,
  type Rig,
  signUp,
  START_MS,
} from "./rig.ts";

const NEXT = "staple battery horse";
const WRONG = inputRefusal(
  "current",
  { reason: "current_password_wrong" },
  401,
);
const LAST = inputRefusal(
  "account",
  { reason: "last_administrator" },
  409,
);

Deno.test("changePassword - only the new password works, and sessions end", async () => {
  using rig = await openRig();
  const { accounts, sessions, clock } = rig;
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await sessions.begin(ann, BROWSER);
  clock.nowMs += 5;
  const passwords = { current: PASSWORD, next: NEXT };
  const changed = await accounts.changePassword(ann.id, passwords);
  const { passwordHash, ...rest } = changed;
  assert.notEqual(passwordHash, ann.passwordHash);
  const { passwordHash: _, ...before } = ann;
  assert.deepEqual(rest, { ...before, sessionsSinceMs: START_MS + 5 });
  const email = emailOf("ann@example.com");
  assert.deepEqual(await accounts.authenticate(email, NEXT), changed);
  assert.equal(
    (await refusalOf(accounts.authenticate(email, PASSWORD))).status,
    401,
  );
  assert.equal(await sessions.memberOf(cookie), null);
});

Deno.test("changePassword - requires the current password and a strong new one", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  const change = (current: string, next: string) =>
    refusalOf(rig.accounts.changePassword(id, { current, next }));
  assert.deepEqual(await change("not it, no", NEXT), WRONG);
  assert.deepEqual(
    await change(PASSWORD, "ann@example.com"),
    inputRefusal("next", { reason: "password_is_email" }),
  );
  assert.equal((await rig.accounts.byId(id))?.sessionsSinceMs, START_MS);
});

Deno.test("changePassword - of two concurrent changes, the second fails", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  const change = (next: string) =>
    rig.accounts.changePassword(id, { current: PASSWORD, next });
  const outcomes = await Promise.allSettled([
    change(NEXT),
    change(NEXT + " stapled"),
  ]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 1);
  const [{ reason }] = refused as PromiseRejectedResult[];
  assert.deepEqual(await refusalOf(Promise.reject(reason)), WRONG);
});

Deno.test("changeEmail - updates the index and frees the old address", async () => {
  using rig = await openRig();
  const { accounts, kv } = rig;
  const ann = await signUp(rig, "ann@example.com");
  const email = emailOf("Ann@Example.org");
  const changed = await accounts.changeEmail(ann.id, {
    current: PASSWORD,
    email,
  });
  assert.deepEqual(changed, { ...ann, email: "Ann@Example.org" });
  assert.deepEqual(
    (await entriesOf(kv, accountEmailPrefix())).map(({ key, value }) => [
      key,
      value,
    ]),
    [[accountEmailKey("ann@example.org"), ann.id]],
  );
  assert.deepEqual(await accounts.authenticate(email, PASSWORD), changed);
  const other = await signUp(rig, "ann@example.com");
  assert.notEqual(other.id, ann.id);
});

Deno.test("changeEmail - only an administrator's change is in the audit log", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com", true);
  const bob = await signUp(rig, "bob@example.com");
  for (const { id, email } of [ann, bob]) {
    const change = { current: PASSWORD, email: emailOf(`new-${email}`) };
    await rig.accounts.changeEmail(id, change);
  }
  const records = await entriesOf(rig.kv, auditPrefix());
  assert.deepEqual(records.map(({ value }) => value), [{
    atMs: START_MS,
    actor: "ann@example.com",
    actorId: ann.id,
    action: "account.email",
    subject: "ann@example.com",
    detail: { code: "new-email", params: { email: "new-ann@example.com" } },
  }]);
});

Deno.test("changeEmail - accepts another spelling of the same address", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  const email = emailOf("Ann@Example.com");
  const changed = await rig.accounts.changeEmail(id, {
    current: PASSWORD,
    email,
  });
  assert.equal(changed.email, "Ann@Example.com");
  assert.deepEqual(await rig.accounts.byEmail(email), changed);
});

Deno.test("changeEmail - a taken address or a wrong password changes nothing", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  await signUp(rig, "bob@example.com");
  const email = emailOf("BOB@example.com");
  const change = (current: string) =>
    refusalOf(rig.accounts.changeEmail(ann.id, { current, email }));
  assert.deepEqual(
    await change(PASSWORD),
    inputRefusal(
      "email",
      { reason: "email_taken" },
      409,
    ),
  );
  assert.deepEqual(await change("not it, no"), WRONG);
  assert.deepEqual(await rig.accounts.byId(ann.id), ann);
});

Deno.test("changeEmail - of twenty concurrent changes to one address, one succeeds", async () => {
  using rig = await openRig();
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signUp(rig, `ann${i}@example.com`)),
  );
  const email = emailOf("bob@example.com");
  const outcomes = await Promise.allSettled(
    members.map(({ id }) =>
      rig.accounts.changeEmail(id, { current: PASSWORD, email })
    ),
  );
  const moved = members.filter((_, i) => outcomes[i].status === "fulfilled");
  assert.equal(moved.length, 1);
  assert.equal((await rig.accounts.byEmail(email))?.id, moved[0].id);
  const index = await entriesOf(rig.kv, accountEmailPrefix());
  assert.equal(index.length, 20);
  assert.deepEqual(
    new Set(index.map(({ value }) => value)),
    new Set(members.map(({ id }) => id)),
  );
});

/** An account with two tokens and records of every kind. */
async function fullAccount(rig: Rig): Promise<Account> {
  const plain = await signUp(rig, "ann@example.com");
  const tokens = [0, 1].map((slot) => ({
    id: `id${slot}`,
    name: "",
    hash: `hash${slot}`,
    lastFour: "abcd",
    slot,
    createdAtMs: START_MS,
  }));
  const account = { ...plain, tier: "vip" as const, vipQuota: 9, tokens };
  const operation = rig.kv.atomic().set(accountKey(plain.id), account)
    .set(adDayKey(plain.id, "2026-11-21"), { tickets: [] });
  for (const { id, hash, slot } of tokens) {
    operation.set(tokenHashKey(hash), plain.id).set(tokenIdKey(id), plain.id)
      .set(tokenUseKey(plain.id, id), START_MS)
      .set(quotaKey(plain.id, slot, "2026-11"), { used: 1, bonus: 0 });
  }
  await operation.commit();
  return account;
}

Deno.test("delete - deletes all records of the account, and none of others", async () => {
  using rig = await openRig();
  const bob = await signUp(rig, "bob@example.com");
  const theirs = await rig.sessions.begin(bob, BROWSER);
  const before = await entriesOf(rig.kv, []);
  const ann = await fullAccount(rig);
  const cookie = await rig.sessions.begin(ann, BROWSER);
  await rig.accounts.delete(ann.id, { current: PASSWORD });
  const shown = (entries: Deno.KvEntry<unknown>[]) =>
    entries.map(({ key, value }) => ({ key, value }));
  assert.deepEqual(shown(await entriesOf(rig.kv, [])), shown(before));
  assert.equal(await rig.sessions.memberOf(cookie), null);
  assert.equal((await rig.sessions.memberOf(theirs))?.account.id, bob.id);
});

Deno.test("delete - killed after its first commit, the account is unusable", async () => {
  using rig = await openRig();
  const ann = await fullAccount(rig);
  const cookie = await rig.sessions.begin(ann, BROWSER);
  rig.store.commitsLeft = 1;
  await rig.accounts.delete(ann.id, { current: PASSWORD });
  rig.store.commitsLeft = Infinity;
  assert.equal(await rig.accounts.byId(ann.id), null);
  assert.equal(await rig.sessions.memberOf(cookie), null);
  assert.deepEqual(await rig.sessions.list(ann.id), []);
  for (const { id, hash } of ann.tokens) {
    assert.equal((await rig.kv.get(tokenHashKey(hash))).value, null);
    assert.equal((await rig.kv.get(tokenIdKey(id))).value, null);
  }
  assert.deepEqual((await rig.kv.get(accountCountKey())).value, {
    accounts: 0,
    administrators: 0,
  });
  const again = await signUp(rig, "ann@example.com");
  assert.deepEqual(again.tokens, []);
});

Deno.test("delete - killed before its first commit, nothing has changed", async () => {
  using rig = await openRig();
  const ann = await fullAccount(rig);
  const before = await entriesOf(rig.kv, []);
  rig.store.commitsLeft = 0;
  const { status } = await refusalOf(
    rig.accounts.delete(ann.id, { current: PASSWORD }),
  );
  assert.equal(status, 503);
  assert.deepEqual(await entriesOf(rig.kv, []), before);
});

Deno.test("delete - deletes more sessions than fit in one commit", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  for (let i = 0; i < 1_200; i += 400) {
    const operation = rig.kv.atomic();
    for (let j = i; j < i + 400; j++) {
      operation.set(sessionKey(ann.id, `s${j}`), j);
    }
    await operation.commit();
  }
  await rig.accounts.delete(ann.id, { current: PASSWORD });
  assert.deepEqual((await entriesOf(rig.kv, [])).map(({ key }) => key), [
    accountCountKey(),
  ]);
});

Deno.test("delete - requires the password", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const deletion = rig.accounts.delete(ann.id, { current: "not it, no" });
  assert.deepEqual(await refusalOf(deletion), WRONG);
  assert.deepEqual(await rig.accounts.byId(ann.id), ann);
});

Deno.test("delete - refuses the last active administrator, and records the deletion of another", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com", true);
  const bob = await signUp(rig, "bob@example.com", true);
  const remove = ({ id }: Account) =>
    rig.accounts.delete(id, { current: PASSWORD });
  await rig.accounts.setDisabled(bob.id, true, ADMIN);
  assert.deepEqual(await refusalOf(remove(ann)), LAST);
  await rig.accounts.setDisabled(bob.id, false, ADMIN);
  rig.clock.nowMs += 1;
  await remove(ann);
  assert.deepEqual(await refusalOf(remove(bob)), LAST);
  const records = await entriesOf(rig.kv, auditPrefix());
  assert.deepEqual(records.at(-1)?.value, {
    atMs: START_MS + 1,
    actor: "ann@example.com",
    actorId: ann.id,
    action: "account.delete",
    subject: "ann@example.com",
    detail: null,
  });
});

Deno.test("delete - of two administrators who delete themselves, one remains", async () => {
  using rig = await openRig();
  const both = [
    await signUp(rig, "ann@example.com", true),
    await signUp(rig, "bob@example.com", true),
  ];
  const outcomes = await Promise.allSettled(
    both.map(({ id }) => rig.accounts.delete(id, { current: PASSWORD })),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
  assert.deepEqual((await rig.kv.get(accountCountKey())).value, {
    accounts: 1,
    administrators: 1,
  });
});
