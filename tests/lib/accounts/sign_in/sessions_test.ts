import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account.ts";
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
  openRig,
  PASSWORD,
  random,
  refusalOf,
  type Rig,
  signUp,
  START_MS,
} from "../rig.ts";

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const CHANGED = {
  name: "AppError",
  status: 401,
  code: "UNAUTHORIZED",
  params: { reason: "sign_in_again" },
  headers: {},
};

function idOf(cookie: string): string {
  const name = parseSessionCookie(cookie);
  assert(name);
  return name.id;
}

function keyOf({ id }: Account, cookie: string): Deno.KvKey {
  return sessionKey(id, idOf(cookie));
}

async function isOpen({ sessions }: Rig, cookie: string): Promise<boolean> {
  return await sessions.memberOf(cookie) !== null;
}

Deno.test("begin - returns a cookie that signs the member in; only its hash is stored", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  assert.match(cookie, /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
  const [accountId, secret] = cookie.split(".");
  assert.equal(accountId, ann.id);
  const member = { account: ann, sessionId: idOf(cookie) };
  assert.deepEqual(await rig.sessions.memberOf(cookie), member);
  const stored = await entriesOf(rig.kv, []);
  assert(!Deno.inspect(stored, { depth: 9 }).includes(secret));
  assert.deepEqual((await rig.kv.get(keyOf(ann, cookie))).value, {
    createdAtMs: START_MS,
    seenAtMs: START_MS,
    expiresAtMs: START_MS + MONTH_MS,
    sinceMs: START_MS,
    agent: "a browser",
    address: "192.0.2.1",
  });
});

Deno.test("begin - always begins a new session, and ends the former one of the browser", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const bob = await signUp(rig, "bob@example.com");
  const planted = await rig.sessions.begin(bob, BROWSER);
  const cookie = await rig.sessions.begin(ann, BROWSER, [planted]);
  assert.notEqual(cookie, planted);
  assert.equal(await isOpen(rig, planted), false);
  assert.deepEqual(await rig.sessions.list(bob.id), []);
  const made = `${ann.id}.${"x".repeat(43)}`;
  for (const former of [[made], ["nonsense", ""], []]) {
    const next = await rig.sessions.begin(ann, BROWSER, former);
    assert.equal(former.includes(next), false);
    assert.equal(await isOpen(rig, next), true);
  }
  const both = [
    await rig.sessions.begin(bob, BROWSER),
    await rig.sessions.begin(ann, BROWSER),
  ];
  await rig.sessions.begin(ann, BROWSER, ["nonsense", ...both]);
  for (const former of both) assert.equal(await isOpen(rig, former), false);
  assert.equal(await isOpen(rig, made), false);
  assert.equal(await isOpen(rig, cookie), true);
});

Deno.test("begin - 401 if the account has changed since the password was checked", async () => {
  using rig = await openRig();
  const { accounts, sessions } = rig;
  const ann = await signUp(rig, "ann@example.com");
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

Deno.test("begin - accepts a change of e-mail address or tier", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  const vip = await rig.accounts.setTier(ann.id, "vip", 5, ADMIN);
  await rig.sessions.begin(ann, BROWSER);
  assert.deepEqual((await rig.sessions.memberOf(cookie))?.account, vip);
});

Deno.test("begin - ends the oldest session above the maximum", async () => {
  using rig = await openRig({ maxPerAccount: 3 });
  const ann = await signUp(rig, "ann@example.com");
  const cookies: string[] = [];
  for (let i = 0; i < 5; i++) {
    rig.clock.nowMs++;
    cookies.push(await rig.sessions.begin(ann, BROWSER));
  }
  const open = await Promise.all(cookies.map((cookie) => isOpen(rig, cookie)));
  assert.deepEqual(open, [false, false, true, true, true]);
  assert.equal((await entriesOf(rig.kv, sessionPrefix(ann.id))).length, 3);
});

Deno.test("begin - thirty concurrent calls don't exceed the maximum", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  await Promise.all(
    Array.from({ length: 30 }, () => rig.sessions.begin(ann, BROWSER)),
  );
  assert.equal((await rig.sessions.list(ann.id)).length, 20);
  assert.equal((await entriesOf(rig.kv, sessionPrefix(ann.id))).length, 20);
});

Deno.test("begin - deletes ended sessions and malformed records", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  await rig.sessions.begin(ann, BROWSER);
  await rig.kv.set(sessionKey(ann.id, "odd"), "odd");
  rig.clock.nowMs += MONTH_MS;
  const cookie = await rig.sessions.begin(ann, BROWSER);
  const left = await entriesOf(rig.kv, sessionPrefix(ann.id));
  assert.deepEqual(left.map(({ key }) => key), [keyOf(ann, cookie)]);
});

Deno.test("begin - stores 200 characters of the User-Agent", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const agent = "m".repeat(100_000);
  await rig.sessions.begin(ann, { ...BROWSER, agent });
  const [session] = await rig.sessions.list(ann.id);
  assert.equal(session.agent, "m".repeat(200));
});

Deno.test("memberOf - null for no cookie, nonsense, another secret, another account", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const bob = await signUp(rig, "bob@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
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
    assert.equal(await rig.sessions.memberOf(cookie), null);
  }
});

Deno.test("memberOf - null for malformed records of sessions and accounts", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  const { key, value } = await rig.kv.get<object>(keyOf(ann, cookie));
  for (
    const odd of [1n, "text", [], {}, { ...value, expiresAtMs: "never" }, {
      ...value,
      sinceMs: null,
    }]
  ) {
    await rig.kv.set(key, odd);
    assert.equal(await rig.sessions.memberOf(cookie), null);
  }
  await rig.kv.set(key, value);
  assert.equal(await isOpen(rig, cookie), true);
  await rig.kv.set(accountKey(ann.id), { ...ann, tier: "gold" });
  assert.equal(await rig.sessions.memberOf(cookie), null);
});

Deno.test("memberOf - lasts thirty days after the last use, which is recorded once an hour", async () => {
  using rig = await openRig();
  const { sessions, clock, kv } = rig;
  const ann = await signUp(rig, "ann@example.com");
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
  assert.equal(await isOpen(rig, cookie), true);
  assert.equal((await kv.get(keyOf(ann, cookie))).versionstamp, versionstamp);
  clock.nowMs = START_MS + HOUR_MS + 1;
  assert.equal(await isOpen(rig, cookie), true);
  assert.equal(await seen(), HOUR_MS + 1);
  clock.nowMs += MONTH_MS - 1;
  assert.equal(await isOpen(rig, cookie), true);
  assert.equal(await seen(), HOUR_MS + MONTH_MS);
  clock.nowMs += MONTH_MS;
  assert.equal(await isOpen(rig, cookie), false);
  assert.deepEqual(await sessions.list(ann.id), []);
});

Deno.test("memberOf - a session stays valid if its use cannot be recorded", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  rig.clock.nowMs += HOUR_MS + 1;
  rig.store.commitsLeft = 0;
  assert.equal(await isOpen(rig, cookie), true);
  const [{ seenAtMs }] = await rig.sessions.list(ann.id);
  assert.equal(seenAtMs, START_MS);
});

Deno.test("memberOf - a page waits up to 250 ms for its use to be recorded", async () => {
  using rig = await openRig();
  const { clock, store } = rig;
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  clock.nowMs += HOUR_MS + 1;
  const limits: (number | undefined)[] = [];
  const commit = store.commit.bind(store);
  store.commit = (operation, limitMs) => {
    limits.push(limitMs);
    return commit(operation, limitMs);
  };
  assert.equal(await isOpen(rig, cookie), true);
  assert.deepEqual(limits, [250]);
});

Deno.test("memberOf - a session that ends while its use is recorded stays ended", async () => {
  using rig = await openRig();
  const { kv, clock, store } = rig;
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  clock.nowMs += HOUR_MS + 1;
  const commit = store.commit.bind(store);
  store.commit = async (operation, limitMs) => {
    await kv.delete(keyOf(ann, cookie));
    return await commit(operation, limitMs);
  };
  await rig.sessions.memberOf(cookie);
  assert.equal((await kv.get(keyOf(ann, cookie))).value, null);
});

Deno.test("memberOf - passwords that change within a millisecond, by a clock that is set back, end sessions", async () => {
  using rig = await openRig();
  const { accounts, sessions, clock } = rig;
  let ann = await signUp(rig, "ann@example.com");
  const cookies: string[] = [];
  for (const stepMs of [0, -HOUR_MS, 0]) {
    cookies.push(await sessions.begin(ann, BROWSER));
    clock.nowMs += stepMs;
    ann = await accounts.setPassword(ann.id, PASSWORD, ADMIN);
  }
  for (const cookie of cookies) assert.equal(await isOpen(rig, cookie), false);
  const cookie = await sessions.begin(ann, BROWSER);
  assert.equal(await isOpen(rig, cookie), true);
});

Deno.test("end - ends only the session of the cookie", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const one = await rig.sessions.begin(ann, BROWSER);
  const two = await rig.sessions.begin(ann, BROWSER);
  for (const cookie of ["nonsense", `${ann.id}.${"x".repeat(43)}`, one]) {
    await rig.sessions.end(cookie);
  }
  assert.equal(await isOpen(rig, one), false);
  assert.equal(await isOpen(rig, two), true);
});

Deno.test("list - newest first, without secrets", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const one = await rig.sessions.begin(ann, BROWSER);
  rig.clock.nowMs += 10;
  const phone = { agent: "a phone", address: "2001:db8::1" };
  const two = await rig.sessions.begin(ann, phone);
  const shown = (cookie: string, atMs: number, browser: typeof phone) => ({
    id: idOf(cookie),
    createdAtMs: atMs,
    seenAtMs: atMs,
    expiresAtMs: atMs + MONTH_MS,
    ...browser,
  });
  assert.deepEqual(await rig.sessions.list(ann.id), [
    shown(two, START_MS + 10, phone),
    shown(one, START_MS, BROWSER),
  ]);
  assert.deepEqual(await rig.sessions.list("nobody"), []);
});

Deno.test("revoke - ends one session of this account", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const bob = await signUp(rig, "bob@example.com");
  const theirs = await rig.sessions.begin(bob, BROWSER);
  const [one, two] = [
    await rig.sessions.begin(ann, BROWSER),
    await rig.sessions.begin(ann, BROWSER),
  ];
  for (const id of [idOf(theirs), idOf(one), "", "x".repeat(5_000)]) {
    await rig.sessions.revoke(ann.id, id);
  }
  assert.equal(await isOpen(rig, one), false);
  assert.equal(await isOpen(rig, two), true);
  assert.equal(await isOpen(rig, theirs), true);
});

Deno.test("endAll - ends all sessions of this account except one", async () => {
  using rig = await openRig();
  const ann = await signUp(rig, "ann@example.com");
  const bob = await signUp(rig, "bob@example.com");
  const theirs = await rig.sessions.begin(bob, BROWSER);
  const [one, two] = [
    await rig.sessions.begin(ann, BROWSER),
    await rig.sessions.begin(ann, BROWSER),
  ];
  await rig.sessions.endAll(ann.id, idOf(one));
  assert.deepEqual([await isOpen(rig, one), await isOpen(rig, two)], [
    true,
    false,
  ]);
  await rig.sessions.endAll(ann.id);
  assert.equal(await isOpen(rig, one), false);
  assert.equal(await isOpen(rig, theirs), true);
});

Deno.test("Sessions - a session ended by one instance is refused by another", async () => {
  using rig = await openRig();
  const now = () => rig.clock.nowMs;
  const other = new Sessions({ store: rig.store, now, random });
  const ann = await signUp(rig, "ann@example.com");
  const cookie = await rig.sessions.begin(ann, BROWSER);
  assert.equal((await other.memberOf(cookie))?.account.id, ann.id);
  await rig.sessions.end(cookie);
  assert.equal(await other.memberOf(cookie), null);
});
