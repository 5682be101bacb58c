import assert from "node:assert/strict";
import { countries } from "countries-list";
import {
  countryCodeOf,
  countryCurrency,
  countryFacts,
  countryNumber,
  MAX_COUNTRY_NUMBER,
  withCountry,
} from "../../../../lib/data/places/countries.ts";
import samples from "./countries.json" with { type: "json" };

/** Countries with exactly one time zone, and that zone. */
const zones = Object.fromEntries(
  Object.keys(countries).map((code) => [code, countryFacts(code)?.timezone])
    .filter(([, timezone]) => timezone),
);

Deno.test("countryNumber - of two upper-case letters, and 0 for other text", () => {
  const numbers = ["AA", "AZ", "BA", "ZZ"].map(countryNumber);
  assert.deepEqual(numbers, [1, 26, 27, MAX_COUNTRY_NUMBER]);
  for (const text of ["", "D", "DEU", "de", "@A", "A@", "[A", "A["]) {
    assert.equal(countryNumber(text), 0, text);
  }
});

Deno.test("countryCodeOf - the code of each number, and none of 0", () => {
  const codes = ["AA", "AZ", "BA", "ZZ"];
  assert.deepEqual(codes.map(countryNumber).map(countryCodeOf), codes);
  assert.equal(countryCodeOf(0), undefined);
});

Deno.test("countryFacts - exactly 216 countries have one time zone", () => {
  assert.equal(Object.keys(zones).length, 216);
  for (const code of ["AU", "BR", "CN", "DE", "ES", "RU", "UA", "US", "XK"]) {
    assert.equal(zones[code], undefined, code);
  }
});

const cases = [
  ["CH", "Europe/Zurich"],
  ["GB", "Europe/London"],
  ["KR", "Asia/Seoul"],
  ["SK", "Europe/Bratislava"],
  ["SJ", "Arctic/Longyearbyen"],
  // Renamed.
  ["ER", "Africa/Asmara"],
  ["FO", "Atlantic/Faroe"],
  ["IN", "Asia/Kolkata"],
  ["MM", "Asia/Yangon"],
  ["NP", "Asia/Kathmandu"],
  ["VN", "Asia/Ho_Chi_Minh"],
];
for (const [code, zone] of cases) {
  Deno.test(`countryFacts - the current name of ${code}'s time zone`, () =>
    assert.equal(zones[code], zone));
}

Deno.test("countryFacts - names a country and its continent, and a time zone if it is the only one", () => {
  assert.deepEqual(countryFacts("BR"), {
    country: "Brazil",
    continent: "South America",
    continentCode: "SA",
  });
  assert.deepEqual(countryFacts("VN"), {
    country: "Vietnam",
    continent: "Asia",
    continentCode: "AS",
    timezone: "Asia/Ho_Chi_Minh",
  });
});

/** From GeoNames and MaxMind. */
for (const [code, continentCode, continent] of samples.continents) {
  Deno.test(`countryFacts - ${code} is in ${continent}`, () => {
    const facts = countryFacts(code);
    assert.equal(facts?.continentCode, continentCode);
    assert.equal(facts?.continent, continent);
  });
}

Deno.test("countryFacts - undefined for other text", () => {
  for (const code of ["ZZ", "", "br", "toString", "__proto__"]) {
    assert.equal(countryFacts(code), undefined, code);
  }
});

Deno.test("withCountry - adds missing names and replaces none", () =>
  assert.deepEqual(withCountry({ countryCode: "JP", continent: "Asien" }), {
    countryCode: "JP",
    country: "Japan",
    continent: "Asien",
    continentCode: "AS",
    timezone: "Asia/Tokyo",
  }));

Deno.test("withCountry - adds nothing if the country is unknown", () => {
  assert.deepEqual(withCountry({ countryCode: "ZZ" }), { countryCode: "ZZ" });
  assert.deepEqual(withCountry({ city: "X" }), { city: "X" });
});

Deno.test("withCountry - China has one time zone, except Xinjiang", () => {
  const zoneOf = (regionCode?: string) =>
    withCountry({ countryCode: "CN", ...regionCode && { regionCode } })
      .timezone;
  assert.equal(zoneOf(), "Asia/Shanghai");
  assert.equal(zoneOf("JS"), "Asia/Shanghai");
  assert.equal(zoneOf("XJ"), "Asia/Urumqi");
});

Deno.test("countryCurrency - is the country's own or main currency", () =>
  assert.deepEqual(
    ["US", "CH", "DE", "HT", "BT", "AQ", "ZZ"].map(countryCurrency),
    ["USD", "CHF", "EUR", "HTG", "BTN", undefined, undefined],
  ));
