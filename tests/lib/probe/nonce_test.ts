import assert from "node:assert/strict";
import { parseNonce } from "../../../lib/probe/nonce.ts";

const cases: [text: string, nonce: string | null][] = [
  ["0123456789abcdef", "0123456789abcdef"],
  ["0123456789ABCdef", "0123456789abcdef"],
  [
    "0a1b2c3d-4e5f-6789-abcd-ef0123456789",
    "0a1b2c3d-4e5f-6789-abcd-ef0123456789",
  ],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(15), null],
  ["x".repeat(41), null],
  ["0123456789abcde_", null],
  ["0123456789.abcdef", null],
  ["0123456789abcdef\n", null],
  ["0123456789abcdeſ", null],
  ["0123456789abcde\u212a", null],
  ["", null],
];
for (const [text, nonce] of cases) {
  Deno.test(`parseNonce - ${JSON.stringify(text)} is ${nonce}`, () => {
    assert.equal(parseNonce(text), nonce);
  });
}
