import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formValuesOf,
  lookupPath,
  rawQueryOf,
  suggestionFor,
  whoisPathFor,
} from "../../../lib/lookup/lookup_path.ts";

const base = "http://porthole.test";

Deno.test("rawQueryOf - reads the path, or the form's query", () => {
  const queryOf = (path: string) => rawQueryOf(new URL(path, base));
  const unset = { cursor: null, side: null, type: null };
  const none = { dnsType: null, dnsMatch: null, ...unset };
  const inputs = [
    ["/lookup", ""],
    ["/lookup?query=a%20b", "a b"],
    ["/lookup/192.0.2.0/24", "192.0.2.0/24"],
    ["/lookup/192.0.2.0%2F24?query=other", "192.0.2.0/24"],
    ["/lookup/%zz", "%zz"],
  ];
  for (const [path, input] of inputs) {
    assert.deepEqual(queryOf(path), { input, ...none }, path);
  }
  const parameters =
    "dns_type=cname_pattern&dns_match=right&cursor=c&side=s&type=t";
  const mode = { dnsType: "cname_pattern", dnsMatch: "right" };
  const rest = { cursor: "c", side: "s", type: "t" };
  const query = queryOf(`/lookup/k?${parameters}`);
  assert.deepEqual(query, { input: "k", ...mode, ...rest });
});

Deno.test("lookupPath - is readable, and keeps the slash of a network", () => {
  type Parts = Parameters<typeof lookupPath>;
  const assertPath = (
    path: string,
    input: string,
    query: Omit<Parts[0], "input">,
    more?: Parts[1],
  ) => assert.equal(lookupPath({ input, ...query }, more), `/lookup/${path}`);
  const records = { dnsType: "dns_lookup" } as const;
  const host = " example.com ";
  assertPath("example.com?dns_type=dns_lookup", host, records);
  const tlsa = { ...records, recordType: "TLSA" } as const;
  assertPath("a.test?dns_type=dns_lookup&type=TLSA", "a.test", tlsa);
  const names = { dnsType: "rdns_lookup" } as const;
  assertPath("2001:db8::1?dns_type=rdns_lookup", "2001:db8::1", names);
  const network = "192.0.2.0/24";
  const scan = `${network}?dns_type=rdns_scan&output=json`;
  assertPath(scan, network, { dnsType: "rdns_scan" }, { output: "json" });
  const hosts = { dnsType: "rdns_pattern", dnsMatch: "left" } as const;
  const odd = "dns_type=rdns_pattern&dns_match=left&cursor=a%26b";
  const cursor = "a&b";
  assertPath(`%2F%2Fevil.test?${odd}`, "//evil.test", hosts, { cursor });
  const aliases = { dnsType: "cname_pattern", dnsMatch: "middle" } as const;
  const target = "dns_type=cname_pattern&dns_match=middle&side=target";
  assertPath(`cdn?${target}`, "cdn", { ...aliases, side: "target" });
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
  const sent = {
    ...{ dnsType: "rdns_pattern", dnsMatch: "right" },
    ...{ side: "target", type: "TLSA" },
  };
  const values = formValuesOf({ input: "mail", ...sent });
  assert.deepEqual(values, { query: "mail", ...sent });
});

Deno.test("formValuesOf - returns defaults for missing or unknown values", () => {
  const none = { dnsMatch: null, cursor: null };
  const auto = { query: "", dnsType: "", dnsMatch: "middle" };
  const defaults = { ...auto, side: "alias", type: "" };
  const values = formValuesOf({ input: "", dnsType: null, ...none });
  assert.deepEqual(values, defaults);
  const odd = { input: "192.0.2.1".padEnd(2000), dnsType: "nonsense" };
  const { dnsType, query } = formValuesOf({ ...odd, ...none });
  assert.deepEqual([dnsType, query.length], ["", 1000]);
});

Deno.test("formValuesOf - is Auto for the mode that is detected", () => {
  const chosen = (input: string, dnsType: string) =>
    formValuesOf({ input, dnsType }).dnsType;
  assert.equal(chosen("example.com", "dns_lookup"), "");
  assert.equal(chosen("https://192.0.2.1/a", "rdns_lookup"), "");
  assert.equal(chosen("192.0.2.1", "ip_domains"), "ip_domains");
  assert.equal(chosen("192.0.2.1", "dns_lookup"), "dns_lookup");
});

const suggested = (input: string, dnsType: string | null) =>
  suggestionFor({ input, dnsType });

Deno.test("suggestionFor - returns the mode that accepts the text", () => {
  assert.deepEqual(suggested("192.0.2.1", "dns_lookup"), {
    label: "Reverse DNS",
    path: "/lookup/192.0.2.1?dns_type=rdns_lookup",
  });
  assert.deepEqual(suggested("example.com", "rdns_scan")?.label, "DNS lookup");
  assert.deepEqual(suggested("192.0.2.0/24", "x")?.label, "Network scan");
});

Deno.test("suggestionFor - returns null if no mode accepts it, or none was chosen", () => {
  assert.equal(suggested("localhost", "dns_lookup"), null);
  assert.equal(suggested("10.0.0.0/8", "ip_domains"), null);
  assert.equal(suggested("192.0.2.1", null), null);
  assert.equal(suggested("example.com", "dns_lookup"), null);
  assert.equal(suggested("ab", "rdns_pattern"), null);
  assert.equal(suggested("ab", "cname_pattern"), null);
});

Deno.test("suggestionFor - returns a text that is close to a valid one", () => {
  const typos = [
    ["example,com", null, "example.com", "dns_lookup"],
    ["8,8.8.8", "ip_domains", "8.8.8.8", "ip_domains"],
    ["http//example.com", "rdns_scan", "example.com", "dns_lookup"],
  ] as const;
  for (const [input, mode, label, to] of typos) {
    const path = `/lookup/${label}?dns_type=${to}`;
    assert.deepEqual(suggested(input, mode), { label, path }, input);
  }
});

Deno.test("whoisPathFor - returns a path for AS numbers and networks that cannot be scanned", () => {
  const path = (input: string, dnsType: string | null = null) =>
    whoisPathFor({ input, dnsType });
  assert.equal(path(" as15169 "), "/whois/AS15169");
  assert.equal(path("15169", ""), "/whois/AS15169");
  assert.equal(path("10.0.0.0/8"), "/whois/10.0.0.0/8");
  assert.equal(path("2001:db8::1/32"), "/whois/2001:db8::/32");
  for (const text of ["192.0.2.0/24", "192.0.2.1", "example.com", "x", ""]) {
    assert.equal(path(text), null, text);
  }
  assert.equal(path("AS15169", "rdns_pattern"), null);
});

Deno.test("suggestionFor - is in the page's language", () => {
  const query = { input: "192.0.2.1", dnsType: "dns_lookup" };
  assert.deepEqual(suggestionFor(query, "zh"), {
    label: "反向解析",
    path: "/lookup/192.0.2.1?dns_type=rdns_lookup",
  });
});
