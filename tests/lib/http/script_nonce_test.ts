import assert from "node:assert/strict";
import { withNonceOf } from "../../../lib/http/script_nonce.ts";

const own = "default-src 'self'; object-src 'none'";

for (const written of [null, "", "script-src 'self' 'unsafe-inline'"]) {
  Deno.test(`withNonceOf - without a nonce the page's own policy stands: ${written}`, () => {
    assert.equal(withNonceOf(written, own), own);
  });
}

Deno.test("withNonceOf - takes the nonce of the scripts, and nothing else", () => {
  assert.equal(
    withNonceOf(
      "img-src *; script-src 'self' 'nonce-0123abcd'; style-src 'self' 'nonce-0123abcd'",
      own,
    ),
    "default-src 'self'; object-src 'none'; script-src 'self' 'nonce-0123abcd'",
  );
});
