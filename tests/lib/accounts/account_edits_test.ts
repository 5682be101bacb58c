import assert from "node:assert/strict";
import type { AuditDetail } from "../../../lib/store/audit.ts";
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
  type Fixture,
  inputRefusal,
  openFixture,
  PASSWORD,
  refusalOf,
  signUp,
  START_MS,
} from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";
import type { Account } from "../../../lib/accounts/account_record.ts";

const test = testWith(openFixture);

const NEXT = "staple battery horse";
const LAST = inputRefusal(
  "account",
  { reason: "last_administrator" },
  409,
);
const WRONG = inputRefusal(
  "current",
  { reason: "current_password_wrong" },
  401,
);

test("changePassword - only the new password works, and sessions end", async (fixture) => {
  const { accounts, sessions, clock } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
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

test("changePassword - requires the current password and a strong new one", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const change = (current: string, next: string) =>
    refusalOf(fixture.accounts.changePassword(id, { current, next }));
  assert.deepEqual(await change("not it, no", NEXT), WRONG);
  assert.deepEqual(
    await change(PASSWORD, "ann@example.com"),
    inputRefusal("next", { reason: "password_is_email" }),
  );
  assert.equal((await fixture.accounts.byId(id))?.sessionsSinceMs, START_MS);
});

test("changePassword - of two concurrent changes, the second fails", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const change = (next: string) =>
    fixture.accounts.changePassword(id, { current: PASSWORD, next });
  const outcomes = await Promise.allSettled([
    change(NEXT),
    change(NEXT + " stapled"),
  ]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 1);
  const [{ reason }] = refused as PromiseRejectedResult[];
  assert.deepEqual(await refusalOf(Promise.reject(reason)), WRONG);
});

test("changeEmail - updates the index and frees the old address", async (fixture) => {
  const { accounts, kv } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
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
  const other = await signUp(fixture, "ann@example.com");
  assert.notEqual(other.id, ann.id);
});

test("changeEmail - only an administrator's change is in the audit log", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const bob = await signUp(fixture, "bob@example.com");
  for (const { id, email } of [ann, bob]) {
    const change = { current: PASSWORD, email: emailOf(`new-${email}`) };
    await fixture.accounts.changeEmail(id, change);
  }
  const records = await entriesOf(fixture.kv, auditPrefix());
  assert.deepEqual(records.map(({ value }) => value), [{
    atMs: START_MS,
    actor: "ann@example.com",
    actorId: ann.id,
    action: "account.email",
    subject: "ann@example.com",
    detail: { code: "new-email", params: { email: "new-ann@example.com" } },
  }]);
});

test("changeEmail - accepts another spelling of the same address", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const email = emailOf("Ann@Example.com");
  const changed = await fixture.accounts.changeEmail(id, {
    current: PASSWORD,
    email,
  });
  assert.equal(changed.email, "Ann@Example.com");
  assert.deepEqual(await fixture.accounts.byEmail(email), changed);
});

test("changeEmail - a taken address or a wrong password changes nothing", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  await signUp(fixture, "bob@example.com");
  const email = emailOf("BOB@example.com");
  const change = (current: string) =>
    refusalOf(fixture.accounts.changeEmail(ann.id, { current, email }));
  assert.deepEqual(
    await change(PASSWORD),
    inputRefusal(
      "email",
      { reason: "email_taken" },
      409,
    ),
  );
  assert.deepEqual(await change("not it, no"), WRONG);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
});

test("changeEmail - of twenty concurrent changes to one address, one succeeds", async (fixture) => {
  const members = await Promise.all(
    Array.from(
      { length: 20 },
      (_, i) => signUp(fixture, `ann${i}@example.com`),
    ),
  );
  const email = emailOf("bob@example.com");
  const outcomes = await Promise.allSettled(
    members.map(({ id }) =>
      fixture.accounts.changeEmail(id, { current: PASSWORD, email })
    ),
  );
  const moved = members.filter((_, i) => outcomes[i].status === "fulfilled");
  assert.equal(moved.length, 1);
  assert.equal((await fixture.accounts.byEmail(email))?.id, moved[0].id);
  const index = await entriesOf(fixture.kv, accountEmailPrefix());
  assert.equal(index.length, 20);
  assert.deepEqual(
    new Set(index.map(({ value }) => value)),
    new Set(members.map(({ id }) => id)),
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
async function fullAccount(fixture: Fixture): Promise<Account> {
  const plain = await signUp(fixture, "ann@example.com");
  const account = {
    ...plain,
    tier: "vip" as const,
    vipQuota: 9,
    tokens: twoTokens,
  };
  const operation = fixture.kv.atomic().set(accountKey(plain.id), account)
    .set(adDayKey(plain.id, "2026-11-21"), { tickets: [] });
  for (const { id, hash, slot } of twoTokens) {
    operation.set(tokenHashKey(hash), plain.id).set(tokenIdKey(id), plain.id)
      .set(tokenUseKey(plain.id, id), START_MS)
      .set(quotaKey(plain.id, slot, "2026-11"), { used: 1, bonus: 0 });
  }
  await operation.commit();
  return account;
}

test("delete - deletes all records of the account, and none of others", async (fixture) => {
  const bob = await signUp(fixture, "bob@example.com");
  const theirs = await fixture.sessions.begin(bob, BROWSER);
  const before = await entriesOf(fixture.kv, []);
  const ann = await fullAccount(fixture);
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  await fixture.accounts.delete(ann.id, { current: PASSWORD });
  const shown = (entries: Deno.KvEntry<unknown>[]) =>
    entries.map(({ key, value }) => ({ key, value }));
  assert.deepEqual(shown(await entriesOf(fixture.kv, [])), shown(before));
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  assert.equal((await fixture.sessions.memberOf(theirs))?.account.id, bob.id);
});

test("delete - killed after its first commit, the account is unusable", async (fixture) => {
  const ann = await fullAccount(fixture);
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  fixture.store.commitsLeft = 1;
  await fixture.accounts.delete(ann.id, { current: PASSWORD });
  fixture.store.commitsLeft = Infinity;
  assert.equal(await fixture.accounts.byId(ann.id), null);
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  assert.deepEqual(await fixture.sessions.list(ann.id), []);
  for (const { id, hash } of ann.tokens) {
    assert.equal((await fixture.kv.get(tokenHashKey(hash))).value, null);
    assert.equal((await fixture.kv.get(tokenIdKey(id))).value, null);
  }
  assert.deepEqual((await fixture.kv.get(accountCountKey())).value, {
    accounts: 0,
    administrators: 0,
  });
  const again = await signUp(fixture, "ann@example.com");
  assert.deepEqual(again.tokens, []);
});

test("delete - killed before its first commit, nothing has changed", async (fixture) => {
  const ann = await fullAccount(fixture);
  const before = await entriesOf(fixture.kv, []);
  fixture.store.commitsLeft = 0;
  const { status } = await refusalOf(
    fixture.accounts.delete(ann.id, { current: PASSWORD }),
  );
  assert.equal(status, 503);
  assert.deepEqual(await entriesOf(fixture.kv, []), before);
});

test("delete - deletes more sessions than fit in one commit", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  for (let i = 0; i < 1_200; i += 400) {
    const operation = fixture.kv.atomic();
    for (let j = i; j < i + 400; j++) {
      operation.set(sessionKey(ann.id, `s${j}`), j);
    }
    await operation.commit();
  }
  await fixture.accounts.delete(ann.id, { current: PASSWORD });
  assert.deepEqual((await entriesOf(fixture.kv, [])).map(({ key }) => key), [
    accountCountKey(),
  ]);
});

test("delete - requires the password", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const deletion = fixture.accounts.delete(ann.id, { current: "not it, no" });
  assert.deepEqual(await refusalOf(deletion), WRONG);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
});

test("delete - refuses the last active administrator, and records the deletion of another", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const bob = await signUp(fixture, "bob@example.com", true);
  const remove = ({ id }: Account) =>
    fixture.accounts.delete(id, { current: PASSWORD });
  await fixture.accounts.setDisabled(bob.id, true, ADMIN);
  assert.deepEqual(await refusalOf(remove(ann)), LAST);
  await fixture.accounts.setDisabled(bob.id, false, ADMIN);
  fixture.clock.nowMs += 1;
  await remove(ann);
  assert.deepEqual(await refusalOf(remove(bob)), LAST);
  const records = await entriesOf(fixture.kv, auditPrefix());
  assert.deepEqual(records.at(-1)?.value, {
    atMs: START_MS + 1,
    actor: "ann@example.com",
    actorId: ann.id,
    action: "account.delete",
    subject: "ann@example.com",
    detail: null,
  });
});

test("delete - of two administrators who delete themselves, one remains", async (fixture) => {
  const both = [
    await signUp(fixture, "ann@example.com", true),
    await signUp(fixture, "bob@example.com", true),
  ];
  const outcomes = await Promise.allSettled(
    both.map(({ id }) => fixture.accounts.delete(id, { current: PASSWORD })),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
  assert.deepEqual((await fixture.kv.get(accountCountKey())).value, {
    accounts: 1,
    administrators: 1,
  });
});

async function recorded({ kv }: Fixture) {
  return (await entriesOf(kv, auditPrefix())).map(({ value }) => value);
}

function tier(tier: string, quota: number | null): AuditDetail {
  return { code: "tier", params: { tier, quota } };
}

function record(
  action: string,
  detail: AuditDetail | null = null,
  atMs = START_MS,
) {
  const subject = "ann@example.com";
  return { atMs, actor: ADMIN.name, actorId: null, action, subject, detail };
}

test("setPassword - needs no current password, ends sessions, and is in the audit log", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  const changed = await fixture.accounts.setPassword(ann.id, NEXT, ADMIN);
  assert.equal(changed.sessionsSinceMs, START_MS + 1);
  const email = emailOf("ann@example.com");
  assert.deepEqual(await fixture.accounts.authenticate(email, NEXT), changed);
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  assert.deepEqual(await recorded(fixture), [record("account.password")]);
});

test("setPassword - a weak one is refused and not recorded", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  assert.deepEqual(
    await refusalOf(fixture.accounts.setPassword(ann.id, "short", ADMIN)),
    inputRefusal("password", { reason: "password_too_short", min: 10 }),
  );
  const nobody = fixture.accounts.setPassword("nobody", NEXT, ADMIN);
  assert.equal((await refusalOf(nobody)).status, 404);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(fixture), []);
});

test("setTier - only a vip has an individual quota, with a default", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const set = async (tier: "standard" | "vip", vipQuota: number | null) => {
    fixture.clock.nowMs++;
    return await fixture.accounts.setTier(ann.id, tier, vipQuota, ADMIN);
  };
  assert.deepEqual(await set("standard", 5), { ...ann, tier: "standard" });
  const [usual, own] = [await set("vip", null), await set("vip", 0)];
  assert.deepEqual(usual, { ...ann, tier: "vip", vipQuota: 10_000 });
  assert.deepEqual(own, { ...ann, tier: "vip", vipQuota: 0 });
  assert.deepEqual(await fixture.accounts.byId(ann.id), own);
  assert.deepEqual(await recorded(fixture), [
    record("account.tier", tier("standard", null), START_MS + 1),
    record("account.tier", tier("vip", 10_000), START_MS + 2),
    record("account.tier", tier("vip", 0), START_MS + 3),
  ]);
});

test("setTier - the largest quota of a vip is a billion", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  const { vipQuota } = await fixture.accounts.setTier(
    id,
    "vip",
    1_000_000_000,
    ADMIN,
  );
  assert.equal(vipQuota, 1_000_000_000);
});

test("setTier - refuses an invalid quota", async (fixture) => {
  const { id } = await signUp(fixture, "ann@example.com");
  for (const quota of [-1, 1.5, NaN, 1_000_000_001]) {
    assert.deepEqual(
      await refusalOf(fixture.accounts.setTier(id, "vip", quota, ADMIN)),
      inputRefusal(
        "vipQuota",
        { reason: "quota_malformed", max: 1_000_000_000 },
      ),
    );
  }
  assert.deepEqual(await recorded(fixture), []);
});

test("setTier - the tokens of a vip remain after a downgrade", async (fixture) => {
  const plain = await signUp(fixture, "ann@example.com");
  const vip = {
    ...plain,
    tier: "vip" as const,
    vipQuota: 7,
    tokens: twoTokens,
  };
  await fixture.kv.set(accountKey(plain.id), vip);
  const free = await fixture.accounts.setTier(plain.id, "free", null, ADMIN);
  assert.deepEqual(free, { ...plain, tokens: twoTokens });
});

test("setDisabled - sessions end, and do not revive with the account", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  const disabled = await fixture.accounts.setDisabled(ann.id, true, ADMIN);
  const since = { sessionsSinceMs: START_MS + 1 };
  assert.deepEqual(disabled, { ...ann, ...since, isDisabled: true });
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  fixture.clock.nowMs++;
  const enabled = await fixture.accounts.setDisabled(ann.id, false, ADMIN);
  assert.deepEqual(enabled, { ...ann, ...since });
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  assert.deepEqual(await recorded(fixture), [
    record("account.disable"),
    record("account.enable", null, START_MS + 1),
  ]);
});

test("setDisabled - no change is not recorded", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const left = await fixture.accounts.setDisabled(ann.id, false, ADMIN);
  assert.deepEqual(left, ann);
  assert.deepEqual(await recorded(fixture), []);
});

test("setDisabled - refuses your own account", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  await signUp(fixture, "bob@example.com", true);
  const by = { name: ann.email, accountId: ann.id };
  assert.deepEqual(
    await refusalOf(fixture.accounts.setDisabled(ann.id, true, by)),
    inputRefusal("account", { reason: "cannot_disable_self" }, 409),
  );
});

test("setDisabled - refuses the last administrator", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  await signUp(fixture, "bob@example.com");
  assert.deepEqual(
    await refusalOf(fixture.accounts.setDisabled(ann.id, true, ADMIN)),
    LAST,
  );
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(fixture), []);
});

test("setDisabled - of two administrators who disable each other, one fails", async (fixture) => {
  for (let round = 0; round < 10; round++) {
    const pair = [
      await signUp(fixture, `ann${round}@example.com`, true),
      await signUp(fixture, `bob${round}@example.com`, true),
    ];
    // Those of the round before are left out: the pair is all there is.
    const others = (await fixture.accounts.search({
      text: "",
      after: null,
      limit: 100,
    })).accounts.filter(({ id }) => pair.every((one) => one.id !== id));
    for (const { id } of others) {
      await fixture.accounts.setDisabled(id, true, ADMIN);
    }
    const [ann, bob] = pair;
    const outcomes = await Promise.allSettled([
      fixture.accounts.setDisabled(bob.id, true, {
        name: ann.email,
        accountId: ann.id,
      }),
      fixture.accounts.setDisabled(ann.id, true, {
        name: bob.email,
        accountId: bob.id,
      }),
    ]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 1);
    const [{ reason }] = refused as PromiseRejectedResult[];
    assert.deepEqual(await refusalOf(Promise.reject(reason)), LAST);
    assert.deepEqual((await fixture.kv.get(accountCountKey())).value, {
      accounts: 2 * (round + 1),
      administrators: 1,
    });
  }
});

test("setAdmin - grants and revokes, with counts and audit entries", async (fixture) => {
  await signUp(fixture, "root@example.com", true);
  const ann = await signUp(fixture, "ann@example.com");
  for (let i = 0; i < 2; i++) {
    const made = await fixture.accounts.setAdmin(ann.id, true, ADMIN);
    assert.deepEqual(made, { ...ann, isAdmin: true });
    assert.deepEqual(await fixture.accounts.counts(), {
      accounts: 2,
      administrators: 2,
    });
  }
  fixture.clock.nowMs++;
  assert.deepEqual(await fixture.accounts.setAdmin(ann.id, false, ADMIN), ann);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
  assert.deepEqual(await fixture.accounts.counts(), {
    accounts: 2,
    administrators: 1,
  });
  assert.deepEqual(await recorded(fixture), [
    record("account.admin", { code: "admin-granted", params: {} }),
    record(
      "account.admin",
      { code: "admin-revoked", params: {} },
      START_MS + 1,
    ),
  ]);
});

test("setAdmin - refuses yourself and the last administrator, but not a disabled one", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const bob = await signUp(fixture, "bob@example.com", true);
  const by = { name: ann.email, accountId: ann.id };
  assert.deepEqual(
    await refusalOf(fixture.accounts.setAdmin(ann.id, false, by)),
    inputRefusal("account", { reason: "cannot_demote_self" }, 409),
  );
  await fixture.accounts.setDisabled(bob.id, true, ADMIN);
  const last = fixture.accounts.setAdmin(ann.id, false, ADMIN);
  assert.deepEqual(await refusalOf(last), LAST);
  const { isAdmin } = await fixture.accounts.setAdmin(bob.id, false, ADMIN);
  assert.equal(isAdmin, false);
  const nobody = fixture.accounts.setAdmin("nobody", true, ADMIN);
  assert.equal((await refusalOf(nobody)).status, 404);
});

test("setAdmin - of two administrators who demote each other, one remains", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const bob = await signUp(fixture, "bob@example.com", true);
  const outcomes = await Promise.allSettled(
    [[ann, bob], [bob, ann]].map(([whom, by]) =>
      fixture.accounts.setAdmin(whom.id, false, {
        name: by.email,
        accountId: by.id,
      })
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
  assert.equal((await fixture.accounts.counts()).administrators, 1);
});

test("deleteMember - deletes the account, frees its address and is in the audit log", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  await fixture.accounts.deleteMember(ann.id, ADMIN);
  assert.equal(await fixture.accounts.byId(ann.id), null);
  assert.equal(await fixture.sessions.memberOf(cookie), null);
  assert.deepEqual(await recorded(fixture), [record("account.delete")]);
  await signUp(fixture, "ann@example.com");
  const gone = fixture.accounts.deleteMember(ann.id, ADMIN);
  assert.equal((await refusalOf(gone)).status, 404);
});

test("deleteMember - killed before its commit, it deletes and records nothing", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  fixture.store.commitsLeft = 0;
  const deletion = fixture.accounts.deleteMember(ann.id, ADMIN);
  assert.equal((await refusalOf(deletion)).status, 503);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(fixture), []);
});

test("deleteMember - refuses yourself and the last administrator", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com", true);
  const by = { name: ann.email, accountId: ann.id };
  assert.deepEqual(
    await refusalOf(fixture.accounts.deleteMember(ann.id, by)),
    inputRefusal("account", { reason: "cannot_delete_self" }, 409),
  );
  const last = fixture.accounts.deleteMember(ann.id, ADMIN);
  assert.deepEqual(await refusalOf(last), LAST);
  assert.deepEqual(await fixture.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(fixture), []);
});
