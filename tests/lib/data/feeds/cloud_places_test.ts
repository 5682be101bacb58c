import assert from "node:assert/strict";
import { cloudRegionRows } from "../../../../lib/facts/region_facts.ts";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import {
  AWS,
  AZURE,
  type Cloud,
  compileCloudPlaces,
  GOOGLE,
  ORACLE,
} from "../../../../lib/data/feeds/cloud_places.ts";
import { parseGeofeedRow } from "../../../../lib/data/feeds/geofeed.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { compiled, failureOf, hostile } from "./downloads.ts";

const compileOf = (cloud: Cloud) => (source: string, target: string) =>
  compileCloudPlaces(cloud, () => false, source, target);

async function placesOf(cloud: Cloud, file: unknown) {
  const { stored, entries } = await compiled(
    compileOf(cloud),
    JSON.stringify(file),
  );
  const table = new PlaceTable(stored, (facts) => facts);
  const placeOf = (address: string) => {
    const ip = parseIp(address);
    assert(ip, address);
    const id = table.recordId(ip);
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
  const { entries, placeOf } = await placesOf(AWS, {
    prefixes: [
      { ip_prefix: "3.64.0.0/12", ...row("eu-central-1") },
      {
        ip_prefix: "3.65.0.0/16",
        ...row("eu-central-1", "eu-central-1-waw-1"),
      },
      { ip_prefix: "52.94.0.0/22", ...row("us-east-1") },
      { ip_prefix: "52.94.0.0/22", ...row("us-east-1") },
      { ip_prefix: "13.32.0.0/15", ...row("GLOBAL") },
      { ip_prefix: "15.0.0.0/24", ...row("constructor") },
    ],
    ipv6_prefixes: [{ ipv6_prefix: "2a05:d014::/36", ...row("eu-central-1") }],
  });
  assert.equal(entries, 6);
  const frankfurt = {
    countryCode: "DE",
    region: "Hesse",
    city: "Frankfurt am Main",
  };
  assert.deepEqual(placeOf("3.64.0.1"), frankfurt);
  assert.deepEqual(placeOf("2a05:d014::1"), frankfurt);
  assert.deepEqual(placeOf("3.65.0.1"), {});
  assert.deepEqual(placeOf("52.94.3.255"), {
    countryCode: "US",
    region: "Virginia",
  });
  assert.deepEqual(placeOf("13.32.0.1"), {});
  assert.deepEqual(placeOf("15.0.0.1"), {});
  assert.equal(placeOf("52.94.4.0"), null);
});

Deno.test("compileCloudPlaces - the places of Google's regions, but not of the whole world", async () => {
  const { entries, placeOf } = await placesOf(GOOGLE, {
    prefixes: [
      { ipv4Prefix: "34.64.32.0/19", scope: "asia-northeast3" },
      { ipv6Prefix: "2600:1900:4000::/44", scope: "us-central1" },
      { ipv4Prefix: "34.1.208.0/20", scope: "us-east7" },
      { ipv4Prefix: "34.96.64.0/18", scope: "global" },
      { ipv4Prefix: "34.128.0.0/24" },
    ],
  });
  assert.equal(entries, 5);
  assert.deepEqual(placeOf("34.64.40.1"), {
    countryCode: "KR",
    region: "Seoul",
    city: "Seoul",
  });
  assert.deepEqual(placeOf("2600:1900:4000::1"), {
    countryCode: "US",
    region: "Iowa",
    city: "Council Bluffs",
  });
  assert.deepEqual(placeOf("34.1.208.1"), { countryCode: "US" });
  assert.deepEqual(placeOf("34.96.64.1"), {});
  assert.deepEqual(placeOf("34.128.0.1"), {});
});

Deno.test("compileCloudPlaces - the places of Azure's regions, whatever services use their blocks", async () => {
  const tag = (name: string, region: string, ...addressPrefixes: string[]) => ({
    name,
    properties: { region, addressPrefixes },
  });
  const { entries, placeOf } = await placesOf(AZURE, {
    values: [
      tag("Storage", "", "51.140.0.0/17", "20.33.0.0/16"),
      tag(
        "AzureCloud.uksouth",
        "uksouth",
        "51.140.0.0/17",
        "2603:1020:700::/47",
      ),
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
  const { entries, placeOf } = await placesOf(ORACLE, {
    last_updated_timestamp: "2026-11-20T07:13:25.457838",
    regions: [
      region("uk-cardiff-1", "129.151.64.0/19", "132.226.128.0/20"),
      region("eu-jovanovac-1", "158.179.0.0/20"),
      region("us-nowhere-1", "129.80.0.0/16"),
    ],
  });
  assert.equal(entries, 4);
  const newport = { countryCode: "GB", region: "Wales", city: "Newport" };
  assert.deepEqual(placeOf("129.151.64.1"), newport);
  assert.deepEqual(placeOf("132.226.128.1"), newport);
  assert.deepEqual(placeOf("158.179.0.1"), {
    countryCode: "RS",
    city: "Jovanovac",
  });
  assert.deepEqual(placeOf("129.80.0.1"), {});
  assert.equal(placeOf("129.81.0.1"), null);
});

Deno.test("compileCloudPlaces - rejects files in another format", async () => {
  for (const cloud of [AWS, GOOGLE, AZURE, ORACLE]) {
    for (const [why, content, message] of hostile) {
      assert.match(
        await failureOf(compiled(compileOf(cloud), content)),
        message,
        why,
      );
    }
  }
});
