import assert from "node:assert/strict";
import { typedLookup } from "../../../../lib/dns/lookup/typed_lookup.ts";

Deno.test("typedLookup - what was sent goes back into the form", () => {
  assert.deepEqual(
    typedLookup({
      input: "mail",
      dnsType: "rdns_pattern",
      dnsMatch: "right",
      cursor: null,
      side: "target",
    }),
    {
      query: "mail",
      dnsType: "rdns_pattern",
      dnsMatch: "right",
      side: "target",
    },
  );
});

Deno.test("typedLookup - what was not chosen, or is not known, is as the service would", () => {
  const none = { dnsMatch: null, cursor: null };
  assert.deepEqual(typedLookup({ input: "", dnsType: null, ...none }), {
    query: "",
    dnsType: "dns_lookup",
    dnsMatch: "middle",
    side: "alias",
  });
  const { dnsType, query } = typedLookup({
    input: "192.0.2.1".padEnd(2000),
    dnsType: "nonsense",
    ...none,
  });
  assert.deepEqual([dnsType, query.length], ["rdns_lookup", 1000]);
});
