import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account_record.ts";
import { parseSessionCookie } from "../../../../lib/accounts/sign_in/session.ts";
import { Sessions } from "../../../../lib/accounts/sign_in/sessions.ts";
import {
  accountKey,
  sessionKey,
  sessionPrefix,
} from "../../../../lib/store/keys.ts";
import {
  ADMIN,
  BROWSER,
  entriesOf,
  type Fixture,
  openFixture,
  PASSWORD,
  random,
  refusal,
  refusalOf,
  signUp,
  START_MS,
} from "../fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(openFixture);

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const CHANGED = refusal(401, "UNAUTHORIZED", { reason: "sign_in_again" });

function idOf(cookie: string): string {
  const name = parseSessionCookie(cookie);
  assert(name);
  return name.id;
}

function keyOf({ id }: Account, cookie: string): Deno.KvKey {
  return sessionKey(id, idOf(cookie));
}

async function isOpen({ sessions }: Fixture, cookie: string): Promise<boolean> {
  return await sessions.memberOf(cookie) !== null;
}

test("begin - returns a cookie that signs the member in; only its hash is stored", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  assert.match(cookie, /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
  const [accountId, secret] = cookie.split(".");
  assert.equal(accountId, ann.id);
  const member = { account: ann, sessionId: idOf(cookie) };
  assert.deepEqual(await fixture.sessions.memberOf(cookie), member);
  const stored = await entriesOf(fixture.kv, []);
  assert(!Deno.inspect(stored, { depth: 9 }).includes(secret));
  assert.deepEqual((await fixture.kv.get(keyOf(ann, cookie))).value, {
    createdAtMs: START_MS,
    seenAtMs: START_MS,
    expiresAtMs: START_MS + MONTH_MS,
    sinceMs: START_MS,
    agent: "a browser",
    address: "192.0.2.1",
  });
});

test("begin - always begins a new session, and ends the former one of the browser", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const bob = await signUp(fixture, "bob@example.com");
  const planted = await fixture.sessions.begin(bob, BROWSER);
  const cookie = await fixture.sessions.begin(ann, BROWSER, [planted]);
  assert.notEqual(cookie, planted);
  assert.equal(await isOpen(fixture, planted), false);
  assert.deepEqual(await fixture.sessions.list(bob.id), []);
  const made = `${ann.id}.${"x".repeat(43)}`;
  for (const former of [[made], ["nonsense", ""], []]) {
    const next = await fixture.sessions.begin(ann, BROWSER, former);
    assert.equal(former.includes(next), false);
    assert.equal(await isOpen(fixture, next), true);
  }
  const both = [
    await fixture.sessions.begin(bob, BROWSER),
    await fixture.sessions.begin(ann, BROWSER),
  ];
  await fixture.sessions.begin(ann, BROWSER, ["nonsense", ...both]);
  for (const former of both) assert.equal(await isOpen(fixture, former), false);
  assert.equal(await isOpen(fixture, made), false);
  assert.equal(await isOpen(fixture, cookie), true);
});

test("begin - 401 if the account has changed since the password was checked", async (fixture) => {
  const { accounts, sessions } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
  const begin = (account: Account) =>
    refusalOf(sessions.begin(account, BROWSER));
  const passwords = { current: PASSWORD, next: "staple battery horse" };
  const changed = await accounts.changePassword(ann.id, passwords);
  assert.deepEqual(await begin(ann), CHANGED);
  await sessions.begin(changed, BROWSER);
  await accounts.setDisabled(ann.id, true, ADMIN);
  assert.deepEqual(await begin(changed), CHANGED);
  const disabled = await accounts.byId(ann.id);
  assert(disabled);
  assert.deepEqual(await begin(disabled), CHANGED);
  await accounts.delete(ann.id, { current: passwords.next });
  assert.deepEqual(await begin(disabled), CHANGED);
});

test("begin - accepts a change of e-mail address or tier", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  const vip = await fixture.accounts.setTier(ann.id, "vip", 5, ADMIN);
  await fixture.sessions.begin(ann, BROWSER);
  assert.deepEqual((await fixture.sessions.memberOf(cookie))?.account, vip);
});

Deno.test("begin - ends the oldest session above the maximum", async () => {
  using fixture = await openFixture({ maxPerAccount: 3 });
  const ann = await signUp(fixture, "ann@example.com");
  const cookies: string[] = [];
  for (let i = 0; i < 5; i++) {
    fixture.clock.nowMs++;
    cookies.push(await fixture.sessions.begin(ann, BROWSER));
  }
  const open = await Promise.all(
    cookies.map((cookie) => isOpen(fixture, cookie)),
  );
  assert.deepEqual(open, [false, false, true, true, true]);
  assert.equal((await entriesOf(fixture.kv, sessionPrefix(ann.id))).length, 3);
});

test("begin - thirty concurrent calls don't exceed the maximum", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  await Promise.all(
    Array.from({ length: 30 }, () => fixture.sessions.begin(ann, BROWSER)),
  );
  assert.equal((await fixture.sessions.list(ann.id)).length, 20);
  assert.equal((await entriesOf(fixture.kv, sessionPrefix(ann.id))).length, 20);
});

test("begin - deletes ended sessions and malformed records", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  await fixture.sessions.begin(ann, BROWSER);
  await fixture.kv.set(sessionKey(ann.id, "odd"), "odd");
  fixture.clock.nowMs += MONTH_MS;
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  const left = await entriesOf(fixture.kv, sessionPrefix(ann.id));
  assert.deepEqual(left.map(({ key }) => key), [keyOf(ann, cookie)]);
});

test("begin - stores 200 characters of the User-Agent", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const agent = "m".repeat(100_000);
  await fixture.sessions.begin(ann, { ...BROWSER, agent });
  const [session] = await fixture.sessions.list(ann.id);
  assert.equal(session.agent, "m".repeat(200));
});

test("memberOf - null for no cookie, nonsense, another secret, another account", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const bob = await signUp(fixture, "bob@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
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
    assert.equal(await fixture.sessions.memberOf(cookie), null);
  }
});

test("memberOf - null for malformed records of sessions and accounts", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  const { key, value } = await fixture.kv.get<object>(keyOf(ann, cookie));
  const malformed = [1n, "text", [], {}, { ...value, expiresAtMs: "never" }, {
    ...value,
    sinceMs: null,
  }];
  for (const odd of malformed) {
    await fixture.kv.set(key, odd);
    assert.equal(await fixture.sessions.memberOf(cookie), null);
  }
  await fixture.kv.set(key, value);
  assert.equal(await isOpen(fixture, cookie), true);
  await fixture.kv.set(accountKey(ann.id), { ...ann, tier: "gold" });
  assert.equal(await fixture.sessions.memberOf(cookie), null);
});

test("memberOf - lasts thirty days after the last use, which is recorded once an hour", async (fixture) => {
  const { sessions, clock, kv } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await sessions.begin(ann, BROWSER);
  const seen = async () => {
    const [{ createdAtMs, seenAtMs, expiresAtMs }] = await sessions.list(
      ann.id,
    );
    assert.deepEqual([createdAtMs, expiresAtMs - seenAtMs], [
      START_MS,
      MONTH_MS,
    ]);
    return seenAtMs - START_MS;
  };
  clock.nowMs = START_MS + HOUR_MS;
  const { versionstamp } = await kv.get(keyOf(ann, cookie));
  assert.equal(await isOpen(fixture, cookie), true);
  assert.equal((await kv.get(keyOf(ann, cookie))).versionstamp, versionstamp);
  clock.nowMs = START_MS + HOUR_MS + 1;
  assert.equal(await isOpen(fixture, cookie), true);
  assert.equal(await seen(), HOUR_MS + 1);
  clock.nowMs += MONTH_MS - 1;
  assert.equal(await isOpen(fixture, cookie), true);
  assert.equal(await seen(), HOUR_MS + MONTH_MS);
  clock.nowMs += MONTH_MS;
  assert.equal(await isOpen(fixture, cookie), false);
  assert.deepEqual(await sessions.list(ann.id), []);
});

test("memberOf - a session stays valid if its use cannot be recorded", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  fixture.clock.nowMs += HOUR_MS + 1;
  fixture.store.commitsLeft = 0;
  assert.equal(await isOpen(fixture, cookie), true);
  const [{ seenAtMs }] = await fixture.sessions.list(ann.id);
  assert.equal(seenAtMs, START_MS);
});

test("memberOf - a page waits up to 250 ms for its use to be recorded", async (fixture) => {
  const { clock, store } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  clock.nowMs += HOUR_MS + 1;
  const limits: (number | undefined)[] = [];
  const commit = store.commit.bind(store);
  store.commit = (operation, limitMs) => {
    limits.push(limitMs);
    return commit(operation, limitMs);
  };
  assert.equal(await isOpen(fixture, cookie), true);
  assert.deepEqual(limits, [250]);
});

test("memberOf - a session that ends while its use is recorded stays ended", async (fixture) => {
  const { kv, clock, store } = fixture;
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  clock.nowMs += HOUR_MS + 1;
  const commit = store.commit.bind(store);
  store.commit = async (operation, limitMs) => {
    await kv.delete(keyOf(ann, cookie));
    return await commit(operation, limitMs);
  };
  await fixture.sessions.memberOf(cookie);
  assert.equal((await kv.get(keyOf(ann, cookie))).value, null);
});

test("memberOf - passwords that change within a millisecond, by a clock that is set back, end sessions", async (fixture) => {
  const { accounts, sessions, clock } = fixture;
  let ann = await signUp(fixture, "ann@example.com");
  const cookies: string[] = [];
  for (const stepMs of [0, -HOUR_MS, 0]) {
    cookies.push(await sessions.begin(ann, BROWSER));
    clock.nowMs += stepMs;
    ann = await accounts.setPassword(ann.id, PASSWORD, ADMIN);
  }
  for (const cookie of cookies) {
    assert.equal(await isOpen(fixture, cookie), false);
  }
  const cookie = await sessions.begin(ann, BROWSER);
  assert.equal(await isOpen(fixture, cookie), true);
});

test("end - ends only the session of the cookie", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const one = await fixture.sessions.begin(ann, BROWSER);
  const two = await fixture.sessions.begin(ann, BROWSER);
  for (const cookie of ["nonsense", `${ann.id}.${"x".repeat(43)}`, one]) {
    await fixture.sessions.end(cookie);
  }
  assert.equal(await isOpen(fixture, one), false);
  assert.equal(await isOpen(fixture, two), true);
});

test("list - newest first, without secrets", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const one = await fixture.sessions.begin(ann, BROWSER);
  fixture.clock.nowMs += 10;
  const phone = { agent: "a phone", address: "2001:db8::1" };
  const two = await fixture.sessions.begin(ann, phone);
  const shown = (cookie: string, atMs: number, browser: typeof phone) => ({
    id: idOf(cookie),
    createdAtMs: atMs,
    seenAtMs: atMs,
    expiresAtMs: atMs + MONTH_MS,
    ...browser,
  });
  assert.deepEqual(await fixture.sessions.list(ann.id), [
    shown(two, START_MS + 10, phone),
    shown(one, START_MS, BROWSER),
  ]);
  assert.deepEqual(await fixture.sessions.list("nobody"), []);
});

test("revoke - ends one session of this account", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const bob = await signUp(fixture, "bob@example.com");
  const theirs = await fixture.sessions.begin(bob, BROWSER);
  const [one, two] = [
    await fixture.sessions.begin(ann, BROWSER),
    await fixture.sessions.begin(ann, BROWSER),
  ];
  for (const id of [idOf(theirs), idOf(one), "", "x".repeat(5_000)]) {
    await fixture.sessions.revoke(ann.id, id);
  }
  assert.equal(await isOpen(fixture, one), false);
  assert.equal(await isOpen(fixture, two), true);
  assert.equal(await isOpen(fixture, theirs), true);
});

test("endAll - ends all sessions of this account except one", async (fixture) => {
  const ann = await signUp(fixture, "ann@example.com");
  const bob = await signUp(fixture, "bob@example.com");
  const theirs = await fixture.sessions.begin(bob, BROWSER);
  const [one, two] = [
    await fixture.sessions.begin(ann, BROWSER),
    await fixture.sessions.begin(ann, BROWSER),
  ];
  await fixture.sessions.endAll(ann.id, idOf(one));
  assert.deepEqual([await isOpen(fixture, one), await isOpen(fixture, two)], [
    true,
    false,
  ]);
  await fixture.sessions.endAll(ann.id);
  assert.equal(await isOpen(fixture, one), false);
  assert.equal(await isOpen(fixture, theirs), true);
});

test("Sessions - a session ended by one instance is refused by another", async (fixture) => {
  const now = () => fixture.clock.nowMs;
  const other = new Sessions({ store: fixture.store, now, random });
  const ann = await signUp(fixture, "ann@example.com");
  const cookie = await fixture.sessions.begin(ann, BROWSER);
  assert.equal((await other.memberOf(cookie))?.account.id, ann.id);
  await fixture.sessions.end(cookie);
  assert.equal(await other.memberOf(cookie), null);
});
