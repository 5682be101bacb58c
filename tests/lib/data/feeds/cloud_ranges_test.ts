import assert from "node:assert/strict";
import fc from "fast-check";
import { cloudRegionRows } from "../../../../lib/facts/region_facts.ts";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import {
  CLOUDS,
  compileCloudPlaces,
} from "../../../../lib/data/feeds/cloud_ranges.ts";
import { parseGeofeedRow } from "../../../../lib/data/feeds/geofeed.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { formatCidr } from "../../../../lib/net/cidr.ts";
import { ip } from "../../../support/address.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { cidr } from "../../net/arbitraries.ts";
import { assertFails, compiled, parsed, testHostile } from "./downloads.ts";

type CloudName = keyof typeof CLOUDS;

const compileOf = (cloud: CloudName) => (source: string, target: string) =>
  compileCloudPlaces(cloud, () => false, source, target);

async function placesOf(cloud: CloudName, file: unknown) {
  const { stored, entries } = await compiled(
    compileOf(cloud),
    JSON.stringify(file),
  );
  const table = new PlaceTable(stored, (facts) => facts);
  const placeOf = (address: string) => {
    const id = table.recordId(ip(address));
    return id === 0 ? null : withoutEmpty(table.factsOf(id));
  };
  return { entries, placeOf };
}

Deno.test("cloud_regions.csv - every country, region and city is a known one", () => {
  for (const { cells, at } of cloudRegionRows()) {
    const { country, subdivision, city } = cells;
    const row = parseGeofeedRow(["192.0.2.0/24", country, subdivision, city]);
    assert(row, at);
    assert.equal(row.place.countryCode, country, at);
    assert.equal(row.place.region !== undefined, subdivision !== "", at);
    assert.equal(row.place.city ?? "", city, at);
  }
});

Deno.test("compileCloudPlaces - the places of AWS's regions, but not of local zones and the whole world", async () => {
  const row = (region: string, zone = region) => ({
    region,
    network_border_group: zone,
    service: "EC2",
  });
  const warsaw = row("eu-central-1", "eu-central-1-waw-1");
  const { entries, placeOf } = await placesOf("aws", {
    prefixes: [
      { ip_prefix: "3.64.0.0/12", ...row("eu-central-1") },
      { ip_prefix: "3.65.0.0/16", ...warsaw },
      { ip_prefix: "52.94.0.0/22", ...row("us-east-1") },
      { ip_prefix: "52.94.0.0/22", ...row("us-east-1") },
      { ip_prefix: "13.32.0.0/15", ...row("GLOBAL") },
      { ip_prefix: "15.0.0.0/24", ...row("constructor") },
    ],
    ipv6_prefixes: [{ ipv6_prefix: "2a05:d014::/36", ...row("eu-central-1") }],
  });
  assert.equal(entries, 6);
  const frankfurt = { region: "Hesse", city: "Frankfurt am Main" };
  const virginia = { countryCode: "US", region: "Virginia" };
  assert.deepEqual(placeOf("3.64.0.1"), { countryCode: "DE", ...frankfurt });
  assert.deepEqual(placeOf("2a05:d014::1"), placeOf("3.64.0.1"));
  assert.deepEqual(placeOf("3.65.0.1"), {});
  assert.deepEqual(placeOf("52.94.3.255"), virginia);
  assert.deepEqual(placeOf("13.32.0.1"), {});
  assert.deepEqual(placeOf("15.0.0.1"), {});
  assert.equal(placeOf("52.94.4.0"), null);
});

Deno.test("compileCloudPlaces - the places of Google's regions, but not of the whole world", async () => {
  const { entries, placeOf } = await placesOf("google", {
    prefixes: [
      { ipv4Prefix: "34.64.32.0/19", scope: "asia-northeast3" },
      { ipv6Prefix: "2600:1900:4000::/44", scope: "us-central1" },
      { ipv4Prefix: "34.1.208.0/20", scope: "us-east7" },
      { ipv4Prefix: "34.96.64.0/18", scope: "global" },
      { ipv4Prefix: "34.128.0.0/24" },
    ],
  });
  assert.equal(entries, 5);
  const seoul = { countryCode: "KR", region: "Seoul", city: "Seoul" };
  const iowa = { countryCode: "US", region: "Iowa", city: "Council Bluffs" };
  assert.deepEqual(placeOf("34.64.40.1"), seoul);
  assert.deepEqual(placeOf("2600:1900:4000::1"), iowa);
  assert.deepEqual(placeOf("34.1.208.1"), { countryCode: "US" });
  assert.deepEqual(placeOf("34.96.64.1"), {});
  assert.deepEqual(placeOf("34.128.0.1"), {});
});

Deno.test("compileCloudPlaces - the places of Azure's regions, whatever services use their blocks", async () => {
  const tag = (name: string, region: string, ...addressPrefixes: string[]) => ({
    name,
    properties: { region, addressPrefixes },
  });
  const south = ["51.140.0.0/17", "2603:1020:700::/47"];
  const { entries, placeOf } = await placesOf("azure", {
    values: [
      tag("Storage", "", "51.140.0.0/17", "20.33.0.0/16"),
      tag("AzureCloud.uksouth", "uksouth", ...south),
      tag("AzureCloud", "", "51.140.0.0/16"),
      tag("AzureCloud.nowhere", "nowhere", "52.96.0.0/24"),
    ],
  });
  assert.equal(entries, 3);
  const london = { countryCode: "GB", region: "England", city: "London" };
  assert.deepEqual(placeOf("51.140.9.9"), london);
  assert.deepEqual(placeOf("2603:1020:700::1"), london);
  assert.deepEqual(placeOf("52.96.0.1"), {});
  assert.equal(placeOf("51.140.128.1"), null);
  assert.equal(placeOf("20.33.0.1"), null);
});

Deno.test("compileCloudPlaces - the places of Oracle's regions", async () => {
  const region = (region: string, ...cidrs: string[]) => ({
    region,
    cidrs: cidrs.map((cidr) => ({ cidr, tags: ["OCI"] })),
  });
  const { entries, placeOf } = await placesOf("oracle", {
    last_updated_timestamp: "2026-11-20T07:13:25.457838",
    regions: [
      region("uk-cardiff-1", "129.151.64.0/19", "132.226.128.0/20"),
      region("eu-jovanovac-1", "158.179.0.0/20"),
      region("us-nowhere-1", "129.80.0.0/16"),
    ],
  });
  assert.equal(entries, 4);
  const newport = { countryCode: "GB", region: "Wales", city: "Newport" };
  const jovanovac = { countryCode: "RS", city: "Jovanovac" };
  assert.deepEqual(placeOf("129.151.64.1"), newport);
  assert.deepEqual(placeOf("132.226.128.1"), newport);
  assert.deepEqual(placeOf("158.179.0.1"), jovanovac);
  assert.deepEqual(placeOf("129.80.0.1"), {});
  assert.equal(placeOf("129.81.0.1"), null);
});

for (const cloud of ["aws", "google", "azure", "oracle"] as const) {
  testHostile(`compileCloudPlaces of ${cloud}`, compileOf(cloud));
}
for (const cloud of ["aws", "azure"] as const) {
  testHostile(`CLOUDS.${cloud}`, CLOUDS[cloud].parse);
}

const parse = (cloud: CloudName, file: unknown) =>
  parsed(CLOUDS[cloud].parse, JSON.stringify(file));

Deno.test("CLOUDS.google - reads both families and the time, which is in UTC", async () => {
  const file = {
    creationTime: "2026-11-20T23:00:09.123456",
    prefixes: [
      { ipv6Prefix: "2001:4860:4801:10::/64" },
      { ipv4Prefix: "192.178.4.0/27", service: "Google Cloud", scope: "x" },
    ],
  };
  assert.deepEqual(await parse("google", file), {
    entries: ["2001:4860:4801:10::/64", "192.178.4.0/27"],
    builtAt: Date.UTC(2026, 10, 20, 23, 0, 9),
  });
});

Deno.test("CLOUDS.aws - reads both families and the time", async () => {
  const file = {
    syncToken: "1795215789",
    createDate: "2026-11-20-23-03-09",
    prefixes: [{ ip_prefix: "3.4.12.4/32", region: "eu-west-1" }],
    ipv6_prefixes: [{ ipv6_prefix: "2600:1f14::/36", service: "EC2" }],
  };
  assert.deepEqual(await parse("aws", file), {
    entries: ["3.4.12.4/32", "2600:1f14::/36"],
    builtAt: Date.UTC(2026, 10, 20, 23, 3, 9),
  });
});

Deno.test("CLOUDS.oracle - reads the blocks of all regions and the time", async () => {
  const ashburn = [
    { cidr: "129.80.0.0/16", tags: ["OCI"] },
    { cidr: "134.70.24.0/21", tags: ["OSN", "OBJECT_STORAGE"] },
  ];
  const file = {
    last_updated_timestamp: "2026-11-20T07:13:25.457838",
    regions: [
      { region: "us-ashburn-1", cidrs: ashburn },
      { region: "eu-paris-1", cidrs: [{ cidr: "89.168.32.0/20" }] },
    ],
  };
  assert.deepEqual(await parse("oracle", file), {
    entries: ["129.80.0.0/16", "134.70.24.0/21", "89.168.32.0/20"],
    builtAt: Date.UTC(2026, 10, 20, 7, 13, 25),
  });
});

Deno.test("CLOUDS.azure - reads both families, each prefix once", async () => {
  const tag = (name: string, addressPrefixes: string[]) => ({
    name,
    id: name,
    properties: {
      changeNumber: 7,
      region: "",
      platform: "Azure",
      systemService: "",
      addressPrefixes,
      networkFeatures: null,
    },
  });
  const { entries, builtAt } = await parse("azure", {
    changeNumber: 414,
    cloud: "Public",
    values: [
      tag("ActionGroup", ["4.145.74.52/30", "2603:1000:4:10c::178/125"]),
      tag("AzureCloud", ["4.144.0.0/17", "4.145.74.52/30"]),
    ],
  });
  assert.deepEqual([[...entries], builtAt], [
    ["4.145.74.52/30", "2603:1000:4:10c::178/125", "4.144.0.0/17"],
    null,
  ]);
});

Deno.test("CLOUDS.google - no build time if the file has none, and an empty entry for a row without a prefix", async () => {
  const expected = { entries: [""], builtAt: null };
  assert.deepEqual(await parse("google", { prefixes: [{}] }), expected);
});

Deno.test("CLOUDS.google - finds the prefixes of any file", () =>
  forAllAsync([fc.array(cidr)], async (cidrs) => {
    const prefixes = cidrs.map((of) =>
      of.address.family === 4
        ? { ipv4Prefix: formatCidr(of) }
        : { ipv6Prefix: formatCidr(of) }
    );
    const { entries } = await parse("google", { prefixes });
    assert.deepEqual(entries, cidrs.map(formatCidr));
  }, { numRuns: 40 }));

const failures: [content: string, message: RegExp, ...clouds: CloudName[]][] = [
  ["{", /^Error: it is not JSON$/, "google", "aws", "azure"],
  ["[]", /^Error: its root: /, "google", "aws"],
  ['{"prefixes":"all"}', /^Error: its prefixes: /, "google", "aws"],
  [
    '{"prefixes":[{"ip_prefix":1}],"ipv6_prefixes":[]}',
    /^Error: its prefixes.0.ip_prefix: /,
    "aws",
  ],
  ["{}", /^Error: its values: /, "azure"],
  ['{"values":[{}]}', /^Error: its values\.0\.properties: /, "azure"],
  [
    '{"values":[{"properties":{"addressPrefixes":[7]}}]}',
    /^Error: its values\.0\.properties\.addressPrefixes\.0: /,
    "azure",
  ],
  ['{"regions":[{"region":"x"}]}', /^Error: its regions\.0\.cidrs: /, "oracle"],
];
for (const [content, message, ...clouds] of failures) {
  Deno.test(`CLOUDS - the error of ${content} names the invalid field`, async () => {
    for (const cloud of clouds) {
      await assertFails(CLOUDS[cloud].parse, content, message, cloud);
    }
  });
}
