import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addCity,
  addCoordinates,
  asnOf,
  continentCodeOf,
  countryCodeOf,
  isMap,
  radiusKmOf,
  regionCodeOf,
  timeZoneName,
} from "../../../../lib/data/records/fields.ts";

Deno.test("isMap - only for a map", () => {
  const values = [{}, [], null, "a", undefined];
  assert.deepEqual(values.map(isMap), [true, false, false, false, false]);
});

Deno.test("countryCodeOf, continentCodeOf, regionCodeOf - only codes in upper case", () => {
  const values = ["EU", "XX", "TX1", "eu", "EUR1", 7, null];
  const known = [countryCodeOf, continentCodeOf, regionCodeOf]
    .map((codeOf) => values.filter((value) => codeOf(value) === value));
  const [eu, xx, tx1] = values;
  assert.deepEqual(known, [[eu, xx], [eu], [eu, xx, tx1]]);
});

Deno.test("asnOf - from 1 to the largest of 32 bits, as a number or a text", () => {
  const valid = ["AS1", "AS4294967295", 4294967295].map(asnOf);
  assert.deepEqual(valid, [1, 4294967295, 4294967295]);
  const others = ["AS4294967296", 0, 1.5].map(asnOf);
  assert.deepEqual(others, [undefined, undefined, undefined]);
});

Deno.test("radiusKmOf - whole kilometers, at least one", () => {
  const valid = [0.1, 1.4, 50.6, 20_037].map(radiusKmOf);
  assert.deepEqual(valid, [1, 1, 51, 20_037]);
  const others = [0, -1, 1e6, "5", NaN].map(radiusKmOf);
  assert.deepEqual(others, Array(5).fill(undefined));
});

Deno.test("addCoordinates - only both, and only in range", () => {
  const cases = [
    [90, -180, { latitude: 90, longitude: -180 }],
    [-90, 180, { latitude: -90, longitude: 180 }],
    ["90", "-1.5", { latitude: 90, longitude: -1.5 }],
    ["1e1", 0, {}],
    [90.1, 0, {}],
    [0, 180.1, {}],
    [5, undefined, {}],
    [undefined, 5, {}],
  ];
  for (const [latitude, longitude, expected] of cases) {
    const facts = {};
    addCoordinates(facts, latitude, longitude);
    assert.deepEqual(facts, expected);
  }
});

Deno.test("addCity - with the district of its name, unless another is given", () => {
  const cases = [
    ["Paris (Le Marais)", undefined, { city: "Paris", district: "Le Marais" }],
    ["Paris (Le Marais)", "Bercy", { city: "Paris", district: "Bercy" }],
    [undefined, "Bercy", { district: "Bercy" }],
  ] as const;
  for (const [name, district, expected] of cases) {
    const facts = {};
    addCity(facts, name, district);
    assert.deepEqual(facts, expected);
  }
});

const zones: [given: unknown, name: string | undefined][] = [
  // IANA's spelling, and no former name instead.
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  [" EUROPE/BERLIN ", "Europe/Berlin"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["asia/kolkata", "Asia/Kolkata"],
  ["Asia/Calcutta", "Asia/Calcutta"],
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["utc", "UTC"],
  ["Etc/GMT+5", "Etc/GMT+5"],
];
const noZones = [
  ...["", "Factory", "Nowhere/Land", "Etc/Unknown", "localtime", "+01:00"],
  ...["-05", "Z", "2026-01-01T00:00Z[Europe/Berlin]", "Europe/Berlin\u0000"],
  ...["Europe/Berlin\u200e", "x".repeat(201), 7, null, undefined, {}],
];
for (const value of noZones) zones.push([value, undefined]);
for (const [given, name] of zones) {
  Deno.test(`timeZoneName - ${name} for ${JSON.stringify(given)}`, () => {
    assert.equal(timeZoneName(given), name);
    // A second call, from the cache.
    assert.equal(timeZoneName(given), name);
  });
}

Deno.test("timeZoneName - returns undefined or a zone that Intl accepts, for any value", () => {
  const known = Intl.supportedValuesOf("timeZone");
  const names = fc.oneof(fc.string(), fc.constantFrom(...known));
  fc.assert(fc.property(names, (text) => {
    const name = timeZoneName(text);
    if (name === undefined) return;
    assert.equal(name.toLowerCase(), text.trim().toLowerCase());
    const start = Temporal.Instant.fromEpochMilliseconds(0);
    assert.equal(start.toZonedDateTimeISO(name).timeZoneId, name);
  }));
});
