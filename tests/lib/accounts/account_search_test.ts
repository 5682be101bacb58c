import assert from "node:assert/strict";
import { searchAccounts } from "../../../lib/accounts/account_search.ts";
import { accountEmailKey } from "../../../lib/store/keys.ts";
import { openRig, type Rig, signUp } from "./rig.ts";

async function search(rig: Rig, text: string, after: string | null, limit = 2) {
  const query = { text, after, limit };
  const { accounts, next } = await searchAccounts(rig.store, query);
  return { emails: accounts.map(({ email }) => email), next };
}

async function rigWith(...addresses: string[]): Promise<Rig> {
  const rig = await openRig();
  for (const address of addresses) await signUp(rig, address);
  return rig;
}

Deno.test("searchAccounts - pages are sorted by address and end", async () => {
  using rig = await rigWith(
    "eve@b.example",
    "Ann@a.example",
    "bob@a.example",
    "dan@b.example",
    "cat@a.example",
  );
  const one = await search(rig, "", null);
  const two = await search(rig, "", one.next);
  const three = await search(rig, "", two.next);
  assert.deepEqual([one, two, three], [
    { emails: ["Ann@a.example", "bob@a.example"], next: "bob@a.example" },
    { emails: ["cat@a.example", "dan@b.example"], next: "dan@b.example" },
    { emails: ["eve@b.example"], next: null },
  ]);
});

Deno.test("searchAccounts - finds any part of an address, case-insensitively", async () => {
  using rig = await rigWith("ann@a.example", "bob@B.example", "cat@b.example");
  assert.deepEqual(await search(rig, " @b.EX ", null), {
    emails: ["bob@B.example", "cat@b.example"],
    next: null,
  });
  assert.deepEqual(await search(rig, "@b", null, 1), {
    emails: ["bob@B.example"],
    next: "bob@b.example",
  });
  assert.deepEqual(await search(rig, "%", null), { emails: [], next: null });
});

Deno.test("searchAccounts - accepts any cursor", async () => {
  using rig = await rigWith("ann@a.example", "bob@a.example");
  for (const after of ["zzz", "\u{10ffff}".repeat(9_000)]) {
    assert.deepEqual(await search(rig, "", after), { emails: [], next: null });
  }
  const all = { emails: ["ann@a.example", "bob@a.example"], next: null };
  for (const after of ["", "\0", "ann@a.exampl", "ANN"]) {
    assert.deepEqual(await search(rig, "", after), all);
  }
});

Deno.test("searchAccounts - stops after the page, and skips dangling index entries", async () => {
  using rig = await rigWith("ann@a.example");
  const operation = rig.kv.atomic();
  for (let i = 0; i < 900; i++) {
    operation.set(accountEmailKey(`x${i}@b.example`), `no-such-${i}`);
  }
  await operation.set(accountEmailKey("b@b.example"), { id: 1 }).commit();
  rig.store.listed = 0;
  assert.deepEqual(await search(rig, "", null, 1), {
    emails: ["ann@a.example"],
    next: "ann@a.example",
  });
  assert.equal(rig.store.listed, 3);
  assert.deepEqual(await search(rig, "x5@", null), { emails: [], next: null });
});
