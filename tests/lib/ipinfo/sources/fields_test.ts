import assert from "node:assert/strict";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import * as field from "../../../../lib/ipinfo/sources/fields.ts";

const { FACT_READERS, factsAt, valueAt } = field;

type Reader = (value: unknown) => unknown;

function assertReads(
  name: string,
  reader: Reader,
  cases: readonly (readonly [unknown, unknown])[],
) {
  Deno.test(`${name} - accepts only valid values`, () => {
    assert.equal(reader(undefined), undefined);
    for (const value of [null, {}, [], NaN, "", " ", "x\u0000"]) {
      assert.equal(reader(value), undefined, JSON.stringify(value));
    }
    for (const [value, expected] of cases) {
      assert.equal(reader(value), expected, JSON.stringify(value));
    }
  });
}

assertReads("text", field.text, [[" a b ", "a b"], [7, undefined]]);
assertReads("flag", field.flag, [
  [true, true],
  [false, false],
  ["true", undefined],
  [1, undefined],
]);
assertReads("countryCode", FACT_READERS.countryCode, [
  ["DE", "DE"],
  ["de", "DE"],
  ["XK", "XK"],
  ["ZZ", undefined],
  ["EU", undefined],
  ["DEU", undefined],
  ["constructor", undefined],
]);
assertReads("hostname", FACT_READERS.hostname, [
  ["dns.google", "dns.google"],
  ["DNS.Google.", "dns.google"],
  ["<script>", undefined],
  ["a b.example", undefined],
  [7, undefined],
]);
assertReads("regionCode", FACT_READERS.regionCode, [
  ["CA", "CA"],
  ["32", "32"],
  ["ENG", "ENG"],
  ["US-CA", undefined],
]);
assertReads("latitude", FACT_READERS.latitude, [
  [52.374031, 52.374],
  [90, 90],
  [-0.00001, 0],
  [90.1, undefined],
  ["52", undefined],
]);
assertReads("longitude", FACT_READERS.longitude, [
  [-180, -180],
  [180.1, undefined],
]);
assertReads("radiusKm", FACT_READERS.accuracyRadiusKm, [
  [20, 20],
  [0.6, 1],
  [-1, undefined],
  [20_041, undefined],
]);
assertReads("percent", field.percent, [
  [0, 0],
  [100, 100],
  [101, undefined],
  ["50", undefined],
]);
assertReads("count", field.count, [[412, 412], [-1, undefined]]);
assertReads("email", FACT_READERS.abuseEmail, [
  ["abuse@isp.example", "abuse@isp.example"],
  ["abuse at isp.example", undefined],
  ["<a@b.example>", undefined],
  ["a@b.example, c@d.example", undefined],
]);
assertReads("timezone", FACT_READERS.timezone, [
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["UTC", "UTC"],
  ["Factory", undefined],
  ["Nowhere/Land", undefined],
  ["+01:00", undefined],
]);
assertReads("domain", FACT_READERS.asnDomain, [
  ["Google.COM", "google.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["localhost", undefined],
  ["a b.example", undefined],
]);
assertReads("asn", FACT_READERS.asn, [
  [15169, 15169],
  ["AS15169", 15169],
  ["AS15169 Google LLC", 15169],
  [4294967295, 4294967295],
  [4294967296, undefined],
  [0, undefined],
  ["AS0", undefined],
  [1.5, undefined],
  ["15169", undefined],
  ["AS15169x", undefined],
]);
assertReads("isoDate", FACT_READERS.asnCreated, [
  ["2000-03-30", "2000-03-30"],
  ["2000-03-30T12:00:00Z", "2000-03-30"],
  ["2000-03-30 12:00", "2000-03-30"],
  ["2026-02-31", undefined],
  ["2026-13-01", undefined],
  ["20000330", undefined],
  [954374400, undefined],
]);
assertReads("time", field.time, [
  ["2026-11-20T10:00:00+00:00", Date.UTC(2026, 10, 20, 10)],
  ["2026-11-20", Date.UTC(2026, 10, 20)],
  ["2026-11-20T99:00:00Z", undefined],
  ["20 Nov 2026", undefined],
]);

Deno.test("valueAt - the value inside objects and lists, or undefined", () => {
  const body = { place: { names: [{ en: "Bern" }] } };
  assert.equal(valueAt(body, "place.names.0.en"), "Bern");
  assert.deepEqual(valueAt(body, "place.names"), [{ en: "Bern" }]);
  assert.equal(valueAt(body, "place.names.1.en"), undefined);
  for (const part of [undefined, null, 7, "x", []]) {
    assert.equal(valueAt({ place: part }, "place.names"), undefined);
  }
});

const PLACE = {
  region: "Bayern",
  regionCode: "BY",
  city: "Passau",
  district: "Innstadt",
  zip: "94032",
  latitude: 48.57,
  longitude: 13.46,
  accuracyRadiusKm: 5,
  timezone: "Europe/Berlin",
};

/** Every fact at a path of its name. */
const PATHS = Object.fromEntries(
  [...Object.keys(PLACE), "countryCode", "asn"].map((name) => [name, name]),
);

Deno.test("factsAt - returns all facts about a place in a country", () => {
  const place = { countryCode: "DE", ...PLACE };
  assert.deepEqual(factsAt(place, PATHS), place);
  assert.deepEqual(factsAt({ countryCode: "DE" }, PATHS), {
    countryCode: "DE",
  });
});

Deno.test("factsAt - has no place without a country", () => {
  assert.deepEqual(factsAt({ ...PLACE, asn: 1 }, PATHS), { asn: 1 });
  assert.deepEqual(factsAt({ ...PLACE, countryCode: "ZZ" }, PATHS), {});
});

Deno.test("factsAt - keeps both coordinates or neither", () => {
  const countryCode = "DE";
  for (const axis of ["latitude", "longitude"] as const) {
    assert.deepEqual(
      factsAt({ countryCode, [axis]: 1, accuracyRadiusKm: 3 }, PATHS),
      { countryCode },
    );
  }
});

Deno.test("factsAt - the first of several paths with a valid value", () => {
  const isp = ["a", "b.c"];
  assert.deepEqual(factsAt({ a: 7, b: { c: "B" } }, { isp }), { isp: "B" });
  assert.deepEqual(factsAt({ a: "A", b: { c: "B" } }, { isp }), { isp: "A" });
});

Deno.test("routeOf - returns the block if it contains the address", () => {
  const ip = parseIp("8.8.8.8");
  assert(ip);
  assert.equal(field.routeOf("8.8.8.0/24", ip), "8.8.8.0/24");
  assert.equal(field.routeOf("8.8.8.9/24", ip), "8.8.8.0/24");
  for (const text of [undefined, "", "8.8.8.8", "8.8.4.0/24", "0.0.0.0/0"]) {
    assert.equal(field.routeOf(text, ip), undefined, `${text}`);
  }
});
