import assert from "node:assert/strict";
import {
  ACCOUNT_ORDERS,
  type AccountOrder,
  searchAccounts,
} from "../../../lib/accounts/account_search.ts";
import { accountEmailKey } from "../../../lib/store/keys.ts";
import { Tokens } from "../../../lib/accounts/tokens/tokens.ts";
import { type Fixture, openFixture, random } from "./fixture.ts";

const NONE = { emails: [], next: null };

async function search(
  fixture: Fixture,
  text: string,
  after: string | null,
  limit = 2,
  order?: AccountOrder,
): Promise<{ emails: string[]; next: string | null }> {
  const query = { text, after, limit, order };
  const { accounts, next } = await searchAccounts(fixture.store, query);
  return { emails: accounts.map(({ email }) => email), next };
}

async function fixtureWith(...addresses: string[]) {
  const fixture = await openFixture();
  for (const address of addresses) await fixture.signUp(address);
  return fixture;
}

Deno.test("searchAccounts - pages are sorted by address and end", async () => {
  const names = ["eve@b", "Ann@a", "bob@a", "dan@b", "cat@a"];
  using fixture = await fixtureWith(...names.map((name) => `${name}.example`));
  const one = await search(fixture, "", null);
  const two = await search(fixture, "", one.next);
  const three = await search(fixture, "", two.next);
  assert.deepEqual([one, two, three], [
    { emails: ["Ann@a.example", "bob@a.example"], next: "bob@a.example" },
    { emails: ["cat@a.example", "dan@b.example"], next: "dan@b.example" },
    { emails: ["eve@b.example"], next: null },
  ]);
});

Deno.test("searchAccounts - finds any part of an address, case-insensitively", async () => {
  const [bob, cat] = ["bob@B.example", "cat@b.example"];
  using fixture = await fixtureWith("ann@a.example", bob, cat);
  const both = { emails: [bob, cat], next: null };
  assert.deepEqual(await search(fixture, " @b.EX ", null), both);
  const first = { emails: [bob], next: "bob@b.example" };
  assert.deepEqual(await search(fixture, "@b", null, 1), first);
  assert.deepEqual(await search(fixture, "%", null), NONE);
});

Deno.test("searchAccounts - accepts any cursor", async () => {
  using fixture = await fixtureWith("ann@a.example", "bob@a.example");
  for (const after of ["zzz", "\u{10ffff}".repeat(9_000)]) {
    assert.deepEqual(await search(fixture, "", after), NONE);
  }
  const all = { emails: ["ann@a.example", "bob@a.example"], next: null };
  for (const after of ["", "\0", "ann@a.exampl", "ANN"]) {
    assert.deepEqual(await search(fixture, "", after), all);
  }
});

Deno.test("searchAccounts - stops after the page, and skips dangling index entries", async () => {
  using fixture = await fixtureWith("ann@a.example");
  const operation = fixture.kv.atomic();
  for (let i = 0; i < 900; i++) {
    operation.set(accountEmailKey(`x${i}@b.example`), `no-such-${i}`);
  }
  await operation.set(accountEmailKey("b@b.example"), { id: 1 }).commit();
  fixture.store.listed = 0;
  const one = { emails: ["ann@a.example"], next: "ann@a.example" };
  assert.deepEqual(await search(fixture, "", null, 1), one);
  assert.equal(fixture.store.listed, 3);
  assert.deepEqual(await search(fixture, "x5@", null), NONE);
});

/** All pages of an order, by the local parts of the addresses. */
async function allPages(
  fixture: Fixture,
  order: AccountOrder,
  limit: number,
): Promise<string> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await search(fixture, "@b.", after, limit, order);
    assert(page.emails.length > 0 && page.emails.length <= limit);
    found.push(...page.emails);
    after = page.next;
  } while (after !== null);
  return found.map((email) => email[0]).join("");
}

Deno.test("searchAccounts - each order has every account once, whatever the size of a page", async () => {
  using fixture = await openFixture();
  const { store, clock } = fixture;
  const tokens = new Tokens({ store, now: () => clock.nowMs, random });
  for (const name of "cadbe") {
    fixture.clock.nowMs += 1_000;
    const { id } = await fixture.signUp(`${name}@b.example`);
    if (name === "d") await tokens.create(id, { name, replaces: null });
  }
  await fixture.signUp("other@c.example");
  const expected: Record<AccountOrder, string> = {
    email: "abcde",
    "email-desc": "edcba",
    newest: "ebdac",
    oldest: "cadbe",
    tokens: "d",
  };
  for (const order of ACCOUNT_ORDERS) {
    for (const limit of [1, 2, 5, 9]) {
      const names = await allPages(fixture, order, limit);
      assert.equal(names.length, 5, order);
      assert(names.startsWith(expected[order]), `${order}: ${names}`);
    }
    for (const after of ["zzz", "1", "- a", "\0", "9".repeat(300)]) {
      await search(fixture, "", after, 2, order);
    }
  }
});
