import assert from "node:assert/strict";
import fc from "fast-check";
import {
  askedOf,
  lookupPath,
  wantsJson,
} from "../../../../lib/dns/lookup/lookup_path.ts";

const base = "http://porthole.test";

Deno.test("askedOf - the path, or the form's query", () => {
  const asked = (path: string) => askedOf(new URL(path, base));
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

Deno.test("wantsJson - only where output is json", () => {
  assert.deepEqual(
    ["?output=json", "?output=JSON", "?output=", ""].map((search) =>
      wantsJson(new URL(search, base))
    ),
    [true, false, false, false],
  );
});

Deno.test("lookupPath - a readable path, a network with its slash", () => {
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

Deno.test("lookupPath - what it writes is what askedOf reads", () => {
  // Dots alone would be a step in the path; they are no keyword that passes.
  const input = fc.string({ unit: "grapheme", minLength: 3 })
    .filter((text) => text.trim() === text && text.isWellFormed());
  fc.assert(fc.property(input, (text) => {
    const path = lookupPath({ input: text, dnsType: "rdns_pattern" });
    const url = new URL(path, base);
    assert.equal(url.origin, base);
    assert.equal(askedOf(url).input, text);
  }));
});
