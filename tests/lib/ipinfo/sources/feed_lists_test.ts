import assert from "node:assert/strict";
import { parseCidr } from "../../../../lib/net/cidr.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import type { Facts } from "../../../../lib/ipinfo/profile.ts";
import {
  CLOUD_NETWORKS,
  FeedListsSource,
  type LoadedLists,
} from "../../../../lib/ipinfo/sources/feed_lists.ts";
import { riskOf } from "../../../../lib/ipinfo/risk/risk.ts";
import { openBundledAsn } from "../../../../lib/data/bundled.ts";
import { LIST_MEANINGS } from "../../../../lib/ipinfo/risk/evidence.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { ip } from "../../../support/address.ts";
import { stated } from "../../../support/evidence.ts";
import { asnTable } from "../../../support/asn_table.ts";

const BUILT_AT = Date.UTC(2026, 10, 1);

function prefixes(...texts: string[]): PrefixSet {
  return PrefixSet.from(texts.map((text) => {
    const cidr = parseCidr(text);
    assert(cidr, text);
    return cidr;
  }));
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

const lists: LoadedLists = {
  prefixLists: [
    {
      name: "tor-exits",
      prefixes: prefixes("1.0.0.9/32", "2001:db8::9/128"),
      builtAt: BUILT_AT,
    },
    {
      name: "x4bnet-vpn",
      prefixes: prefixes("1.0.0.8/30", "9.9.9.0/24"),
      builtAt: BUILT_AT,
    },
    { name: "toString", prefixes: prefixes("0.0.0.0/0"), builtAt: BUILT_AT },
    { name: "unheard-of", prefixes: prefixes("0.0.0.0/0"), builtAt: BUILT_AT },
  ],
  asnLists: [
    { name: "bgptools-vpsh", asns: new Set([64501]), builtAt: BUILT_AT },
    { name: "bgptools-mobile", asns: new Set([64505]), builtAt: BUILT_AT },
    { name: "spamhaus-asndrop", asns: new Set([64504]), builtAt: BUILT_AT },
    { name: "unheard-of", asns: new Set([64503]), builtAt: BUILT_AT },
  ],
  classes: {
    name: "bgptools-asns",
    builtAt: BUILT_AT,
    classOf: (asn) => classes.get(asn),
  },
};

const TOR = stated("tor-project", "tor", 90, {
  code: "tor-exit-listed",
  params: {},
}, BUILT_AT);
const VPN = stated("x4bnet", "vpn", 75, {
  code: "vpn-block",
  params: {},
}, BUILT_AT);
const EYEBALL = stated("bgptools", "residential", 35, {
  code: "network-classified",
  params: { networkClass: "access" },
}, BUILT_AT);

const cases: [
  address: string,
  what: string,
  facts: Partial<Facts>,
  evidence: unknown[] | null,
][] = [
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
    [
      stated("bgptools", "hosting", 75, {
        code: "network-listed",
        params: { networkList: "hosting" },
      }, BUILT_AT),
      stated("bgptools", "hosting", 30, {
        code: "network-classified",
        params: { networkClass: "content" },
      }, BUILT_AT),
    ],
  ],
  [
    "1.0.2.1",
    "a university",
    { asn: 64502, asnType: "education" },
    [stated("bgptools", "commercial", 50, {
      code: "network-classified",
      params: { networkClass: "education" },
    }, BUILT_AT)],
  ],
  [
    "1.0.3.1",
    "a class that says nothing of lines",
    { asn: 64503, asnType: "isp" },
    null,
  ],
  [
    "1.0.4.1",
    "a list and an unknown class",
    {},
    [stated("block-lists", "abuser", 75, {
      code: "criminal-network",
      params: {},
    }, BUILT_AT)],
  ],
  [
    "1.0.5.1",
    "a list that tells the type",
    { asn: 64505, asnType: "isp" },
    [stated("bgptools", "mobile", 70, {
      code: "network-listed",
      params: { networkList: "mobile" },
    }, BUILT_AT)],
  ],
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

Deno.test("FeedListsSource - a relay's exit is not a VPN just because a list of VPNs includes the relay's list", () => {
  const relay = prefixes("9.9.9.8/31", "2001:db8::8/127");
  const source = new FeedListsSource(table, {
    ...lists,
    placeLists: [
      {
        name: "icloud-relay",
        places: { recordId: (ip) => relay.has(ip) ? 7 : 0 },
        builtAt: BUILT_AT,
      },
      { name: "unheard-of", places: { recordId: () => 7 }, builtAt: BUILT_AT },
    ],
  });
  const exit = stated(
    "apple",
    "relay",
    95,
    { code: "relay-range", params: {} },
    BUILT_AT,
  );
  const evidence = (address: string) => source.lookup(ip(address)).evidence;
  assert.deepEqual(evidence("9.9.9.9"), [exit]);
  assert.deepEqual(evidence("9.9.9.10"), [VPN]);
  assert.deepEqual(evidence("2001:db8::9"), [exit, TOR]);
  assert.deepEqual(evidence("2001:db8::8"), [exit]);
  assert.equal(evidence("8.8.8.8"), undefined);
});

Deno.test("FeedListsSource - has no findings without lists", () => {
  const source = new FeedListsSource(table, { prefixLists: [], asnLists: [] });
  assert.deepEqual(source.lookup(ip("1.0.0.9")), { facts: {} });
});

Deno.test("FeedListsSource - its evidence leads to a verdict", () => {
  const source = new FeedListsSource(table, lists);
  const { evidence = [] } = source.lookup(ip("1.0.0.9"));
  const risk = riskOf(evidence, BUILT_AT);
  assert.equal(risk.isTor, true);
  assert.equal(risk.isVpn, true);
  assert.equal(risk.lineType, "residential");
  assert.deepEqual(risk.reasons, [
    { code: "tor-exit-listed", params: {} },
    { code: "vpn-block", params: {} },
    { code: "network-classified", params: { networkClass: "access" } },
  ]);
});

Deno.test("FeedListsSource - a cloud's own list adds the network if the ASN table has none", () => {
  const source = new FeedListsSource(table, {
    prefixLists: [
      {
        name: "x4bnet-vpn",
        prefixes: prefixes("9.0.0.0/8"),
        builtAt: BUILT_AT,
      },
      {
        name: "aws",
        prefixes: prefixes("1.0.0.0/24", "9.9.0.0/16"),
        builtAt: BUILT_AT,
      },
    ],
    asnLists: [],
  });
  const { facts, evidence } = source.lookup(ip("9.9.0.1"));
  assert.deepEqual(facts, {
    asn: 16509,
    asnOrg: "Amazon.com, Inc.",
    isp: "Amazon.com, Inc.",
    org: "Amazon.com, Inc.",
  });
  assert.deepEqual(evidence?.map(({ source }) => source), ["x4bnet", "aws"]);
  // The table knows who announces it.
  assert.deepEqual(source.lookup(ip("1.0.0.1")).facts, {});
  assert.deepEqual(source.lookup(ip("9.8.0.1")).facts, {});
});

Deno.test("FeedListsSource - a cloud's geofeed lists its hosts, and adds the network if the ASN table has none", () => {
  const listed = prefixes("1.0.0.0/24", "9.9.0.0/16");
  const source = new FeedListsSource(table, {
    placeLists: [{
      name: "linode",
      places: { recordId: (ip) => listed.has(ip) ? 7 : 0 },
      builtAt: BUILT_AT,
    }],
    prefixLists: [],
    asnLists: [],
  });
  const evidence = [
    stated(
      "linode",
      "hosting",
      90,
      { code: "cloud-range", params: {} },
      BUILT_AT,
    ),
  ];
  assert.deepEqual(source.lookup(ip("9.9.0.1")), {
    facts: {
      asn: 63949,
      asnOrg: "Akamai Technologies, Inc.",
      isp: "Akamai Technologies, Inc.",
      org: "Akamai Technologies, Inc.",
    },
    evidence,
  });
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
