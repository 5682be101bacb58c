import assert from "node:assert/strict";
import fc from "fast-check";
import { newToken, tokenHash } from "../../../lib/accounts/token_text.ts";
import { random } from "./rig.ts";

Deno.test("newToken - is ph_ and 32 bytes in base64url, with its hash and end", () => {
  const asked: number[] = [];
  const token = newToken((bytes) => {
    asked.push(bytes);
    return new Uint8Array(bytes).fill(0xfb);
  });
  assert.deepEqual(asked, [32]);
  assert.deepEqual(token, {
    text: "ph_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s",
    // printf %s "$text" | openssl dgst -sha256 -binary | basenc --base64url
    hash: "NhU7MLs9ZB-KiY_6f-WrxmxU4ZPFnbku9tTQnyOS9ik",
    lastFour: "7-_s",
  });
});

Deno.test("tokenHash - finds a token by the hash it was made with", () => {
  const { text, hash } = newToken(random);
  assert.equal(tokenHash(text), hash);
  assert.match(hash, /^[\w-]{43}$/);
});

Deno.test("tokenHash - is null for what is no token", () => {
  const { text } = newToken(random);
  const others = [
    "",
    "ph_",
    text.slice(0, -1),
    text + "A",
    text + "\n",
    ` ${text}`,
    text.replace("ph_", "PH_"),
    text.slice(0, -1) + "=",
    text.slice(0, -1) + "é",
  ];
  for (const other of others) assert.equal(tokenHash(other), null, other);
  fc.assert(fc.property(fc.string(), (other) => {
    assert.equal(tokenHash(other), null);
  }));
});
