import assert from "node:assert/strict";
import { suggestionFor } from "../../../../lib/dns/lookup/suggestion.ts";

const suggested = (input: string, dnsType: string | null) =>
  suggestionFor({ input, dnsType, dnsMatch: null, cursor: null });

Deno.test("suggestionFor - the mode that a text would fit", () => {
  assert.deepEqual(suggested("192.0.2.1", "dns_lookup"), {
    label: "Reverse DNS",
    path: "/lookup/192.0.2.1?dns_type=rdns_lookup",
  });
  assert.deepEqual(suggested("example.com", "rdns_scan")?.label, "DNS lookup");
  assert.deepEqual(suggested("192.0.2.0/24", "x")?.label, "Network scan");
});

Deno.test("suggestionFor - nothing where no mode fits, or none was chosen", () => {
  assert.equal(suggested("nothing", "dns_lookup"), null);
  assert.equal(suggested("10.0.0.0/8", "ip_domains"), null);
  assert.equal(suggested("192.0.2.1", null), null);
  assert.equal(suggested("example.com", "dns_lookup"), null);
});

Deno.test("suggestionFor - is named in the language of the page", () => {
  const asked = {
    input: "192.0.2.1",
    dnsType: "dns_lookup",
    dnsMatch: null,
    cursor: null,
  };
  assert.deepEqual(suggestionFor(asked, "zh"), {
    label: "反向解析",
    path: "/lookup/192.0.2.1?dns_type=rdns_lookup",
  });
});
