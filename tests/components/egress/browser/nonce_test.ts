import assert from "node:assert/strict";
import { randomNonce } from "../../../../components/egress/browser/nonce.ts";
import { parseNonce } from "../../../../lib/probe/nonce.ts";

Deno.test("randomNonce - is one that the name server takes", () => {
  const nonce = randomNonce((bytes) => crypto.getRandomValues(bytes));
  assert.match(nonce, /^[0-9a-f]{20}$/);
  assert.equal(parseNonce(nonce), nonce);
});

Deno.test("randomNonce - every byte counts", () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 10; i++) {
    nonces.add(randomNonce((bytes) => bytes[i] = 1));
  }
  assert.equal(nonces.size, 10);
});
