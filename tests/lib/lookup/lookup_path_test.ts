import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formValuesOf,
  lookupPath,
  rawQueryOf,
  suggestionFor,
  wantsJson,
} from "../../../lib/lookup/lookup_path.ts";

const base = "http://porthole.test";

Deno.test("rawQueryOf - reads the path, or the form's query", () => {
  const asked = (path: string) => rawQueryOf(new URL(path, base));
  const none = { dnsType: null, dnsMatch: null, cursor: null, side: null };
  assert.deepEqual(asked("/lookup"), { input: "", ...none });
  assert.deepEqual(asked("/lookup?query=a%20b"), { input: "a b", ...none });
  assert.deepEqual(asked("/lookup/192.0.2.0/24"), {
    input: "192.0.2.0/24",
    ...none,
  });
  assert.deepEqual(asked("/lookup/192.0.2.0%2F24?query=other"), {
    input: "192.0.2.0/24",
    ...none,
  });
  assert.deepEqual(asked("/lookup/%zz"), { input: "%zz", ...none });
  assert.deepEqual(
    asked("/lookup/k?dns_type=cname_pattern&dns_match=right&cursor=c&side=s"),
    {
      input: "k",
      dnsType: "cname_pattern",
      dnsMatch: "right",
      cursor: "c",
      side: "s",
    },
  );
});

Deno.test("wantsJson - requires output=json", () => {
  assert.deepEqual(
    ["?output=json", "?output=JSON", "?output=", ""].map((search) =>
      wantsJson(new URL(search, base))
    ),
    [true, false, false, false],
  );
});

Deno.test("lookupPath - is readable, and keeps the slash of a network", () => {
  assert.equal(
    lookupPath({ input: " example.com ", dnsType: "dns_lookup" }),
    "/lookup/example.com?dns_type=dns_lookup",
  );
  assert.equal(
    lookupPath({ input: "2001:db8::1", dnsType: "rdns_lookup" }),
    "/lookup/2001:db8::1?dns_type=rdns_lookup",
  );
  assert.equal(
    lookupPath({ input: "192.0.2.0/24", dnsType: "rdns_scan" }, {
      output: "json",
    }),
    "/lookup/192.0.2.0/24?dns_type=rdns_scan&output=json",
  );
  assert.equal(
    lookupPath({
      input: "//evil.test",
      dnsType: "rdns_pattern",
      dnsMatch: "left",
    }, { cursor: "a&b" }),
    "/lookup/%2F%2Fevil.test?dns_type=rdns_pattern&dns_match=left&cursor=a%26b",
  );
  assert.equal(
    lookupPath({
      input: "cdn",
      dnsType: "cname_pattern",
      dnsMatch: "middle",
      side: "target",
    }),
    "/lookup/cdn?dns_type=cname_pattern&dns_match=middle&side=target",
  );
});

Deno.test("lookupPath - is read back by rawQueryOf", () => {
  // Dots alone would be a step in the path. They are not a valid keyword
  // anyway.
  const input = fc.string({ unit: "grapheme", minLength: 3 })
    .filter((text) => text.trim() === text && text.isWellFormed());
  fc.assert(fc.property(input, (text) => {
    const path = lookupPath({ input: text, dnsType: "rdns_pattern" });
    const url = new URL(path, base);
    assert.equal(url.origin, base);
    assert.equal(rawQueryOf(url).input, text);
  }));
});

Deno.test("formValuesOf - returns what was sent", () => {
  assert.deepEqual(
    formValuesOf({
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

Deno.test("formValuesOf - returns defaults for missing or unknown values", () => {
  const none = { dnsMatch: null, cursor: null };
  assert.deepEqual(formValuesOf({ input: "", dnsType: null, ...none }), {
    query: "",
    dnsType: "dns_lookup",
    dnsMatch: "middle",
    side: "alias",
  });
  const { dnsType, query } = formValuesOf({
    input: "192.0.2.1".padEnd(2000),
    dnsType: "nonsense",
    ...none,
  });
  assert.deepEqual([dnsType, query.length], ["rdns_lookup", 1000]);
});

const suggested = (input: string, dnsType: string | null) =>
  suggestionFor({ input, dnsType, dnsMatch: null, cursor: null });

Deno.test("suggestionFor - returns the mode that accepts the text", () => {
  assert.deepEqual(suggested("192.0.2.1", "dns_lookup"), {
    label: "Reverse DNS",
    path: "/lookup/192.0.2.1?dns_type=rdns_lookup",
  });
  assert.deepEqual(suggested("example.com", "rdns_scan")?.label, "DNS lookup");
  assert.deepEqual(suggested("192.0.2.0/24", "x")?.label, "Network scan");
});

Deno.test("suggestionFor - returns null if no mode accepts it, or none was chosen", () => {
  assert.equal(suggested("nothing", "dns_lookup"), null);
  assert.equal(suggested("10.0.0.0/8", "ip_domains"), null);
  assert.equal(suggested("192.0.2.1", null), null);
  assert.equal(suggested("example.com", "dns_lookup"), null);
});

Deno.test("suggestionFor - is in the page's language", () => {
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
