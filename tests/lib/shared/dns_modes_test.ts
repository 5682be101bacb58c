import assert from "node:assert/strict";
import {
  DNS_MODES,
  DNS_TYPES,
  isPattern,
} from "../../../lib/shared/dns_modes.ts";

Deno.test("isPattern - the two searches, and no other mode", () => {
  assert.deepEqual(DNS_TYPES.filter(isPattern), [
    "rdns_pattern",
    "cname_pattern",
  ]);
});

Deno.test("DNS_MODES - each mode has a name of its own and a sentence", () => {
  const labels = DNS_TYPES.map((type) => DNS_MODES[type].label);
  assert.equal(new Set(labels).size, 6);
  for (const type of DNS_TYPES) {
    assert.match(DNS_MODES[type].hint, /^[A-Z].*\.$/);
  }
});
