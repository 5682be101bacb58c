import assert from "node:assert/strict";
import { addToAccountCounts } from "../../../lib/accounts/account_counts.ts";
import { accountCountKey } from "../../../lib/store/keys.ts";
import { ADMIN, type Fixture, openFixture, signUp } from "./fixture.ts";
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
