import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asActiveSession,
  isSessionId,
  newSession,
  parseSessionCookie,
  sessionCookieOf,
} from "../../../../lib/accounts/sign_in/session.ts";
import { createHash } from "node:crypto";
import { BROWSER, random, START_MS, times } from "../fixture.ts";
import { accountWith } from "../../../support/account.ts";
import { codePoint } from "../../../support/code_point.ts";
import { forAll } from "../../../support/for_all.ts";

const https = new URL("https://ip.example");
const http = new URL("http://ip.example");
const secure = sessionCookieOf(https);
const plain = sessionCookieOf(http);

const read = (cookie: typeof plain, header: string) =>
  cookie.read(new Headers({ cookie: header }));

Deno.test("sessionCookieOf - is bound to HTTPS if the host is reached by HTTPS", () => {
  const cases: [url: string, base: URL | undefined, name: string][] = [
    ["https://any.example/a", undefined, "__Host-porthole"],
    ["http://ip.example/a", https, "__Host-porthole"],
    ["http://ip.example/a", http, "porthole_session"],
    ["http://ip.example/a", undefined, "porthole_session"],
    ["http://ip.example:8000/a", https, "porthole_session"],
    ["http://192.168.1.5:8000/a", https, "porthole_session"],
    ["https://other.example/a", http, "__Host-porthole"],
  ];
  for (const [url, base, name] of cases) {
    assert.equal(sessionCookieOf(new URL(url), base).name, name, url);
  }
});

Deno.test("set, clear - have every attribute, and Secure only with HTTPS", () => {
  const names = [
    [secure, "__Host-porthole", "HttpOnly; SameSite=Lax; Secure"],
    [plain, "porthole_session", "HttpOnly; SameSite=Lax"],
  ] as const;
  for (const [cookie, name, attributes] of names) {
    const set = `${name}=id.secret; Path=/; ${attributes}; Max-Age=2592000`;
    assert.equal(cookie.set("id.secret"), set);
    assert.equal(cookie.clear(), `${name}=; Path=/; ${attributes}; Max-Age=0`);
  }
});

Deno.test("read - finds the value among other cookies", () => {
  const headers = [
    "porthole_session=a.b",
    "x=1; porthole_session=a.b; y=2",
    "x=1;porthole_session=a.b;y",
    " ; ;=; x; porthole_session = a.b ;",
    'porthole_session="x"; porthole_session=; porthole_session=a.b',
    "xporthole_session=c; porthole_session=a.b",
  ];
  for (const header of headers) {
    assert.deepEqual(read(plain, header), ["a.b"], header);
  }
});

Deno.test("read - returns the first three of several with the same name", () => {
  const header = ["a.b", "c.d", "e.f", "g.h"]
    .map((value) => `porthole_session=${value}`).join("; ");
  assert.deepEqual(read(plain, header), ["a.b", "c.d", "e.f"]);
});

Deno.test("read - is empty if no value can be a session", () => {
  const headers = [
    "",
    "x=1",
    "porthole_session",
    "porthole_session=",
    'porthole_session="a.b"',
    "porthole_session=a b",
    "porthole_session=a%00b",
    "Porthole_Session=a.b",
    "__Host-porthole=a.b",
    `porthole_session=${"a".repeat(201)}`,
  ];
  for (const header of headers) {
    assert.deepEqual(read(plain, header), [], header);
  }
  assert.deepEqual(read(secure, "porthole_session=a.b"), []);
  assert.deepEqual(plain.read(new Headers()), []);
});

Deno.test("read - reads back a value that was set, among any other cookies", () => {
  const value = fc.stringMatching(/^[A-Za-z0-9_-]{1,80}\.[A-Za-z0-9_-]{43}$/);
  const other = fc.stringMatching(/^[ -:<-~]{0,40}$/)
    .filter((text) => !text.includes("porthole"));
  forAll([other, value, other], (before, value, after) => {
    const pair = secure.set(value).split(";")[0];
    assert.deepEqual(read(secure, `${before};${pair};${after}`), [value]);
  });
});

const ACCOUNT = "A".repeat(22);
const SECRET = "b".repeat(43);
const good = `${ACCOUNT}.${SECRET}`;

const base64url = (length: number) =>
  fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{${length}}$`));

Deno.test("newSession - 32 random bytes in the cookie, their SHA-256 in the name", () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => i);
  const secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
  const { cookie, name } = newSession(ACCOUNT, () => bytes);
  assert.equal(cookie, `${ACCOUNT}.${secret}`);
  assert.deepEqual(name, {
    accountId: ACCOUNT,
    id: createHash("sha256").update(secret).digest("base64url"),
  });
  assert.deepEqual(parseSessionCookie(cookie), name);
});

Deno.test("newSession - different each time", () => {
  const cookies = times(100, () => newSession(ACCOUNT, random).cookie);
  assert.equal(new Set(cookies).size, 100);
});

Deno.test("parseSessionCookie - parses every account id, and hashes every secret", () =>
  forAll([base64url(22), base64url(43)], (accountId, secret) => {
    const name = parseSessionCookie(`${accountId}.${secret}`);
    assert.equal(name?.accountId, accountId);
    assert(isSessionId(name.id));
    assert.notEqual(name.id, secret);
  }));

Deno.test("parseSessionCookie - null for anything else", () => {
  const bad = [
    "",
    ".",
    SECRET,
    `${ACCOUNT}${SECRET}`,
    `${ACCOUNT}:${SECRET}`,
    `.${SECRET}`,
    `${ACCOUNT}A.${SECRET}`,
    `${good}b`,
    `${ACCOUNT}.${SECRET.slice(1)}`,
    `${good}\n`,
    ` ${good}`,
    `${ACCOUNT}.${SECRET.slice(1)}+`,
    `${ACCOUNT}.${SECRET.slice(1)}=`,
    `${good}.${SECRET}`,
    `${ACCOUNT.slice(1)}é.${SECRET}`,
    good.repeat(10_000),
  ];
  assert.deepEqual(bad.filter((text) => parseSessionCookie(text)), []);
});

Deno.test("parseSessionCookie - any text is null, or has the account id in it", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.mixedCase(fc.constant(good)),
    fc.tuple(fc.nat(66), fc.string({ unit: codePoint, maxLength: 2 }))
      .map(([at, put]) =>
        good.slice(0, at) + put + good.slice(at + put.length)
      ),
  );
  forAll([text], (text) => {
    const name = parseSessionCookie(text);
    if (name === null) return;
    assert.match(text, /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
    assert.equal(name.accountId, text.slice(0, 22));
    assert(isSessionId(name.id));
  });
});

Deno.test("isSessionId - 43 characters of base64url", () => {
  assert.equal(isSessionId(SECRET), true);
  for (const text of ["", `${SECRET}b`, `${SECRET.slice(1)}/`, SECRET + "\n"]) {
    assert.equal(isSessionId(text), false);
  }
});

Deno.test("asActiveSession - null if it has ended, or is malformed", () => {
  const account = accountWith({ sessionsSinceMs: 7 });
  const record = {
    createdAtMs: START_MS,
    seenAtMs: START_MS,
    expiresAtMs: START_MS + 1,
    sinceMs: 7,
    ...BROWSER,
  };
  assert.deepEqual(asActiveSession(record, account, START_MS), record);
  const others = [
    null,
    { ...record, agent: 1 },
    { ...record, expiresAtMs: START_MS },
    { ...record, sinceMs: 6 },
  ];
  for (const other of others) {
    assert.equal(asActiveSession(other, account, START_MS), null);
  }
});
