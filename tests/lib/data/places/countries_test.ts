import assert from "node:assert/strict";
import { countries } from "countries-list";
import {
  COUNTRY_TIME_ZONES,
  countryFacts,
  withCountry,
} from "../../../../lib/data/places/countries.ts";

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

Deno.test("countryFacts - names a country and its continent", () => {
  assert.deepEqual(countryFacts("BR"), {
    country: "Brazil",
    continent: "South America",
    continentCode: "SA",
  });
});

Deno.test("countryFacts - names the time zone of a country that has one", () => {
  assert.deepEqual(countryFacts("VN"), {
    country: "Vietnam",
    continent: "Asia",
    continentCode: "AS",
    timezone: "Asia/Ho_Chi_Minh",
  });
});

/** As GeoNames and MaxMind have it. */
const continents: [code: string, continentCode: string, continent: string][] = [
  ["RU", "EU", "Europe"],
  ["CY", "EU", "Europe"],
  ["AX", "EU", "Europe"],
  ["XK", "EU", "Europe"],
  ["TR", "AS", "Asia"],
  ["GE", "AS", "Asia"],
  ["AM", "AS", "Asia"],
  ["AZ", "AS", "Asia"],
  ["KZ", "AS", "Asia"],
  ["CC", "AS", "Asia"],
  ["EG", "AF", "Africa"],
  ["CX", "OC", "Oceania"],
  ["TL", "OC", "Oceania"],
  ["UM", "OC", "Oceania"],
  ["TT", "NA", "North America"],
  ["FK", "SA", "South America"],
  ["TF", "AN", "Antarctica"],
];
for (const [code, continentCode, continent] of continents) {
  Deno.test(`countryFacts - ${code} lies in ${continent}`, () => {
    const facts = countryFacts(code);
    assert.equal(facts?.continentCode, continentCode);
    assert.equal(facts?.continent, continent);
  });
}

Deno.test("countryFacts - knows nothing of other texts", () => {
  for (const code of ["ZZ", "", "br", "toString", "__proto__"]) {
    assert.equal(countryFacts(code), undefined, code);
  }
});

Deno.test("withCountry - adds the names and overrules nothing", () => {
  assert.deepEqual(withCountry({ countryCode: "JP", continent: "Asien" }), {
    countryCode: "JP",
    country: "Japan",
    continent: "Asien",
    continentCode: "AS",
    timezone: "Asia/Tokyo",
  });
});

Deno.test("withCountry - adds nothing where the country is not known", () => {
  assert.deepEqual(withCountry({ countryCode: "ZZ" }), { countryCode: "ZZ" });
  assert.deepEqual(withCountry({ city: "X" }), { city: "X" });
});

Deno.test("withCountry - China keeps one time, but for Xinjiang's", () => {
  const zoneOf = (regionCode?: string) =>
    withCountry({ countryCode: "CN", ...regionCode && { regionCode } })
      .timezone;
  assert.equal(zoneOf(), "Asia/Shanghai");
  assert.equal(zoneOf("JS"), "Asia/Shanghai");
  assert.equal(zoneOf("XJ"), "Asia/Urumqi");
});
