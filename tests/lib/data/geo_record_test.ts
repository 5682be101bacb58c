import assert from "node:assert/strict";
import fc from "fast-check";
import { factsOfRecord } from "../../../lib/data/geo_record.ts";

const whole = {
  city: "Mountain View",
  country_code: "US",
  latitude: 37.422000885009766,
  longitude: -122.08499908447266,
  postcode: "94043",
  state1: "California",
  state2: "Santa Clara",
  timezone: "America/Los_Angeles",
};

Deno.test("factsOfRecord - reads every field and rounds the coordinates to four places", () => {
  assert.deepEqual(factsOfRecord(whole), {
    countryCode: "US",
    region: "California",
    district: "Santa Clara",
    city: "Mountain View",
    zip: "94043",
    timezone: "America/Los_Angeles",
    latitude: 37.422,
    longitude: -122.085,
  });
});

Deno.test("factsOfRecord - takes empty strings for unknown", () => {
  const empty = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      typeof value === "string" ? "" : value,
    ]),
  );
  assert.deepEqual(factsOfRecord(empty), {
    latitude: 37.422,
    longitude: -122.085,
  });
});

Deno.test("factsOfRecord - reads a record of the country edition", () => {
  assert.deepEqual(factsOfRecord({ country_code: "DE" }), {
    countryCode: "DE",
  });
});

Deno.test("factsOfRecord - takes the district out of the city's name", () => {
  const city = "San Jose (Tasman and Zanker)";
  assert.deepEqual(factsOfRecord({ city }), {
    city: "San Jose",
    district: "Tasman and Zanker",
  });
  assert.deepEqual(factsOfRecord({ city, state2: "Santa Clara" }), {
    city: "San Jose",
    district: "Santa Clara",
  });
});

const refused: [why: string, record: unknown][] = [
  ["no record", null],
  ["a string", "US"],
  ["a number where text belongs", { city: 5, state1: {}, country_code: true }],
  ["a country in small letters", { country_code: "us" }],
  ["a country of three letters", { country_code: "USA" }],
  ["text without end", { city: "x".repeat(201) }],
  ["control characters", { city: "a\u0000b", state1: "a\nb" }],
  ["blanks alone", { city: "  " }],
  ["coordinates out of range", { latitude: 90.01, longitude: 0 }],
  ["a longitude out of range", { latitude: 0, longitude: -180.5 }],
  ["coordinates that are no numbers", { latitude: NaN, longitude: "5" }],
  ["a latitude alone", { latitude: 5 }],
];
for (const [why, record] of refused) {
  Deno.test(`factsOfRecord - leaves out ${why}`, () => {
    assert.deepEqual(factsOfRecord(record), {});
  });
}

Deno.test("factsOfRecord - never gives minus zero", () => {
  const facts = factsOfRecord({ latitude: -0.00001, longitude: -0.00004 });
  assert(Object.is(facts.latitude, 0));
  assert(Object.is(facts.longitude, 0));
});

Deno.test("factsOfRecord - gives facts of the right type for any record", () => {
  const field = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.double(),
  );
  const record = fc.oneof(
    fc.anything(),
    fc.record(
      Object.fromEntries(Object.keys(whole).map((key) => [key, field])),
      { requiredKeys: [] },
    ),
  );
  const numbers = new Set(["latitude", "longitude"]);
  fc.assert(fc.property(record, (any) => {
    for (const [fact, value] of Object.entries(factsOfRecord(any))) {
      assert.equal(typeof value, numbers.has(fact) ? "number" : "string");
      assert.notEqual(value, "");
    }
  }));
});
