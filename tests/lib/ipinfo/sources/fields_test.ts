import assert from "node:assert/strict";
import { ip } from "../../../support/address.ts";
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

/** Values that it doesn't accept. */
const refused = (...values: unknown[]) =>
  values.map((value) => [value, undefined] as const);

/** Values that it returns as they are. */
const kept = (...values: unknown[]) =>
  values.map((value) => [value, value] as const);

assertReads("text", field.text, [[" a b ", "a b"], ...refused(7)]);
assertReads("flag", field.flag, [...kept(true, false), ...refused("true", 1)]);
assertReads("countryCode", FACT_READERS.countryCode, [
  ...kept("DE", "XK"),
  ["de", "DE"],
  ...refused("ZZ", "EU", "DEU", "constructor"),
]);
assertReads("hostname", FACT_READERS.hostname, [
  ...kept("dns.google"),
  ["DNS.Google.", "dns.google"],
  ...refused("<script>", "a b.example", 7),
]);
assertReads("regionCode", FACT_READERS.regionCode, [
  ...kept("CA", "32", "ENG"),
  ...refused("US-CA"),
]);
assertReads("latitude", FACT_READERS.latitude, [
  [52.374031, 52.374],
  [-0.00001, 0],
  ...kept(90),
  ...refused(90.1, "52"),
]);
assertReads("longitude", FACT_READERS.longitude, [
  ...kept(-180),
  ...refused(180.1),
]);
assertReads("radiusKm", FACT_READERS.accuracyRadiusKm, [
  ...kept(20),
  [0.6, 1],
  ...refused(-1, 20_041),
]);
assertReads("percent", field.percent, [...kept(0, 100), ...refused(101, "50")]);
assertReads("count", field.count, [...kept(412), ...refused(-1)]);
assertReads("email", FACT_READERS.abuseEmail, [
  ...kept("abuse@isp.example"),
  ...refused("abuse at isp.example", "<a@b.example>"),
  ...refused("a@b.example, c@d.example"),
]);
assertReads("timezone", FACT_READERS.timezone, [
  ...kept("Europe/Berlin", "Asia/Kolkata", "UTC"),
  ["europe/berlin", "Europe/Berlin"],
  ...refused("Factory", "Nowhere/Land", "+01:00"),
]);
assertReads("domain", FACT_READERS.asnDomain, [
  ["Google.COM", "google.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ...refused("localhost", "a b.example"),
]);
assertReads("asn", FACT_READERS.asn, [
  ...kept(15169, 4294967295),
  ["AS15169", 15169],
  ["AS15169 Google LLC", 15169],
  ...refused(4294967296, 0, "AS0", 1.5, "15169", "AS15169x"),
]);
assertReads("isoDate", FACT_READERS.asnCreated, [
  ...kept("2000-03-30"),
  ["2000-03-30T12:00:00Z", "2000-03-30"],
  ["2000-03-30 12:00", "2000-03-30"],
  ...refused("2026-02-31", "2026-13-01", "20000330", 954374400),
]);
assertReads("time", field.time, [
  ["2026-11-20T10:00:00+00:00", Date.UTC(2026, 10, 20, 10)],
  ["2026-11-20", Date.UTC(2026, 10, 20)],
  ...refused("2026-11-20T99:00:00Z", "20 Nov 2026"),
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
  ...{ region: "Bayern", regionCode: "BY", city: "Passau" },
  ...{ district: "Innstadt", zip: "94032", timezone: "Europe/Berlin" },
  ...{ latitude: 48.57, longitude: 13.46, accuracyRadiusKm: 5 },
};

/** Every fact at a path of its name. */
const PATHS = Object.fromEntries(
  [...Object.keys(PLACE), "countryCode", "asn"].map((name) => [name, name]),
);

Deno.test("factsAt - returns all facts about a place in a country", () => {
  const country = { countryCode: "DE" };
  for (const facts of [country, { ...country, ...PLACE }]) {
    assert.deepEqual(factsAt(facts, PATHS), facts);
  }
});

Deno.test("factsAt - has no place without a country", () => {
  assert.deepEqual(factsAt({ ...PLACE, asn: 1 }, PATHS), { asn: 1 });
  assert.deepEqual(factsAt({ ...PLACE, countryCode: "ZZ" }, PATHS), {});
});

Deno.test("factsAt - keeps both coordinates or neither", () => {
  const countryCode = "DE";
  for (const axis of ["latitude", "longitude"] as const) {
    const half = { countryCode, [axis]: 1, accuracyRadiusKm: 3 };
    assert.deepEqual(factsAt(half, PATHS), { countryCode });
  }
});

Deno.test("factsAt - the first of several paths with a valid value", () => {
  const isp = ["a", "b.c"];
  assert.deepEqual(factsAt({ a: 7, b: { c: "B" } }, { isp }), { isp: "B" });
  assert.deepEqual(factsAt({ a: "A", b: { c: "B" } }, { isp }), { isp: "A" });
});

Deno.test("routeOf - returns the block if it contains the address", () => {
  const google = ip("8.8.8.8");
  assert.equal(field.routeOf("8.8.8.0/24", google), "8.8.8.0/24");
  assert.equal(field.routeOf("8.8.8.9/24", google), "8.8.8.0/24");
  assert.equal(field.routeOf("8.0.0.0/8", google), "8.0.0.0/8");
  for (const text of [undefined, "", "8.8.8.8", "8.8.4.0/24", "8.0.0.0/7"]) {
    assert.equal(field.routeOf(text, google), undefined, `${text}`);
  }
});
