import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { VrpTable } from "../../../../lib/data/networks/vrp_table.ts";
import { VrpTableBuilder } from "../../../../lib/data/networks/vrp_table_build.ts";
import { RouteTableBuilder } from "../../../../lib/data/networks/asn_table_build.ts";
import {
  AnycastSource,
  AsnSource,
  NetworkListsSource,
} from "../../../../lib/ipinfo/sources/asn.ts";
import { cidr, ip } from "../../../support/address.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import type { EvidenceValue } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/address_texts.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";
import { stated } from "../../../support/evidence.ts";
import { asnTable } from "../../../support/asn_table.ts";
import samples from "./asn.json" with { type: "json" };

const value = (text: string) => {
  const { family, ...address } = ip(text);
  if ("value" in address) return BigInt(address.value);
  assert.equal(family, 6);
  return address.words.reduce((sum, word) => sum << 32n | BigInt(word), 0n);
};

const row = (from: string, to: string, rest: string) =>
  `${value(from)},${value(to)},${rest}\n`;

/** The rest of the last address of a /32. */
const REST = ":ffff".repeat(6);

async function sourceOf(v4: string, v6?: string) {
  return new AsnSource(await asnTable(v4, v6));
}

Deno.test("AsnSource - returns the operator and the block that equals the range", async () => {
  const org = "Google LLC";
  const source = await sourceOf(row("8.8.8.0", "8.8.8.255", `15169,${org}`));
  const findings = source.lookup(ip("8.8.8.8"));
  const names = { asnOrg: org, isp: org, org };
  assert.deepEqual(findings.facts, {
    asn: 15169,
    ...names,
    route: "8.8.8.0/24",
  });
  assert.deepEqual(source.lookup(ip("8.8.8.9")), findings);
});

Deno.test("AsnSource - an IPv6 address of registrations has no route, and says how sure its system is", async () => {
  const table = await asnTable(
    row("8.8.8.0", "8.8.8.255", "64500,A"),
    row("2001:db8::", `2001:db8${REST}`, "64500,A"),
  );
  const system = { asn: 64500, asnOrg: "A", isp: "A", org: "A" };
  for (const isRegistered of [true, false]) {
    const source = new AsnSource(table, undefined, isRegistered);
    const found = source.lookup(ip("2001:db8::1")).facts;
    const more = isRegistered
      ? { asnConfidence: 73 }
      : { route: "2001:db8::/32" };
    assert.deepEqual(found, { ...system, ...more });
    assert.equal(source.lookup(ip("8.8.8.8")).facts.route, "8.8.8.0/24");
  }
});

Deno.test("AsnSource - returns no route for a range that merges several blocks", async () => {
  const source = await sourceOf(
    row("8.8.7.0", "8.8.9.255", "64500,A"),
    row("2400::", `2402:ffff${REST}`, "64500,A") +
      row("2a00:100::", `2a00:100${REST}`, "64501,B"),
  );
  for (const text of ["8.8.7.1", "8.8.8.1", "2400::1", "2402::1"]) {
    const { facts } = source.lookup(ip(text));
    assert.equal(facts.asn, 64500, text);
    assert.equal("route" in facts, false, text);
  }
  assert.equal(source.lookup(ip("2a00:100::1")).facts.route, "2a00:100::/32");
});

Deno.test("AsnSource - returns no route wider than /8 and /16", async () => {
  const source = await sourceOf(
    row("16.0.0.0", "16.255.255.255", "64500,A") +
      row("32.0.0.0", "33.255.255.255", "64501,B"),
    row("2400::", `2400:ffff${REST}`, "64500,A") +
      row("2600::", `2601:ffff${REST}`, "64501,B"),
  );
  assert.equal(source.lookup(ip("16.0.0.1")).facts.route, "16.0.0.0/8");
  assert.equal(source.lookup(ip("2400::1")).facts.route, "2400::/16");
  for (const text of ["32.0.0.1", "2600::1"]) {
    const { facts } = source.lookup(ip(text));
    assert.equal(facts.asn, 64501);
    assert.equal("route" in facts, false, text);
  }
});

Deno.test("AsnSource - routes as announced, also where neighbors share a system and a length", () => {
  const builder = new RouteTableBuilder((asn) => asn === 64500 ? "A" : "");
  builder.add(4, [
    { high: 0, low: 0x10000000, length: 7, origin: 64500 },
    { high: 0, low: 0x20000000, length: 24, origin: 64500 },
    { high: 0, low: 0x20000100, length: 24, origin: 64500 },
    { high: 0, low: 0x20000200, length: 24, origin: 0 },
  ]);
  builder.add(6, [
    { high: 0x2a000000, low: 0, length: 48, origin: 64501 },
    { high: 0x2a000000, low: 0x10000, length: 48, origin: 64501 },
  ]);
  const source = new AsnSource(AsnTable.loadRoutes(builder.bytes(0)));
  const named = { asn: 64500, asnOrg: "A", isp: "A", org: "A" };
  const cases = [
    ["16.0.0.1", named],
    ["32.0.0.1", { ...named, route: "32.0.0.0/24" }],
    ["32.0.1.1", { ...named, route: "32.0.1.0/24" }],
    ["32.0.2.1", { route: "32.0.2.0/24" }],
    ["32.0.3.1", {}],
    ["2a00::1", { asn: 64501, route: "2a00::/48" }],
    ["2a00:0:1::1", { asn: 64501, route: "2a00:0:1::/48" }],
  ] as const;
  for (const [text, facts] of cases) {
    assert.deepEqual(source.lookup(ip(text)).facts, facts, text);
  }
});

Deno.test("AsnSource - the RPKI state of a route; none for ranges, nor without a route", async () => {
  const vrps = new VrpTableBuilder();
  vrps.add(4, { high: 0, low: 0x20000000, length: 23, maxLength: 23, asn: 1 });
  const table = new VrpTable(vrps.build(0).bytes);
  const routes = new RouteTableBuilder(() => "");
  routes.add(4, [
    { high: 0, low: 0x20000000, length: 23, origin: 1 },
    { high: 0, low: 0x20000100, length: 24, origin: 1 },
    { high: 0, low: 0x20000200, length: 24, origin: 1 },
  ]);
  const asns = AsnTable.loadRoutes(routes.bytes(0));
  const states = (source: AsnSource) =>
    ["32.0.0.1", "32.0.1.1", "32.0.2.1", "32.0.3.1"]
      .map((text) => source.lookup(ip(text)).facts.rpki);
  const known = ["valid", "invalid", "not-found", undefined];
  assert.deepEqual(states(new AsnSource(asns, table)), known);
  const none = Array(4).fill(undefined);
  assert.deepEqual(states(new AsnSource(asns)), none);
  const ranges = await asnTable(row("32.0.0.0", "32.0.1.255", "1,A"));
  assert.deepEqual(states(new AsnSource(ranges, table)), none);
});

Deno.test("AsnSource - omits an empty name", async () => {
  const source = await sourceOf(row("1.0.0.0", "1.0.0.255", '64500,""'));
  const { facts } = source.lookup(ip("1.0.0.1"));
  assert.deepEqual(facts, { asn: 64500, route: "1.0.0.0/24" });
});

Deno.test("AsnSource - has no findings in a gap", async () => {
  const source = await sourceOf(row("1.0.0.0", "1.0.0.255", "64500,A"));
  assert.deepEqual(source.lookup(ip("1.0.1.0")), { facts: {} });
  assert.deepEqual(source.lookup(ip("2400::1")), { facts: {} });
});

Deno.test("AsnSource, NetworkListsSource - 6to4 and Teredo addresses have the relay's system only where it is announced", async () => {
  const rows = [
    row("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "6939,A"),
    row("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "6939,A"),
  ];
  const table = await asnTable("", rows.join(""));
  const registered = new AsnSource(table, undefined, true);
  const announced = new AsnSource(table);
  const lists = new NetworkListsSource(table);
  for (const text of ["2001:0:4136:e378::1", "2002:808:808::1"]) {
    const address = ip(text);
    assert.deepEqual(registered.lookup(address), { facts: {} });
    assert.equal(announced.lookup(address).facts.asn, 6939);
    assert.deepEqual(lists.lookup(address), { facts: {} });
  }
});

const named = await asnTable(
  [
    ...["10,19,24940,Hetzner Online GmbH", "20,29,51207,Free Mobile SAS"],
    ...["30,39,64500,Example Hosting Ltd", "40,49,64501,Example Cellular Inc."],
    ...["50,59,64502,Example Bank", "60,69,3320,Deutsche Telekom AG"],
    "70,79,14593,Space Exploration Technologies Corporation",
    ...["80,89,64503,Example Ltd", "90,99,174,Cogent Communications"],
    ...["100,109,714,Apple Inc.", "110,119,786,Jisc Services Limited"],
    "120,129,721,DoD Network Information Center",
    ...["130,139,64504,Example University", "140,149,64505,Example County"],
    ...["150,159,64506,Example Telecom", "160,169,5511,Orange S.A."],
  ].join("\n") + "\n",
  `${0x2a01n << 112n},${(0x2a02n << 112n) - 1n},5511,Orange S.A.\n`,
);

type Basis = "known" | "named";
type Row = [
  number,
  number,
  EvidenceValue<"networkType">,
  Basis,
  number,
  string,
];
const cases = samples.evidence as Row[];
for (const [value, asn, networkType, basis, weight, asnType] of cases) {
  const params = { asn, networkType };
  const detail = { code: `network-${basis}`, params } as const;
  Deno.test(`NetworkListsSource - returns "${evidenceText(detail)}" and AS type ${asnType}`, () => {
    const source = new NetworkListsSource(named);
    const ip = ipv4FromValue(value);
    assert.deepEqual(source.lookup(ip), {
      facts: { asn, asnType },
      evidence: [stated("network-lists", networkType, weight, detail)],
    });
    assert.equal(source.lookup(ipv4FromValue(value + 1)), source.lookup(ip));
  });
}

Deno.test("NetworkListsSource - has no findings for other networks and unannounced addresses", () => {
  const source = new NetworkListsSource(named);
  assert.deepEqual(source.lookup(ipv4FromValue(80)), { facts: {} });
  assert.deepEqual(source.lookup(ipv4FromValue(170)), { facts: {} });
});

Deno.test("NetworkListsSource - a carrier's IPv6 addresses can be those of homes", () => {
  const source = new NetworkListsSource(named);
  const kinds = [
    ipv4FromValue(160),
    ipv6FromWords([0x2a01cb00, 0, 0, 1]),
    ipv4FromValue(161),
  ].map((ip) => source.lookup(ip).evidence?.map(({ kind }) => kind));
  assert.deepEqual(kinds, [["commercial"], ["residential"], ["commercial"]]);
});

const { asn: table, countries } = await openBundled(bundledData, "country");
const measured = ["80.67.0.0/24", "203.0.113.0/24"].map(cidr);
const census = { prefixes: PrefixSet.from(measured) };

Deno.test("AnycastSource.lookup - the country of the operator, and the kind of service", () => {
  const source = new AnycastSource({ table, countries, census: [census] });
  const announced = countries.ofAsn(table.lookup(ip("80.67.0.9"))!.asn);
  assert(announced);
  const cases: [address: string, country?: string, anycast?: string][] = [
    ["9.9.9.9", "CH", "resolver"],
    ["198.41.0.4", "US", "root"],
    ["104.16.1.1", "US", "network"],
    // By the system that announces it.
    ["151.101.1.1", "US", "network"],
    // Measured: the country in which its system is registered, if it is announced.
    ["80.67.0.9", announced, "network"],
    ["203.0.113.9", undefined, "network"],
    ["80.67.1.9"],
    ["5.9.0.1"],
  ];
  for (const [address, country, anycast] of cases) {
    const { facts, anycast: kind } = source.lookup(ip(address));
    const found = [facts.countryCode, kind, facts.city];
    assert.deepEqual(found, [country, anycast, undefined], address);
  }
  const without = new AnycastSource({ table, countries, census: [] });
  assert.deepEqual(without.lookup(ip("80.67.0.9")).facts, {});
});
