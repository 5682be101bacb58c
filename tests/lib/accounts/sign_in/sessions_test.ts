import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import { parseSessionCookie } from "../../../../lib/accounts/sign_in/session.ts";
import { Sessions } from "../../../../lib/accounts/sign_in/sessions.ts";
import * as keys from "../../../../lib/store/keys.ts";
import {
  ADMIN,
  assertRefused,
  BROWSER,
  entriesOf,
  openWithAnn,
  PASSWORD,
  random,
  refusal,
  START_MS,
  times,
} from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openSessions);

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const CHANGED = refusal(401, "UNAUTHORIZED", "sign_in_again");

function idOf(cookie: string): string {
  const name = parseSessionCookie(cookie);
  assert(name);
  return name.id;
}

async function openSessions(
  { maxPerAccount }: { maxPerAccount?: number } = {},
) {
  const fixture = await openWithAnn({ maxPerAccount });
  const { ann, kv, sessions } = fixture;
  return {
    ...fixture,
    begin: (account = ann, former?: string[]) =>
      sessions.begin(account, BROWSER, former),
    async assertOpen(cookies: string[], isOpen: boolean[]) {
      const members = await Promise.all(
        cookies.map(sessions.memberOf, sessions),
      );
      assert.deepEqual(members.map((member) => member !== null), isOpen);
    },
    keyOf: (cookie: string) => keys.sessionKey(ann.id, idOf(cookie)),
    records: () => entriesOf(kv, keys.sessionPrefix(ann.id)),
  };
}

test("begin - returns a cookie that signs the member in; only its hash is stored", async ({ begin, sessions, ann, kv, stored, keyOf }) => {
  const cookie = await begin();
  assert.match(cookie, /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
  const [accountId, secret] = cookie.split(".");
  assert.equal(accountId, ann.id);
  const member = { account: ann, sessionId: idOf(cookie) };
  assert.deepEqual(await sessions.memberOf(cookie), member);
  const all = await entriesOf(kv, []);
  assert(!Deno.inspect(all, { depth: 9 }).includes(secret));
  assert.deepEqual(await stored(keyOf(cookie)), {
    createdAtMs: START_MS,
    seenAtMs: START_MS,
    expiresAtMs: START_MS + MONTH_MS,
    sinceMs: START_MS,
    agent: "a browser",
    address: "192.0.2.1",
  });
});

test("begin - always begins a new session, and ends the former one of the browser", async ({ ann, begin, signUp, sessions, assertOpen }) => {
  const bob = await signUp("bob@example.com");
  const planted = await begin(bob);
  const cookie = await begin(ann, [planted]);
  assert.notEqual(cookie, planted);
  await assertOpen([planted], [false]);
  assert.deepEqual(await sessions.list(bob.id), []);
  const made = `${ann.id}.${"x".repeat(43)}`;
  for (const former of [[made], ["nonsense", ""], []]) {
    const next = await begin(ann, former);
    assert.equal(former.includes(next), false);
    await assertOpen([next], [true]);
  }
  const both = [await begin(bob), await begin()];
  await begin(ann, ["nonsense", ...both]);
  await assertOpen([...both, made, cookie], [false, false, false, true]);
});

test("begin - 401 if the account has changed since the password was checked", async ({ accounts, ann, begin }) => {
  const passwords = { current: PASSWORD, next: "staple battery horse" };
  const changed = await accounts.changePassword(ann.id, passwords);
  await assertRefused(begin(), CHANGED);
  await begin(changed);
  await accounts.setDisabled(ann.id, true, ADMIN);
  await assertRefused(begin(changed), CHANGED);
  const disabled = await accounts.byId(ann.id);
  assert(disabled);
  await assertRefused(begin(disabled), CHANGED);
  await accounts.delete(ann.id, { current: passwords.next });
  await assertRefused(begin(disabled), CHANGED);
});

test("begin - accepts a change of e-mail address or tier", async ({ accounts, ann, begin, sessions }) => {
  const cookie = await begin();
  const vip = await accounts.setTier(ann.id, "vip", 5, ADMIN);
  await begin();
  assert.deepEqual((await sessions.memberOf(cookie))?.account, vip);
});

Deno.test("begin - ends the oldest session above the maximum", async () => {
  using fixture = await openSessions({ maxPerAccount: 3 });
  const cookies: string[] = [];
  for (let i = 0; i < 5; i++) {
    fixture.clock.nowMs++;
    cookies.push(await fixture.begin());
  }
  await fixture.assertOpen(cookies, [false, false, true, true, true]);
  const left = await fixture.sessions.list(fixture.ann.id);
  const ages = left.map(({ createdAtMs }) => createdAtMs - START_MS);
  assert.deepEqual(ages, [5, 4, 3]);
  assert.equal((await fixture.records()).length, 3);
});

test("begin - thirty concurrent calls don't exceed the maximum", async ({ ann, begin, sessions, records }) => {
  await Promise.all(times(30, () => begin()));
  assert.equal((await sessions.list(ann.id)).length, 20);
  assert.equal((await records()).length, 20);
});

test("begin - deletes ended sessions and malformed records", async ({ ann, begin, clock, kv, keyOf, records }) => {
  await begin();
  await kv.set(keys.sessionKey(ann.id, "odd"), "odd");
  clock.nowMs += MONTH_MS;
  const cookie = await begin();
  const left = (await records()).map(({ key }) => key);
  assert.deepEqual(left, [keyOf(cookie)]);
});

test("begin - stores 200 characters of the User-Agent", async ({ ann, sessions }) => {
  await sessions.begin(ann, { ...BROWSER, agent: "m".repeat(100_000) });
  const [session] = await sessions.list(ann.id);
  assert.equal(session.agent, "m".repeat(200));
});

test("memberOf - null for no cookie, nonsense, another secret, another account", async ({ ann, begin, sessions, signUp }) => {
  const bob = await signUp("bob@example.com");
  const cookie = await begin();
  const [, secret] = cookie.split(".");
  const cookies = [
    null,
    "",
    "nonsense",
    "x".repeat(1_000_000),
    `${bob.id}.${secret}`,
    `${ann.id}.${"x".repeat(43)}`,
    // What the store holds opens nothing.
    `${ann.id}.${idOf(cookie)}`,
  ];
  for (const cookie of cookies) {
    assert.equal(await sessions.memberOf(cookie), null);
  }
});

test("memberOf - null for malformed records of sessions and accounts", async ({ ann, begin, kv, keyOf, assertOpen }) => {
  const cookie = await begin();
  const { key, value } = await kv.get<object>(keyOf(cookie));
  const endless = { ...value, expiresAtMs: "never" };
  const malformed = [1n, "text", [], {}, endless, { ...value, sinceMs: null }];
  for (const odd of malformed) {
    await kv.set(key, odd);
    await assertOpen([cookie], [false]);
  }
  await kv.set(key, value);
  await assertOpen([cookie], [true]);
  await kv.set(keys.accountKey(ann.id), { ...ann, tier: "gold" });
  await assertOpen([cookie], [false]);
});

test("memberOf - lasts thirty days after the last use, which is recorded once an hour", async ({ ann, begin, sessions, clock, kv, keyOf, assertOpen }) => {
  const cookie = await begin();
  const seen = async () => {
    const [session] = await sessions.list(ann.id);
    const { createdAtMs, seenAtMs, expiresAtMs } = session;
    assert.equal(createdAtMs, START_MS);
    assert.equal(expiresAtMs - seenAtMs, MONTH_MS);
    return seenAtMs - START_MS;
  };
  clock.nowMs = START_MS + HOUR_MS;
  const { versionstamp } = await kv.get(keyOf(cookie));
  await assertOpen([cookie], [true]);
  assert.equal((await kv.get(keyOf(cookie))).versionstamp, versionstamp);
  clock.nowMs = START_MS + HOUR_MS + 1;
  await assertOpen([cookie], [true]);
  assert.equal(await seen(), HOUR_MS + 1);
  clock.nowMs += MONTH_MS - 1;
  await assertOpen([cookie], [true]);
  assert.equal(await seen(), HOUR_MS + MONTH_MS);
  clock.nowMs += MONTH_MS;
  await assertOpen([cookie], [false]);
  assert.deepEqual(await sessions.list(ann.id), []);
});

test("memberOf - a session stays valid if its use cannot be recorded", async ({ ann, begin, sessions, clock, store, assertOpen }) => {
  const cookie = await begin();
  clock.nowMs += HOUR_MS + 1;
  store.commitsLeft = 0;
  await assertOpen([cookie], [true]);
  const [{ seenAtMs }] = await sessions.list(ann.id);
  assert.equal(seenAtMs, START_MS);
});

test("memberOf - a page waits up to 250 ms for its use to be recorded", async ({ begin, clock, store, assertOpen }) => {
  const cookie = await begin();
  clock.nowMs += HOUR_MS + 1;
  const limits: (number | undefined)[] = [];
  const commit = store.commit.bind(store);
  store.commit = (operation, limitMs) => {
    limits.push(limitMs);
    return commit(operation, limitMs);
  };
  await assertOpen([cookie], [true]);
  assert.deepEqual(limits, [250]);
});

test("memberOf - a session that ends while its use is recorded stays ended", async ({ begin, sessions, kv, clock, store, stored, keyOf }) => {
  const cookie = await begin();
  clock.nowMs += HOUR_MS + 1;
  const commit = store.commit.bind(store);
  store.commit = async (operation, limitMs) => {
    await kv.delete(keyOf(cookie));
    return await commit(operation, limitMs);
  };
  await sessions.memberOf(cookie);
  assert.equal(await stored(keyOf(cookie)), null);
});

test("memberOf - passwords that change within a millisecond, by a clock that is set back, end sessions", async ({ accounts, ann, begin, clock, assertOpen }) => {
  let account: Account = ann;
  const cookies: string[] = [];
  for (const stepMs of [0, -HOUR_MS, 0]) {
    cookies.push(await begin(account));
    clock.nowMs += stepMs;
    account = await accounts.setPassword(ann.id, PASSWORD, ADMIN);
  }
  cookies.push(await begin(account));
  await assertOpen(cookies, [false, false, false, true]);
});

test("end - ends only the session of the cookie", async ({ ann, begin, sessions, assertOpen }) => {
  const both = [await begin(), await begin()];
  for (const cookie of ["nonsense", `${ann.id}.${"x".repeat(43)}`, both[0]]) {
    await sessions.end(cookie);
  }
  await assertOpen(both, [false, true]);
});

test("list - newest first, without secrets", async ({ ann, begin, sessions, clock }) => {
  const one = await begin();
  clock.nowMs += 10;
  const phone = { agent: "a phone", address: "2001:db8::1" };
  const two = await sessions.begin(ann, phone);
  const shown = (cookie: string, atMs: number, browser: typeof phone) => ({
    id: idOf(cookie),
    createdAtMs: atMs,
    seenAtMs: atMs,
    expiresAtMs: atMs + MONTH_MS,
    ...browser,
  });
  assert.deepEqual(await sessions.list(ann.id), [
    shown(two, START_MS + 10, phone),
    shown(one, START_MS, BROWSER),
  ]);
  assert.deepEqual(await sessions.list("nobody"), []);
});

test("revoke - ends one session of this account", async ({ ann, begin, sessions, signUp, assertOpen }) => {
  const theirs = await begin(await signUp("bob@example.com"));
  const [one, two] = [await begin(), await begin()];
  for (const id of [idOf(theirs), idOf(one), "", "x".repeat(5_000)]) {
    await sessions.revoke(ann.id, id);
  }
  await assertOpen([one, two, theirs], [false, true, true]);
});

test("endAll - ends all sessions of this account except one", async ({ ann, begin, sessions, signUp, assertOpen }) => {
  const theirs = await begin(await signUp("bob@example.com"));
  const both = [await begin(), await begin()];
  await sessions.endAll(ann.id, idOf(both[0]));
  await assertOpen(both, [true, false]);
  await sessions.endAll(ann.id);
  await assertOpen([both[0], theirs], [false, true]);
});

test("Sessions - a session ended by one instance is refused by another", async ({ ann, begin, clock, sessions, store }) => {
  const other = new Sessions({ store, now: () => clock.nowMs, random });
  const cookie = await begin();
  assert.equal((await other.memberOf(cookie))?.account.id, ann.id);
  await sessions.end(cookie);
  assert.equal(await other.memberOf(cookie), null);
});
