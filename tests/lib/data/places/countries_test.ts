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
function singleTimeZones(): Record<string, string> {
  const zones: Record<string, string> = {};
  for (const code of Object.keys(countries)) {
    const timezone = countryFacts(code)?.timezone;
    if (timezone) zones[code] = timezone;
  }
  return zones;
}

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
  const zones = singleTimeZones();
  assert.equal(Object.keys(zones).length, 216);
  const cases = [
    ["CH", "Europe/Zurich"],
    ["GB", "Europe/London"],
    ["KR", "Asia/Seoul"],
    ["SK", "Europe/Bratislava"],
    ["SJ", "Arctic/Longyearbyen"],
  ];
  for (const [code, zone] of cases) assert.equal(zones[code], zone);
  for (const code of ["AU", "BR", "CN", "DE", "ES", "RU", "UA", "US", "XK"]) {
    assert.equal(zones[code], undefined, code);
  }
});

Deno.test("countryFacts - a renamed time zone has its current name", () => {
  const zones = singleTimeZones();
  const cases = [
    ["ER", "Africa/Asmara"],
    ["FO", "Atlantic/Faroe"],
    ["IN", "Asia/Kolkata"],
    ["MM", "Asia/Yangon"],
    ["NP", "Asia/Kathmandu"],
    ["VN", "Asia/Ho_Chi_Minh"],
  ];
  for (const [code, zone] of cases) assert.equal(zones[code], zone);
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

/** From GeoNames and MaxMind. */
const continents = samples.continents as [
  code: string,
  continentCode: string,
  continent: string,
][];
for (const [code, continentCode, continent] of continents) {
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

Deno.test("withCountry - adds missing names and replaces none", () => {
  assert.deepEqual(withCountry({ countryCode: "JP", continent: "Asien" }), {
    countryCode: "JP",
    country: "Japan",
    continent: "Asien",
    continentCode: "AS",
    timezone: "Asia/Tokyo",
  });
});

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

Deno.test("countryCurrency - is the country's own or main currency", () => {
  assert.deepEqual(
    ["US", "CH", "DE", "HT", "BT", "AQ", "ZZ"].map(countryCurrency),
    ["USD", "CHF", "EUR", "HTG", "BTN", undefined, undefined],
  );
});
