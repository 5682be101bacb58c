import assert from "node:assert/strict";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { compileAsnTable } from "../../../../lib/data/networks/asn_table_build.ts";
import {
  encodeGeofeed,
  parseGeofeedRow,
} from "../../../../lib/data/feeds/geofeed.ts";
import { createPlaceCompletion } from "../../../../lib/data/places/place_facts.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { PlaceListSource } from "../../../../lib/ipinfo/sources/place_list.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";

/** 172.224.0.0/16 is announced by AS64500. */
const table = AsnTable.load(
  await compileAsnTable({
    v4: new Blob(["2900361216,2900426751,64500,Holder\n"]).stream(),
    v6: new Blob([]).stream(),
    builtAt: 0,
  }),
);

function source(networks?: ReadonlySet<number>) {
  const rows = [
    "172.224.226.0/27,GB,GB-EN,London,",
    "172.224.226.32/27,,,,",
    "9.9.9.0/24,DE,,Bonn,",
    "192.88.99.0/24,US,,,",
  ].map((line) => {
    const row = parseGeofeedRow(line.split(","));
    assert(row, line);
    return row;
  });
  const places = PlaceTable.load(encodeGeofeed(rows), createPlaceCompletion());
  const list = { name: "icloud-relay", places, networks, builtAt: 0 };
  return new PlaceListSource(list, table);
}

function lookup(from: PlaceListSource, address: string) {
  const ip = parseIp(address);
  assert(ip, address);
  return from.lookup(ip);
}

Deno.test("PlaceListSource - returns the place, and the facts that follow from it", () => {
  const list = source();
  assert.deepEqual([list.name, list.kind], ["geofeed:icloud-relay", "open"]);
  assert.deepEqual(withoutEmpty(lookup(list, "172.224.226.9").facts), {
    continent: "Europe",
    continentCode: "EU",
    country: "United Kingdom",
    countryCode: "GB",
    region: "England",
    regionCode: "ENG",
    city: "London",
    timezone: "Europe/London",
  });
});

Deno.test("PlaceListSource - addresses of one place share the result", () => {
  const list = source();
  assert.equal(
    lookup(list, "172.224.226.1"),
    lookup(list, "172.224.226.2"),
  );
});

Deno.test("PlaceListSource - nothing of a block without a place, of others and of reserved addresses", () => {
  const list = source();
  for (
    const address of ["172.224.226.33", "8.8.8.8", "192.88.99.1", "2001:db8::"]
  ) {
    assert.deepEqual(withoutEmpty(lookup(list, address).facts), {}, address);
  }
});

Deno.test("PlaceListSource - believes a network only about its own addresses", () => {
  const city = (list: PlaceListSource, address: string) =>
    lookup(list, address).facts.city;
  const own = source(new Set([64500]));
  assert.equal(city(own, "172.224.226.9"), "London");
  assert.equal(city(own, "9.9.9.9"), undefined);
  const other = source(new Set([64501]));
  assert.equal(city(other, "172.224.226.9"), undefined);
  assert.equal(city(source(), "9.9.9.9"), "Bonn");
});
