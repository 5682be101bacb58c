import assert from "node:assert/strict";
import { addToAccountCounts } from "../../../lib/accounts/account_counts.ts";
import { accountCountKey } from "../../../lib/store/keys.ts";
import { ADMIN, openRig, type Rig, signUp } from "./rig.ts";

async function counted({ kv }: Rig) {
  return (await kv.get(accountCountKey())).value;
}

Deno.test("addToAccountCounts - counts accounts, and administrators that are not disabled", async () => {
  using rig = await openRig();
  await signUp(rig, "ann@example.com", true);
  await signUp(rig, "bob@example.com", true);
  const eve = await signUp(rig, "eve@example.com");
  assert.deepEqual(await counted(rig), { accounts: 3, administrators: 2 });
  await rig.accounts.setDisabled(eve.id, true, ADMIN);
  assert.deepEqual(await counted(rig), { accounts: 3, administrators: 2 });
  const bob = await signUp(rig, "bob2@example.com", true);
  await rig.accounts.setDisabled(bob.id, true, ADMIN);
  assert.deepEqual(await counted(rig), { accounts: 4, administrators: 2 });
  await rig.accounts.setDisabled(bob.id, false, ADMIN);
  assert.deepEqual(await counted(rig), { accounts: 4, administrators: 3 });
});

Deno.test("addToAccountCounts - recounts if the record is missing or malformed", async () => {
  for (const broken of [null, 7n, { accounts: -1, administrators: 0 }]) {
    using rig = await openRig();
    await signUp(rig, "ann@example.com", true);
    await signUp(rig, "bob@example.com");
    if (broken === null) await rig.kv.delete(accountCountKey());
    else await rig.kv.set(accountCountKey(), broken);
    await signUp(rig, "eve@example.com", true);
    assert.deepEqual(await counted(rig), { accounts: 3, administrators: 2 });
  }
});

Deno.test("addToAccountCounts - one of two concurrent commits fails", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const one = rig.store.atomic();
  const two = rig.store.atomic();
  for (const operation of [one, two]) {
    const change = { before: ann, after: null };
    const left = await addToAccountCounts(rig.store, operation, change);
    assert.deepEqual(left, { accounts: 0, administrators: 0 });
  }
  assert(await rig.store.commit(one));
  assert.equal(await rig.store.commit(two), null);
});

Deno.test("counts - reads the record, and recounts if it is missing", async () => {
  using rig = await openRig();
  const none = { accounts: 0, administrators: 0 };
  assert.deepEqual(await rig.accounts.counts(), none);
  await signUp(rig, "ann@example.com", true);
  await signUp(rig, "bob@example.com");
  const both = { accounts: 2, administrators: 1 };
  assert.deepEqual(await rig.accounts.counts(), both);
  await rig.kv.delete(accountCountKey());
  assert.deepEqual(await rig.accounts.counts(), both);
  assert.equal(await counted(rig), null);
});
