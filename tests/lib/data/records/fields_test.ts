import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addCoordinates,
  asnOf,
  isMap,
  radiusKmOf,
  timeZoneName,
} from "../../../../lib/data/records/fields.ts";

Deno.test("isMap - only for a map", () => {
  const values = [{}, [], null, "a", undefined];
  assert.deepEqual(values.map(isMap), [true, false, false, false, false]);
});

Deno.test("asnOf - from 1 to the largest of 32 bits, as a number or a text", () => {
  const values = ["AS1", "AS4294967295", 4294967295, "AS4294967296", 0, 1.5];
  assert.deepEqual(
    values.map(asnOf),
    [1, 4294967295, 4294967295, undefined, undefined, undefined],
  );
});

Deno.test("radiusKmOf - whole kilometers, at least one", () => {
  const values = [0.1, 1.4, 50.6, 20_037, 0, -1, 1e6, "5", NaN];
  assert.deepEqual(
    values.map(radiusKmOf),
    [1, 1, 51, 20_037, ...Array(5).fill(undefined)],
  );
});

Deno.test("addCoordinates - only both, and only in range", () => {
  const cases = [
    [90, -180, { latitude: 90, longitude: -180 }],
    [-90, 180, { latitude: -90, longitude: 180 }],
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

Deno.test("timeZoneName - IANA's spelling, and no former name instead", () => {
  const cases = [
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
  for (const [text, name] of cases) {
    assert.equal(timeZoneName(text), name);
    // A second call, from the cache.
    assert.equal(timeZoneName(text), name);
  }
});

Deno.test("timeZoneName - undefined for anything but a zone", () => {
  const values = [
    "",
    "Factory",
    "Nowhere/Land",
    "Etc/Unknown",
    "localtime",
    "+01:00",
    "-05",
    "Z",
    "2026-01-01T00:00Z[Europe/Berlin]",
    "Europe/Berlin\u0000",
    "Europe/Berlin\u200e",
    "x".repeat(201),
    7,
    null,
    undefined,
    {},
  ];
  for (const value of values) {
    assert.equal(timeZoneName(value), undefined, JSON.stringify(value));
    assert.equal(timeZoneName(value), undefined, JSON.stringify(value));
  }
});

Deno.test("timeZoneName - returns undefined or a zone that Intl accepts, for any value", () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
  );
  fc.assert(fc.property(names, (text) => {
    const name = timeZoneName(text);
    if (name === undefined) return;
    assert.equal(name.toLowerCase(), text.trim().toLowerCase());
    assert.equal(
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
        .timeZoneId,
      name,
    );
  }));
});
