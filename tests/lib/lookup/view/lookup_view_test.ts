import assert from "node:assert/strict";
import {
  DNS_TYPES,
  isPattern,
} from "../../../../lib/lookup/view/lookup_view.ts";

Deno.test("isPattern - is true for the two searches only", () => {
  const searches = ["rdns_pattern", "cname_pattern"];
  assert.deepEqual(DNS_TYPES.filter(isPattern), searches);
});
