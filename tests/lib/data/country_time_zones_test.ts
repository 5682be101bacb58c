import assert from "node:assert/strict";
import { countries } from "countries-list";
import { COUNTRY_TIME_ZONES } from "../../../lib/data/country_time_zones.ts";

Deno.test("COUNTRY_TIME_ZONES - has the countries of one zone and no other", () => {
  assert.equal(Object.keys(COUNTRY_TIME_ZONES).length, 216);
  for (
    const [code, zone] of [
      ["CH", "Europe/Zurich"],
      ["GB", "Europe/London"],
      ["IN", "Asia/Kolkata"],
      ["KR", "Asia/Seoul"],
      ["SK", "Europe/Bratislava"],
      ["VN", "Asia/Ho_Chi_Minh"],
    ]
  ) assert.equal(COUNTRY_TIME_ZONES[code], zone);
  for (const code of ["AU", "BR", "CN", "DE", "ES", "RU", "UA", "US"]) {
    assert.equal(COUNTRY_TIME_ZONES[code], undefined, code);
  }
});

Deno.test("COUNTRY_TIME_ZONES - names countries and zones that exist", () => {
  for (const [code, timeZone] of Object.entries(COUNTRY_TIME_ZONES)) {
    assert(Object.hasOwn(countries, code), code);
    assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone }));
  }
});
