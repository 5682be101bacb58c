import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPlaceCompletion,
  timezoneAt,
} from "../../../../lib/data/places/place_facts.ts";

Deno.test("timezoneAt - the zone at coordinates", () => {
  assert.equal(timezoneAt(52.52, 13.405), "Europe/Berlin");
  assert.equal(timezoneAt(43.8256, 87.6168), "Asia/Urumqi");
  assert.equal(timezoneAt(-33.8688, 151.2093), "Australia/Sydney");
});

Deno.test("timezoneAt - undefined at sea and for invalid coordinates", () => {
  const places = [[0, -30], [91, 0], [0, 181], [NaN, 0], [0, Infinity]];
  for (const [latitude, longitude] of places) {
    assert.equal(timezoneAt(latitude, longitude), undefined);
  }
});

Deno.test("timezoneAt - returns zones that Intl accepts", () =>
  fc.assert(fc.property(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    (latitude, longitude) => {
      const timeZone = timezoneAt(latitude, longitude);
      assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone }));
    },
  )));

const complete = createPlaceCompletion();

const bavaria = {
  countryCode: "DE",
  region: "Bavaria",
  latitude: 48.1374,
  longitude: 11.5755,
};

Deno.test("createPlaceCompletion - adds country, continent, region code and time zone", () => {
  const found = { ...bavaria, city: "Munich" };
  assert.deepEqual(complete(found), {
    ...found,
    country: "Germany",
    continent: "Europe",
    continentCode: "EU",
    regionCode: "BY",
    timezone: "Europe/Berlin",
  });
});

Deno.test("createPlaceCompletion - the only time zone of a country takes precedence over coordinates", () => {
  // The coordinates of Hanoi are in Asia/Bangkok.
  const hanoi = { countryCode: "VN", latitude: 21.0245, longitude: 105.8412 };
  assert.equal(complete(hanoi).timezone, "Asia/Ho_Chi_Minh");
});

Deno.test("createPlaceCompletion - replaces no fact", () => {
  const facts = {
    ...bavaria,
    country: "Deutschland",
    continent: "Europa",
    continentCode: "EU",
    regionCode: "XX",
    timezone: "Europe/Busingen",
  };
  assert.deepEqual(complete(facts), facts);
});

Deno.test("createPlaceCompletion - adds nothing that does not follow", () => {
  const found = { countryCode: "ZZ", region: "Nowhere", city: "X" };
  assert.deepEqual(complete(found), found);
  assert.deepEqual(complete({}), {});
});

Deno.test("createPlaceCompletion - changes its argument, not shared facts", () => {
  const japan = {
    countryCode: "JP",
    country: "Japan",
    continent: "Asia",
    continentCode: "AS",
    timezone: "Asia/Tokyo",
  };
  const found = { countryCode: "JP" };
  assert.equal(complete(found), found);
  assert.deepEqual(found, japan);
  complete({ countryCode: "JP", country: "Nippon" });
  assert.deepEqual(complete({ countryCode: "JP" }), japan);
});
