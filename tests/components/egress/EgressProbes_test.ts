import assert from "node:assert/strict";
import { randomNonce } from "../../../components/egress/EgressProbes.tsx";
import { parseNonce } from "../../../lib/egress/probe/zone_records.ts";

Deno.test("randomNonce - is a nonce that the name server accepts", () => {
  const nonce = randomNonce((bytes) => crypto.getRandomValues(bytes));
  assert.match(nonce, /^[0-9a-f]{20}$/);
  assert.equal(parseNonce(nonce), nonce);
});

Deno.test("randomNonce - uses every byte", () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 10; i++) {
    nonces.add(randomNonce((bytes) => bytes[i] = 1));
  }
  assert.equal(nonces.size, 10);
});
