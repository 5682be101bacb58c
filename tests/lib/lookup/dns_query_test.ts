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

/** The mode and the normalized text of a query. */
function parsed(input: string, dnsType: string | null = null) {
  const query = parseDnsQuery({ input, dnsType });
  assert.equal(query.input, input);
  return [query.dnsType, query.normalized];
}

function faultOf(query: RawQuery) {
  try {
    parseDnsQuery(query);
  } catch (error) {
    assert(error instanceof InputError);
    assert.deepEqual([error.status, error.code], [400, "INVALID_INPUT"]);
    return error.field;
  }
  throw new Error("nothing was thrown");
}

Deno.test("parseDnsQuery - each refusal has a reason", () => {
  const min = (minPrefixLength: number) => ({ minPrefixLength });
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
    ["example.com", "rdns_scan", { reason: "network_malformed", ...min(20) }],
    ["10.0.0.0/19", "rdns_scan", { reason: "network_too_large", ...min(20) }],
    ["example.com", "ip_domains", {
      reason: "address_or_network_required",
      ...min(22),
    }],
    ["example.com", "dnsbl", { reason: "blocklists_need_address" }],
    ["ab", "rdns_pattern", { reason: "keyword_too_short", min: 3 }],
  ];
  for (const [input, dnsType, params] of cases) {
    assert.throws(() => parseDnsQuery({ input, dnsType }), { params }, input);
  }
  const values = ["left", "middle", "right"];
  assert.throws(
    () => parseDnsQuery({ input: "example.com", dnsMatch: "everywhere" }),
    { params: { reason: "not_one_of", name: "dns_match", values } },
  );
});

const IDN = "xn--bcher-kva.example";
const modes: [input: string, mode: string, text: string, given?: string][] = [
  // Derived from the text if none is given.
  ["Example.COM.", "dns_lookup", "example.com"],
  ["bücher.example", "dns_lookup", IDN],
  ["_dmarc.example.com", "dns_lookup", "_dmarc.example.com"],
  [" 192.0.2.1 ", "rdns_lookup", "192.0.2.1"],
  ["2001:DB8:0::1", "rdns_lookup", "2001:db8::1"],
  ["::ffff:192.0.2.1", "rdns_lookup", "192.0.2.1"],
  ["192.0.2.77/24", "rdns_scan", "192.0.2.0/24"],
  ["http://[2001:DB8::1]/", "dnsbl", "2001:db8::1", "dnsbl"],
  // A URL or an e-mail address is cut to its host.
  ["https://Example.com/a?b", "dns_lookup", "example.com"],
  ["someone@example.com", "dns_lookup", "example.com"],
  ["http://[2001:db8::1]:80/", "rdns_lookup", "2001:db8::1"],
  ["http://192.0.2.1/", "ip_domains", "192.0.2.1", "ip_domains"],
  [
    "https://cdn.example.com/",
    "cname_pattern",
    "cdn.example.com",
    "cname_pattern",
  ],
  // A keyword may be a part of anything.
  ["@example.com", "rdns_pattern", "@example.com", "rdns_pattern"],
  // The largest networks.
  ["10.0.0.0/20", "rdns_scan", "10.0.0.0/20", "rdns_scan"],
  ["10.0.0.0/32", "rdns_scan", "10.0.0.0/32", "rdns_scan"],
  ["10.0.0.0/22", "ip_domains", "10.0.0.0/22", "ip_domains"],
];

for (const [input, mode, normalized, given] of modes) {
  Deno.test(`parseDnsQuery - ${input} in mode ${given ?? "auto"}`, () => {
    assert.deepEqual(parsed(input, given), [mode, normalized]);
  });
}

Deno.test("parseDnsQuery - treats an empty dns_type or dns_match as missing", () => {
  const input = "example.com";
  const query = parseDnsQuery({ input, dnsType: "", dnsMatch: "" });
  assert.deepEqual(query, {
    input,
    normalized: input,
    dnsType: "dns_lookup",
    recordType: null,
  });
});

Deno.test("parseDnsQuery - accepts addresses of both families and networks for ip_domains", () => {
  const queries = [
    ["2001:db8::1", false, 128],
    ["192.0.2.1", false, 32],
    ["192.0.2.0/24", true, 24],
  ] as const;
  for (const [input, ...expected] of queries) {
    const query = parseDnsQuery({ input, dnsType: "ip_domains" });
    assert(query.dnsType === "ip_domains");
    const { normalized, isNetwork, cidr } = query;
    assert.equal(normalized, input);
    assert.deepEqual([isNetwork, cidr.prefixLength], expected, input);
  }
});

Deno.test("parseDnsQuery - parses a keyword with its match and cursor", () => {
  const input = " Mail ";
  const dnsType = "rdns_pattern";
  assert.deepEqual(parseDnsQuery({ input, dnsType, cursor: "c" }), {
    input,
    normalized: "mail",
    dnsType,
    dnsMatch: "middle",
    cursor: "c",
  });
  for (const dnsMatch of DNS_MATCHES) {
    const raw = { input: "%_'", dnsType: "cname_pattern", dnsMatch };
    assert.equal(parseDnsQuery(raw).dnsType, "cname_pattern");
  }
  const sideOf = (side?: string) => {
    const raw = { input: "www", dnsType: "cname_pattern", side };
    const query = parseDnsQuery(raw);
    return query.dnsType === "cname_pattern" ? query.side : null;
  };
  const sides = [sideOf(), sideOf("alias"), sideOf("target")];
  assert.deepEqual(sides, ["alias", "alias", "target"]);
});

const DOMAIN = "example.com";
const faults: [RawQuery, field: string][] = [
  ...["", "  ", "a".repeat(255), "a\u0000b.example", "\ud800"].flatMap((
    input,
  ) =>
    [null, ...DNS_TYPES].map((dnsType): [RawQuery, string] => [
      { input, dnsType },
      "query",
    ])
  ),
  [{ input: "10.0.0.0/19" }, "query"],
  [{ input: "10.0.0.0/19", dnsType: "rdns_scan" }, "query"],
  [{ input: "10.0.0.0/21", dnsType: "ip_domains" }, "query"],
  [{ input: "2001:db8::/120", dnsType: "rdns_scan" }, "query"],
  [{ input: "2001:db8::/128", dnsType: "ip_domains" }, "query"],
  [{ input: "ab", dnsType: "rdns_pattern" }, "query"],
  [{ input: "é", dnsType: "rdns_pattern" }, "query"],
  [{ input: "192.0.2.1", dnsType: "dns_lookup" }, "query"],
  [{ input: "2001:db8::1", dnsType: "dns_lookup" }, "query"],
  [{ input: "192.0.2.300" }, "query"],
  [{ input: "localhost" }, "query"],
  [{ input: "<script>alert(1)</script>" }, "query"],
  [{ input: DOMAIN, dnsType: "rdns_lookup" }, "query"],
  [{ input: "192.0.2.0/24", dnsType: "rdns_lookup" }, "query"],
  [{ input: "192.0.2.1", dnsType: "rdns_scan" }, "query"],
  [{ input: DOMAIN, dnsType: "rdns_scan" }, "query"],
  [{ input: DOMAIN, dnsType: "ip_domains" }, "query"],
  [{ input: "www", dnsType: "cname_pattern", side: "x" }, "side"],
  [{ input: DOMAIN, dnsType: "dns" }, "dns_type"],
  [{ input: DOMAIN, dnsType: "constructor" }, "dns_type"],
  [{ input: DOMAIN, dnsMatch: "centre" }, "dns_match"],
];

Deno.test("parseDnsQuery - names the field that it does not accept", () => {
  for (const [query, field] of faults) {
    assert.equal(faultOf(query), field, JSON.stringify(query));
  }
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
      const { normalized, dnsType: mode } = parseDnsQuery({ input, dnsType });
      const again = parseDnsQuery({ input: normalized, dnsType: mode });
      assert.equal(again.normalized, normalized);
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
