import assert from "node:assert/strict";
import { createPlaceCompletion } from "../../../lib/data/place_facts.ts";

const complete = createPlaceCompletion();

Deno.test("place completion - adds country, continent, region code and time zone", () => {
  const found = {
    countryCode: "DE",
    region: "Bavaria",
    city: "Munich",
    latitude: 48.1374,
    longitude: 11.5755,
  };
  assert.deepEqual(complete(found), {
    ...found,
    country: "Germany",
    continent: "Europe",
    continentCode: "EU",
    regionCode: "BY",
    timezone: "Europe/Berlin",
  });
});

Deno.test("place completion - believes the country before the coordinates where it has one time zone", () => {
  // By the coordinates of Hanoi it would be Asia/Bangkok.
  const hanoi = { countryCode: "VN", latitude: 21.0245, longitude: 105.8412 };
  assert.equal(complete(hanoi).timezone, "Asia/Ho_Chi_Minh");
});

Deno.test("place completion - overrules nothing that is said", () => {
  const said = {
    countryCode: "DE",
    country: "Deutschland",
    continent: "Europa",
    continentCode: "EU",
    region: "Bavaria",
    regionCode: "XX",
    latitude: 48.1374,
    longitude: 11.5755,
    timezone: "Europe/Busingen",
  };
  assert.deepEqual(complete(said), said);
});

Deno.test("place completion - adds nothing it does not know", () => {
  const found = { countryCode: "ZZ", region: "Nowhere", city: "X" };
  assert.deepEqual(complete(found), found);
  assert.deepEqual(complete({}), {});
});

Deno.test("place completion - adds to what it is given, and not to what it knows", () => {
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
