import assert from "node:assert/strict";
import {
  AWS_REGIONS,
  compileAwsPlaces,
} from "../../../../lib/data/feeds/aws_places.ts";
import { parseGeofeedRow } from "../../../../lib/data/feeds/geofeed.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { compiled, failureOf, hostile } from "./downloads.ts";

const compile = (source: string, target: string) =>
  compileAwsPlaces(() => false, source, target);

Deno.test("AWS_REGIONS - every country, region and city is a known one", () => {
  for (const [name, place] of Object.entries(AWS_REGIONS)) {
    const [country, region, city] = place.split(",");
    const row = parseGeofeedRow(["192.0.2.0/24", country, region, city]);
    assert(row, name);
    assert.equal(row.place.countryCode, country, name);
    assert.equal(row.place.region !== undefined, region !== "", name);
    assert.equal(row.place.city ?? "", city, name);
  }
});

Deno.test("compileAwsPlaces - the places of regions, but not of local zones and the whole world", async () => {
  const row = (region: string, zone = region) => ({
    region,
    network_border_group: zone,
    service: "EC2",
  });
  const file = JSON.stringify({
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
  const { kept, entries } = await compiled(compile, file);
  assert.equal(entries, 6);
  const table = PlaceTable.load(kept, (facts) => facts);
  const placeOf = (address: string) => {
    const ip = parseIp(address);
    assert(ip, address);
    const id = table.recordId(ip);
    return id === 0 ? null : table.factsOf(id);
  };
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

Deno.test("compileAwsPlaces - rejects files in another format", async () => {
  for (const [why, content, message] of hostile) {
    assert.match(await failureOf(compiled(compile, content)), message, why);
  }
});
