import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  defaultDnsType,
  parseDnsQuery,
  type RawQuery,
} from "../../../lib/lookup/dns_query.ts";
import { InputError } from "../../../lib/core/errors.ts";
import {
  DNS_MATCHES,
  DNS_TYPES,
} from "../../../lib/lookup/view/lookup_view.ts";
import { codePoint } from "../../support/code_point.ts";

function rawQuery(input: string, more: Partial<RawQuery> = {}): RawQuery {
  return { input, ...more };
}

/** The mode and the normalized text of a query. */
function parsed(input: string, dnsType: string | null = null) {
  const query = parseDnsQuery(rawQuery(input, { dnsType }));
  assert.equal(query.input, input);
  return [query.dnsType, query.normalized];
}

function faultOf(input: string, more: Partial<RawQuery> = {}) {
  try {
    parseDnsQuery(rawQuery(input, more));
  } catch (error) {
    assert(error instanceof InputError);
    assert.deepEqual([error.status, error.code], [400, "INVALID_INPUT"]);
    return error.field;
  }
  throw new Error("nothing was thrown");
}

Deno.test("parseDnsQuery - each refusal has a reason", () => {
  const cases: [string, RawQuery["dnsType"], ErrorParams][] = [
    [" ", null, { reason: "query_required" }],
    ["x".repeat(255), null, { reason: "field_too_long", max: 253 }],
    ["x".repeat(254), null, { reason: "dns_lookup_needs_domain" }],
    ["a\u0000.test", null, { reason: "invisible_characters" }],
    ["localhost", null, { reason: "dns_lookup_needs_domain" }],
    ["192.0.2.1", "dns_lookup", { reason: "dns_lookup_of_address" }],
    ["192.0.2.0/24", "zone_check", { reason: "dns_lookup_of_address" }],
    ["192.0.2.999", null, { reason: "ipv4_malformed" }],
    ["2001:db8:::1", null, { reason: "ipv6_malformed" }],
    ["192.0.2.0/33", null, { reason: "cidr_malformed" }],
    ["example.com", "rdns_lookup", { reason: "reverse_lookup_needs_address" }],
    ["example.com", "rdns_scan", {
      reason: "network_malformed",
      minPrefixLength: 20,
    }],
    ["10.0.0.0/19", "rdns_scan", {
      reason: "network_too_large",
      minPrefixLength: 20,
    }],
    ["example.com", "ip_domains", {
      reason: "address_or_network_required",
      minPrefixLength: 22,
    }],
    ["example.com", "dnsbl", { reason: "blocklists_need_address" }],
    ["ab", "rdns_pattern", { reason: "keyword_too_short", min: 3 }],
  ];
  for (const [input, dnsType, params] of cases) {
    assert.throws(() => parseDnsQuery(rawQuery(input, { dnsType })), {
      params,
    });
  }
  assert.throws(
    () => parseDnsQuery(rawQuery("example.com", { dnsMatch: "everywhere" })),
    {
      params: {
        reason: "not_one_of",
        name: "dns_match",
        values: ["left", "middle", "right"],
      },
    },
  );
});

Deno.test("parseDnsQuery - derives the mode from the text if none is given", () => {
  assert.deepEqual(parsed("Example.COM."), ["dns_lookup", "example.com"]);
  assert.deepEqual(parsed("bücher.example"), [
    "dns_lookup",
    "xn--bcher-kva.example",
  ]);
  assert.deepEqual(parsed("_dmarc.example.com"), [
    "dns_lookup",
    "_dmarc.example.com",
  ]);
  assert.deepEqual(parsed(" 192.0.2.1 "), ["rdns_lookup", "192.0.2.1"]);
  assert.deepEqual(parsed("2001:DB8:0::1"), ["rdns_lookup", "2001:db8::1"]);
  assert.deepEqual(parsed("::ffff:192.0.2.1"), ["rdns_lookup", "192.0.2.1"]);
  assert.deepEqual(parsed("192.0.2.77/24"), ["rdns_scan", "192.0.2.0/24"]);
  assert.deepEqual(parsed("http://[2001:DB8::1]/", "dnsbl"), [
    "dnsbl",
    "2001:db8::1",
  ]);
});

Deno.test("parseDnsQuery - treats an empty dns_type or dns_match as missing", () => {
  const query = parseDnsQuery(
    rawQuery("example.com", { dnsType: "", dnsMatch: "" }),
  );
  assert.deepEqual(query, {
    input: "example.com",
    normalized: "example.com",
    dnsType: "dns_lookup",
    recordType: null,
  });
});

Deno.test("parseDnsQuery - cuts a URL or an e-mail address to its host", () => {
  assert.deepEqual(parsed("https://Example.com/a?b"), [
    "dns_lookup",
    "example.com",
  ]);
  assert.deepEqual(parsed("someone@example.com"), [
    "dns_lookup",
    "example.com",
  ]);
  assert.deepEqual(parsed("http://[2001:db8::1]:80/"), [
    "rdns_lookup",
    "2001:db8::1",
  ]);
  assert.deepEqual(parsed("http://192.0.2.1/", "ip_domains"), [
    "ip_domains",
    "192.0.2.1",
  ]);
  assert.deepEqual(parsed("https://cdn.example.com/", "cname_pattern"), [
    "cname_pattern",
    "cdn.example.com",
  ]);
  // A keyword may be a part of anything.
  assert.deepEqual(parsed("@example.com", "rdns_pattern"), [
    "rdns_pattern",
    "@example.com",
  ]);
});

Deno.test("parseDnsQuery - limits the size of networks by mode", () => {
  assert.deepEqual(parsed("10.0.0.0/20", "rdns_scan"), [
    "rdns_scan",
    "10.0.0.0/20",
  ]);
  assert.deepEqual(parsed("10.0.0.0/32", "rdns_scan"), [
    "rdns_scan",
    "10.0.0.0/32",
  ]);
  assert.deepEqual(parsed("10.0.0.0/22", "ip_domains"), [
    "ip_domains",
    "10.0.0.0/22",
  ]);
  assert.equal(faultOf("10.0.0.0/19"), "query");
  assert.equal(faultOf("10.0.0.0/19", { dnsType: "rdns_scan" }), "query");
  assert.equal(faultOf("10.0.0.0/21", { dnsType: "ip_domains" }), "query");
  assert.equal(faultOf("2001:db8::/120", { dnsType: "rdns_scan" }), "query");
  assert.equal(faultOf("2001:db8::/128", { dnsType: "ip_domains" }), "query");
});

Deno.test("parseDnsQuery - accepts addresses of both families and networks for ip_domains", () => {
  const queries = [
    ["2001:db8::1", false, 128],
    ["192.0.2.1", false, 32],
    ["192.0.2.0/24", true, 24],
  ] as const;
  for (const expected of queries) {
    const query = parseDnsQuery(
      rawQuery(expected[0], { dnsType: "ip_domains" }),
    );
    assert(query.dnsType === "ip_domains");
    assert.deepEqual(
      [query.normalized, query.isNetwork, query.cidr.prefixLength],
      expected,
    );
  }
});

Deno.test("parseDnsQuery - parses a keyword with its match and cursor", () => {
  const query = parseDnsQuery(
    rawQuery(" Mail ", { dnsType: "rdns_pattern", cursor: "c" }),
  );
  assert.deepEqual(query, {
    input: " Mail ",
    normalized: "mail",
    dnsType: "rdns_pattern",
    dnsMatch: "middle",
    cursor: "c",
  });
  for (const dnsMatch of DNS_MATCHES) {
    const { dnsType } = parseDnsQuery(
      rawQuery("%_'", { dnsType: "cname_pattern", dnsMatch }),
    );
    assert.equal(dnsType, "cname_pattern");
  }
  const sideOf = (side?: string) => {
    const query = parseDnsQuery(
      rawQuery("www", { dnsType: "cname_pattern", side }),
    );
    return query.dnsType === "cname_pattern" ? query.side : null;
  };
  assert.deepEqual([sideOf(), sideOf("alias"), sideOf("target")], [
    "alias",
    "alias",
    "target",
  ]);
  assert.equal(faultOf("www", { dnsType: "cname_pattern", side: "x" }), "side");
  assert.equal(faultOf("ab", { dnsType: "rdns_pattern" }), "query");
  assert.equal(faultOf("é", { dnsType: "rdns_pattern" }), "query");
});

Deno.test("parseDnsQuery - reports a text that its mode does not accept for its field", () => {
  const inputs = ["", "  ", "a".repeat(255), "a\u0000b.example", "\ud800"];
  for (const input of inputs) {
    for (const dnsType of [null, ...DNS_TYPES]) {
      assert.equal(faultOf(input, { dnsType }), "query", input);
    }
  }
  assert.equal(faultOf("192.0.2.1", { dnsType: "dns_lookup" }), "query");
  assert.equal(faultOf("2001:db8::1", { dnsType: "dns_lookup" }), "query");
  assert.equal(faultOf("192.0.2.300"), "query");
  assert.equal(faultOf("localhost"), "query");
  assert.equal(faultOf("<script>alert(1)</script>"), "query");
  assert.equal(faultOf("example.com", { dnsType: "rdns_lookup" }), "query");
  assert.equal(faultOf("192.0.2.0/24", { dnsType: "rdns_lookup" }), "query");
  assert.equal(faultOf("192.0.2.1", { dnsType: "rdns_scan" }), "query");
  assert.equal(faultOf("example.com", { dnsType: "rdns_scan" }), "query");
  assert.equal(faultOf("example.com", { dnsType: "ip_domains" }), "query");
});

Deno.test("parseDnsQuery - refuses unknown modes and matches", () => {
  assert.equal(faultOf("example.com", { dnsType: "dns" }), "dns_type");
  assert.equal(faultOf("example.com", { dnsType: "constructor" }), "dns_type");
  assert.equal(faultOf("example.com", { dnsMatch: "centre" }), "dns_match");
});

Deno.test("parseDnsQuery - returns a stable query or throws INVALID_INPUT for any text", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.nat(40)).map(([ip, n]) => `${ip}/${n}`),
  );
  const type = fc.constantFrom(null, ...DNS_TYPES);
  fc.assert(fc.property(text, type, (input, dnsType) => {
    try {
      const query = parseDnsQuery(rawQuery(input, { dnsType }));
      const again = parseDnsQuery(
        rawQuery(query.normalized, { dnsType: query.dnsType }),
      );
      assert.equal(again.normalized, query.normalized);
    } catch (error) {
      assert(error instanceof InputError, String(error));
      assert.equal(error.code, "INVALID_INPUT");
    }
  }));
});

Deno.test("defaultDnsType - depends on the form of the text", () => {
  assert.equal(defaultDnsType("192.0.2.1"), "rdns_lookup");
  assert.equal(defaultDnsType("192.0.2.0/8"), "rdns_scan");
  assert.equal(defaultDnsType("anything"), "dns_lookup");
});
