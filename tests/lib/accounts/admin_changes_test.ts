import assert from "node:assert/strict";
import type { AuditDetail } from "../../../lib/store/audit.ts";
import {
  accountCountKey,
  accountKey,
  auditPrefix,
} from "../../../lib/store/keys.ts";
import {
  ADMIN,
  BROWSER,
  emailOf,
  entriesOf,
  type Fixture,
  inputRefusal,
  openFixture,
  refusalOf,
  signUp,
  START_MS,
} from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openFixture);

const NEXT = "staple battery horse";
const LAST = inputRefusal(
  "account",
  { reason: "last_administrator" },
  409,
);

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
  const tokens = [0, 1].map((slot) => ({
    id: `id${slot}`,
    name: "",
    hash: `hash${slot}`,
    lastFour: "abcd",
    slot,
    createdAtMs: START_MS,
  }));
  const vip = { ...plain, tier: "vip" as const, vipQuota: 7, tokens };
  await fixture.kv.set(accountKey(plain.id), vip);
  const free = await fixture.accounts.setTier(plain.id, "free", null, ADMIN);
  assert.deepEqual(free, { ...plain, tokens });
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
