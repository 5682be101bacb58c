import assert from "node:assert/strict";
import { rcodeName } from "../../../lib/dns/rcode.ts";

Deno.test("rcodeName - the registered names, and numbers for the rest", () => {
  assert.equal(rcodeName(0), "NOERROR");
  assert.equal(rcodeName(2), "SERVFAIL");
  assert.equal(rcodeName(3), "NXDOMAIN");
  assert.equal(rcodeName(5), "REFUSED");
  assert.equal(rcodeName(16), "BADVERS");
  assert.equal(rcodeName(13), "RCODE13");
  assert.equal(rcodeName(4095), "RCODE4095");
});
