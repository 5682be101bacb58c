import assert from "node:assert/strict";
import {
  changeAccount,
  readAccount,
  withoutSessions,
} from "../../../lib/accounts/account_changes.ts";
import { accountKey } from "../../../lib/store/keys.ts";
import { openRig, refusalOf, signUp } from "./rig.ts";

const NOBODY = {
  name: "AppError",
  status: 404,
  code: "NOT_FOUND",
  params: { reason: "account_not_found" },
  headers: {},
};

Deno.test("readAccount - null for no record, a malformed one and any id", async () => {
  using rig = await openRig();
  await rig.kv.set(accountKey("odd"), { id: "odd", email: 1 });
  for (const id of ["", "odd", "no-such", "x".repeat(5_000), "\0\ud800"]) {
    assert.equal(await readAccount(rig.store, id), null);
  }
});

Deno.test("changeAccount - 404 if there is no account", async () => {
  using rig = await openRig();
  for (const id of ["no-such", "x".repeat(5_000)]) {
    const change = changeAccount(rig.store, id, () => assert.fail("asked"));
    assert.deepEqual(await refusalOf(change), NOBODY);
  }
});

Deno.test("changeAccount - fifty concurrent changes all take effect", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  const add = () =>
    changeAccount(rig.store, id, (account) => {
      const spent = { slot: account.spentSlots.length, untilMs: 1 };
      const spentSlots = [...account.spentSlots, spent];
      return Promise.resolve({ ...account, spentSlots });
    });
  await Promise.all(Array.from({ length: 50 }, add));
  const account = await readAccount(rig.store, id);
  assert.deepEqual(
    account?.spentSlots.map(({ slot }) => slot),
    Array.from({ length: 50 }, (_, i) => i),
  );
});

Deno.test("changeAccount - an unchanged account is not written", async () => {
  using rig = await openRig();
  const { id } = await signUp(rig, "ann@example.com");
  const { versionstamp } = await rig.kv.get(accountKey(id));
  const left = await changeAccount(
    rig.store,
    id,
    (account) => Promise.resolve(account),
  );
  assert.equal(left.email, "ann@example.com");
  assert.equal((await rig.kv.get(accountKey(id))).versionstamp, versionstamp);
});

Deno.test("withoutSessions - the time always increases", async () => {
  using rig = await openRig();
  const account = await signUp(rig, "ann@example.com");
  const { sessionsSinceMs } = account;
  for (
    const [nowMs, expected] of [
      [sessionsSinceMs + 5, sessionsSinceMs + 5],
      [sessionsSinceMs, sessionsSinceMs + 1],
      [sessionsSinceMs - 9, sessionsSinceMs + 1],
    ]
  ) {
    assert.deepEqual(withoutSessions(account, nowMs), {
      ...account,
      sessionsSinceMs: expected,
    });
  }
});
