import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import {
  isSessionId,
  newSession,
  parseSessionCookie,
} from "../../../lib/accounts/session_secret.ts";
import { random } from "./rig.ts";
import { codePoint } from "../../support/code_point.ts";

const ACCOUNT = "A".repeat(22);
const SECRET = "b".repeat(43);

const base64url = (length: number) =>
  fc.string({
    unit: fc.constantFrom(
      ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    ),
    minLength: length,
    maxLength: length,
  });

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

Deno.test("newSession - another one each time", () => {
  const cookies = Array.from(
    { length: 100 },
    () => newSession(ACCOUNT, random).cookie,
  );
  assert.equal(new Set(cookies).size, 100);
});

Deno.test("parseSessionCookie - every account id and secret, by its hash", () => {
  fc.assert(fc.property(base64url(22), base64url(43), (accountId, secret) => {
    const name = parseSessionCookie(`${accountId}.${secret}`);
    assert.equal(name?.accountId, accountId);
    assert(isSessionId(name.id));
    assert.notEqual(name.id, secret);
  }));
});

Deno.test("parseSessionCookie - null for anything else", () => {
  const bad = [
    "",
    ".",
    SECRET,
    `${ACCOUNT}${SECRET}`,
    `${ACCOUNT}:${SECRET}`,
    `.${SECRET}`,
    `${ACCOUNT}A.${SECRET}`,
    `${ACCOUNT}.${SECRET}b`,
    `${ACCOUNT}.${SECRET.slice(1)}`,
    `${ACCOUNT}.${SECRET}\n`,
    ` ${ACCOUNT}.${SECRET}`,
    `${ACCOUNT}.${SECRET.slice(1)}+`,
    `${ACCOUNT}.${SECRET.slice(1)}=`,
    `${ACCOUNT}.${SECRET}.${SECRET}`,
    `${ACCOUNT.slice(1)}é.${SECRET}`,
    `${ACCOUNT}.${SECRET}`.repeat(10_000),
  ];
  assert.deepEqual(bad.filter((text) => parseSessionCookie(text)), []);
});

Deno.test("parseSessionCookie - of any text: null, or a name of the account written in it", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.mixedCase(fc.constant(`${ACCOUNT}.${SECRET}`)),
    fc.tuple(fc.nat(66), fc.string({ unit: codePoint, maxLength: 2 })).map(
      ([at, put]) => {
        const good = `${ACCOUNT}.${SECRET}`;
        return good.slice(0, at) + put + good.slice(at + put.length);
      },
    ),
  );
  fc.assert(fc.property(text, (text) => {
    const name = parseSessionCookie(text);
    if (name === null) return;
    assert.match(text, /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
    assert.equal(name.accountId, text.slice(0, 22));
    assert(isSessionId(name.id));
  }));
});

Deno.test("isSessionId - 43 characters of base64url", () => {
  assert.equal(isSessionId(SECRET), true);
  for (const text of ["", `${SECRET}b`, `${SECRET.slice(1)}/`, SECRET + "\n"]) {
    assert.equal(isSessionId(text), false);
  }
});
