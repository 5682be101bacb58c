import assert from "node:assert/strict";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import type { Facts } from "../../../../lib/ipinfo/profile.ts";
import {
  CLOUD_NETWORKS,
  FeedListsSource,
  type LoadedLists,
} from "../../../../lib/ipinfo/sources/feed_lists.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { riskOf } from "../../../../lib/ipinfo/risk/risk.ts";
import { openBundledAsn } from "../../../../lib/data/bundled.ts";
import { LIST_MEANINGS } from "../../../../lib/ipinfo/risk/evidence.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { cidr, ip } from "../../../support/address.ts";
import { stated } from "../../../support/evidence.ts";
import { asnTable } from "../../../support/asn_table.ts";

const BUILT_AT = Date.UTC(2026, 10, 1);

function prefixes(...texts: string[]): PrefixSet {
  return PrefixSet.from(texts.map(cidr));
}

/** 1.0.0.0/24 of AS64500 and so on to 1.0.5.0/24 of AS64505. */
const table = await asnTable(
  Array.from({ length: 6 }, (_, i) => {
    const start = 0x01000000 + i * 256;
    return `${start},${start + 255},${64500 + i},Holder ${i}\n`;
  }).join(""),
);

const classes = new Map([
  [64500, "Eyeball"],
  [64501, "Content"],
  [64502, "Academic"],
  [64503, "Carrier"],
  [64504, "constructor"],
]);

const listOf = (name: string, ...texts: string[]) => ({
  name,
  prefixes: prefixes(...texts),
  builtAt: BUILT_AT,
});
const systems = (name: string, asn: number) => ({
  name,
  asns: new Set([asn]),
  builtAt: BUILT_AT,
});

const lists: LoadedLists = {
  prefixLists: [
    listOf("tor-exits", "1.0.0.9/32", "2001:db8::9/128"),
    listOf("x4bnet-vpn", "1.0.0.8/30", "9.9.9.0/24"),
    listOf("toString", "0.0.0.0/0"),
    listOf("unheard-of", "0.0.0.0/0"),
  ],
  asnLists: [
    systems("bgptools-vpsh", 64501),
    systems("bgptools-mobile", 64505),
    systems("spamhaus-asndrop", 64504),
    systems("unheard-of", 64503),
  ],
  classes: {
    name: "bgptools-asns",
    builtAt: BUILT_AT,
    classOf: (asn) => classes.get(asn),
  },
};

/** What a list states on its date. */
const listed = (
  source: string,
  trait: Trait,
  weight: number,
  detail: EvidenceDetail,
) => stated(source, trait, weight, detail, BUILT_AT);

const classified = (
  trait: Trait,
  weight: number,
  networkClass: EvidenceValue<"networkClass">,
) => {
  const params = { networkClass };
  return listed("bgptools", trait, weight, {
    code: "network-classified",
    params,
  });
};

const networkListed = (trait: "hosting" | "mobile", weight: number) =>
  listed("bgptools", trait, weight, {
    code: "network-listed",
    params: { networkList: trait },
  });

const params = {};
const TOR = listed("tor-project", "tor", 90, {
  code: "tor-exit-listed",
  params,
});
const VPN = listed("x4bnet", "vpn", 75, { code: "vpn-block", params });
const EYEBALL = classified("residential", 35, "access");
const CRIMINAL = { code: "criminal-network", params } as const;

const cases: [string, what: string, Partial<Facts>, unknown[] | null][] = [
  ["1.0.0.1", "a class", { asn: 64500, asnType: "isp" }, [EYEBALL]],
  [
    "1.0.0.9",
    "a class and two lists",
    { asn: 64500, asnType: "isp" },
    [EYEBALL, TOR, VPN],
  ],
  ["9.9.9.9", "a list and no network", {}, [VPN]],
  ["2001:db8::9", "a list of IPv6", {}, [TOR]],
  [
    "1.0.1.1",
    "a list of networks and a class",
    { asn: 64501, asnType: "hosting" },
    [networkListed("hosting", 75), classified("hosting", 30, "content")],
  ],
  ["1.0.2.1", "a university", { asn: 64502, asnType: "education" }, [
    classified("commercial", 50, "education"),
  ]],
  [
    "1.0.3.1",
    "a class that says nothing of lines",
    { asn: 64503, asnType: "isp" },
    null,
  ],
  ["1.0.4.1", "a list and an unknown class", {}, [
    listed("block-lists", "abuser", 75, CRIMINAL),
  ]],
  ["1.0.5.1", "a list that tells the type", { asn: 64505, asnType: "isp" }, [
    networkListed("mobile", 70),
  ]],
  ["8.8.8.8", "lists that are not known", {}, null],
  ["2001:db8::1", "nothing", {}, null],
];
for (const [address, what, facts, evidence] of cases) {
  Deno.test(`FeedListsSource - ${address}: ${what}`, () => {
    const source = new FeedListsSource(table, lists);
    const expected = evidence ? { facts, evidence } : { facts };
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(source.lookup(ip(address)), expected);
    }
  });
}

Deno.test("FeedListsSource - an address on no list shares the findings of its network", () => {
  const source = new FeedListsSource(table, lists);
  assert.equal(source.lookup(ip("1.0.0.1")), source.lookup(ip("1.0.0.2")));
  assert.equal(source.lookup(ip("8.8.8.8")), source.lookup(ip("8.8.4.4")));
});

function placesOf(name: string, ...texts: string[]) {
  const listed = prefixes(...texts);
  const recordId = (ip: IpAddress) => listed.has(ip) ? 7 : 0;
  return { name, places: { recordId }, builtAt: BUILT_AT };
}

Deno.test("FeedListsSource - a relay's exit is not a VPN just because a list of VPNs includes the relay's list", () => {
  const placeLists = [
    placesOf("icloud-relay", "9.9.9.8/31", "2001:db8::8/127"),
    placesOf("unheard-of", "0.0.0.0/0", "::/0"),
  ];
  const source = new FeedListsSource(table, { ...lists, placeLists });
  const exit = listed("apple", "relay", 95, { code: "relay-range", params });
  const evidence = (address: string) => source.lookup(ip(address)).evidence;
  assert.deepEqual(evidence("9.9.9.9"), [exit]);
  assert.deepEqual(evidence("9.9.9.10"), [VPN]);
  assert.deepEqual(evidence("2001:db8::9"), [exit, TOR]);
  assert.deepEqual(evidence("2001:db8::8"), [exit]);
  assert.equal(evidence("8.8.8.8"), undefined);
});

Deno.test("FeedListsSource - 6to4 addresses are not on the lists of their relay's system", async () => {
  const last = (0x2004n << 112n) - 1n;
  const table = await asnTable("", `${0x2002n << 112n},${last},64501,Relay\n`);
  const source = new FeedListsSource(table, lists);
  assert.notDeepEqual(source.lookup(ip("2003::1")), { facts: {} });
  assert.deepEqual(source.lookup(ip("2002:808:808::1")), { facts: {} });
});

Deno.test("FeedListsSource - has no findings without lists", () => {
  const source = new FeedListsSource(table, { prefixLists: [], asnLists: [] });
  assert.deepEqual(source.lookup(ip("1.0.0.9")), { facts: {} });
});

Deno.test("FeedListsSource - its evidence leads to a verdict", () => {
  const source = new FeedListsSource(table, lists);
  const { evidence = [] } = source.lookup(ip("1.0.0.9"));
  const risk = riskOf(evidence, BUILT_AT);
  const { isTor, isVpn, lineType } = risk;
  assert.deepEqual([isTor, isVpn, lineType], [true, true, "residential"]);
  const reasons = [TOR, VPN, EYEBALL].map(({ detail }) => detail);
  assert.deepEqual(risk.reasons, reasons);
});

Deno.test("FeedListsSource - a cloud's own list adds the network if the ASN table has none", () => {
  const source = new FeedListsSource(table, {
    prefixLists: [
      listOf("x4bnet-vpn", "9.0.0.0/8"),
      listOf("aws", "1.0.0.0/24", "9.9.0.0/16"),
    ],
    asnLists: [],
  });
  const { facts, evidence } = source.lookup(ip("9.9.0.1"));
  const org = "Amazon.com, Inc.";
  assert.deepEqual(facts, { asn: 16509, asnOrg: org, isp: org, org });
  assert.deepEqual(evidence?.map(({ source }) => source), ["x4bnet", "aws"]);
  // The table knows who announces it.
  assert.deepEqual(source.lookup(ip("1.0.0.1")).facts, {});
  assert.deepEqual(source.lookup(ip("9.8.0.1")).facts, {});
});

Deno.test("FeedListsSource - a cloud's geofeed lists its hosts, and adds the network if the ASN table has none", () => {
  const source = new FeedListsSource(table, {
    placeLists: [placesOf("linode", "1.0.0.0/24", "9.9.0.0/16")],
    prefixLists: [],
    asnLists: [],
  });
  const range = { code: "cloud-range", params } as const;
  const evidence = [listed("linode", "hosting", 90, range)];
  const org = "Akamai Technologies, Inc.";
  const facts = { asn: 63949, asnOrg: org, isp: org, org };
  assert.deepEqual(source.lookup(ip("9.9.0.1")), { facts, evidence });
  assert.deepEqual(source.lookup(ip("1.0.0.1")), { facts: {}, evidence });
  assert.deepEqual(source.lookup(ip("9.8.0.1")), { facts: {} });
});

Deno.test("CLOUD_NETWORKS - names each system as the ASN table does", async () => {
  const { table } = await openBundledAsn(bundledData);
  const names = new Map<number, Set<string>>();
  for (const { asn, org } of table.organizations()) {
    names.set(asn, (names.get(asn) ?? new Set()).add(org));
  }
  for (const { asn, org } of CLOUD_NETWORKS.values()) {
    assert(names.get(asn)?.has(org), `AS${asn} ${org}`);
  }
});

Deno.test("CLOUD_NETWORKS - has every list of a cloud", () => {
  const clouds = LIST_MEANINGS.entries()
    .filter(([, { detail }]) => detail.code === "cloud-range")
    .map(([name]) => name);
  assert.deepEqual([...CLOUD_NETWORKS.keys()].sort(), [...clouds].sort());
});
