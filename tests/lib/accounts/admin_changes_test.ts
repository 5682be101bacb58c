import assert from "node:assert/strict";
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
  inputRefusal,
  openRig,
  refusalOf,
  type Rig,
  signUp,
  START_MS,
} from "./rig.ts";

const NEXT = "staple battery horse";
const LAST = inputRefusal(
  "account",
  "This is the last administrator; another one is needed first.",
  409,
);

async function recorded({ kv }: Rig) {
  return (await entriesOf(kv, auditPrefix())).map(({ value }) => value);
}

function record(action: string, detail = "", atMs = START_MS) {
  const subject = "ann@example.com";
  return { atMs, actor: ADMIN.name, action, subject, detail };
}

Deno.test("setPassword - without the current one; sessions end, and it is on record", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  const changed = await rig.accounts.setPassword(ann.id, NEXT, ADMIN);
  assert.equal(changed.sessionsSinceMs, START_MS + 1);
  const email = emailOf("ann@example.com");
  assert.deepEqual(await rig.accounts.authenticate(email, NEXT), changed);
  assert.equal(await rig.sessions.memberOf(cookie), null);
  assert.deepEqual(await recorded(rig), [record("account.password")]);
});

Deno.test("setPassword - a weak one is refused, and nothing is on record", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  assert.deepEqual(
    await refusalOf(rig.accounts.setPassword(ann.id, "short", ADMIN)),
    inputRefusal("password", "A password needs at least 10 characters."),
  );
  const nobody = rig.accounts.setPassword("nobody", NEXT, ADMIN);
  assert.equal((await refusalOf(nobody)).status, 404);
  assert.deepEqual(await rig.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(rig), []);
});

Deno.test("setTier - a quota for a vip alone, the usual one where none is named", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const set = async (tier: "standard" | "vip", vipQuota: number | null) => {
    rig.clock.nowMs++;
    return await rig.accounts.setTier(ann.id, tier, vipQuota, ADMIN);
  };
  assert.deepEqual(await set("standard", 5), { ...ann, tier: "standard" });
  const [usual, own] = [await set("vip", null), await set("vip", 0)];
  assert.deepEqual(usual, { ...ann, tier: "vip", vipQuota: 10_000 });
  assert.deepEqual(own, { ...ann, tier: "vip", vipQuota: 0 });
  assert.deepEqual(await rig.accounts.byId(ann.id), own);
  assert.deepEqual(await recorded(rig), [
    record("account.tier", "standard", START_MS + 1),
    record("account.tier", "vip, 10000 a month", START_MS + 2),
    record("account.tier", "vip, 0 a month", START_MS + 3),
  ]);
});

Deno.test("setTier - refuses what is no quota", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  for (const quota of [-1, 1.5, NaN, 1_000_000_001]) {
    assert.deepEqual(
      await refusalOf(rig.accounts.setTier(id, "vip", quota, ADMIN)),
      inputRefusal(
        "vipQuota",
        "The quota must be a whole number from 0 to 1000000000.",
      ),
    );
  }
  assert.deepEqual(await recorded(rig), []);
});

Deno.test("setTier - a vip's tokens stay when the tier goes", async () => {
  using rig = await openRig();
  const plain = await signUp(rig, "ann@example.com");
  const tokens = [0, 1].map((slot) => ({
    id: `id${slot}`,
    name: "",
    hash: `hash${slot}`,
    lastFour: "abcd",
    slot,
    createdAtMs: START_MS,
  }));
  const vip = { ...plain, tier: "vip" as const, vipQuota: 7, tokens };
  await rig.kv.set(accountKey(plain.id), vip);
  const free = await rig.accounts.setTier(plain.id, "free", null, ADMIN);
  assert.deepEqual(free, { ...plain, tokens });
});

Deno.test("setDisabled - sessions end, and do not come back with the account", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  const disabled = await rig.accounts.setDisabled(ann.id, true, ADMIN);
  const since = { sessionsSinceMs: START_MS + 1 };
  assert.deepEqual(disabled, { ...ann, ...since, isDisabled: true });
  assert.equal(await rig.sessions.memberOf(cookie), null);
  rig.clock.nowMs++;
  const enabled = await rig.accounts.setDisabled(ann.id, false, ADMIN);
  assert.deepEqual(enabled, { ...ann, ...since });
  assert.equal(await rig.sessions.memberOf(cookie), null);
  assert.deepEqual(await recorded(rig), [
    record("account.disable"),
    record("account.enable", "", START_MS + 1),
  ]);
});

Deno.test("setDisabled - what is so already is left alone, and not on record", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com", true);
  const left = await rig.accounts.setDisabled(ann.id, false, ADMIN);
  assert.deepEqual(left, ann);
  assert.deepEqual(await recorded(rig), []);
});

Deno.test("setDisabled - nobody disables themselves", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com", true);
  await signUp(rig, "bob@example.com", true);
  const by = { name: ann.email, accountId: ann.id };
  assert.deepEqual(
    await refusalOf(rig.accounts.setDisabled(ann.id, true, by)),
    inputRefusal("account", "You cannot disable yourself.", 409),
  );
});

Deno.test("setDisabled - not the last administrator", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com", true);
  await signUp(rig, "bob@example.com");
  assert.deepEqual(
    await refusalOf(rig.accounts.setDisabled(ann.id, true, ADMIN)),
    LAST,
  );
  assert.deepEqual(await rig.accounts.byId(ann.id), ann);
  assert.deepEqual(await recorded(rig), []);
});

Deno.test("setDisabled - of two administrators who disable each other at once one fails", async () => {
  using rig = await openRig();
  for (let round = 0; round < 10; round++) {
    const pair = [
      await signUp(rig, `ann${round}@example.com`, true),
      await signUp(rig, `bob${round}@example.com`, true),
    ];
    // Those of the round before are left out: the pair is all there is.
    const others = (await rig.accounts.search({
      text: "",
      after: null,
      limit: 100,
    })).accounts.filter(({ id }) => pair.every((one) => one.id !== id));
    for (const { id } of others) {
      await rig.accounts.setDisabled(id, true, ADMIN);
    }
    const [ann, bob] = pair;
    const outcomes = await Promise.allSettled([
      rig.accounts.setDisabled(bob.id, true, {
        name: ann.email,
        accountId: ann.id,
      }),
      rig.accounts.setDisabled(ann.id, true, {
        name: bob.email,
        accountId: bob.id,
      }),
    ]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 1);
    const [{ reason }] = refused as PromiseRejectedResult[];
    assert.deepEqual(await refusalOf(Promise.reject(reason)), LAST);
    assert.deepEqual((await rig.kv.get(accountCountKey())).value, {
      accounts: 2 * (round + 1),
      administrators: 1,
    });
  }
});
