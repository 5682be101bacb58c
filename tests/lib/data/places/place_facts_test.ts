import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPlaceCompletion,
  splitCity,
  timezoneAt,
  timeZoneName,
} from "../../../../lib/data/places/place_facts.ts";

const cases: [name: string, city: string, district?: string][] = [
  ["San Jose (Tasman and Zanker)", "San Jose", "Tasman and Zanker"],
  ["London (Brixton Hill)", "London", "Brixton Hill"],
  ["Seoul (Euljiro 2(i)-ga)", "Seoul", "Euljiro 2(i)-ga"],
  [
    "Zurich (Zurich (Kreis 3) / Alt-Wiedikon)",
    "Zurich",
    "Zurich (Kreis 3) / Alt-Wiedikon",
  ],
  ["Kempten (Allgau) (Halden)", "Kempten (Allgau)", "Halden"],
  ["Kempten (Allgau)", "Kempten (Allgau)"],
  ["Frankfurt (Oder)", "Frankfurt (Oder)"],
  ["Rickenbach (LU)", "Rickenbach (LU)"],
  ["Springfield (historical)", "Springfield"],
  ["Gronau (Gronau)", "Gronau"],
  ["Freiburg (Elbe) Flecken", "Freiburg (Elbe) Flecken"],
  ["Zone (Zona) E", "Zone (Zona) E"],
  [
    "Santa Rosa (Real) [Fraccionamiento]",
    "Santa Rosa (Real) [Fraccionamiento]",
  ],
  ["Mountain View", "Mountain View"],
  ["(Centro)", "(Centro)"],
  ["X ()", "X ()"],
  ["X ( )", "X ( )"],
  ["X (Y", "X (Y"],
  ["X Y)", "X Y)"],
];
for (const [name, city, district] of cases) {
  const what = district === undefined ? city : `${city}, ${district}`;
  Deno.test(`splitCity - ${name} is ${what}`, () => {
    assert.deepEqual(
      splitCity(name),
      district === undefined ? { city } : { city, district },
    );
  });
}

Deno.test("splitCity - separates any city and district that were joined", () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,8}$/);
  fc.assert(fc.property(word, word, (city, district) => {
    fc.pre(city !== district);
    // Words that belong to a name are covered by the cases above.
    fc.pre(splitCity(`X (${district})`).city === "X");
    assert.deepEqual(splitCity(`${city} (${district})`), { city, district });
  }));
});

Deno.test("splitCity - returns trimmed, non-empty parts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "(", ")") })
    .map((any) => any.trim()).filter((any) => any !== "");
  fc.assert(fc.property(text, (name) => {
    for (const part of Object.values(splitCity(name))) {
      assert.equal(part, part.trim());
      assert.notEqual(part, "");
    }
  }));
});

Deno.test("timeZoneName - IANA's spelling, and no former name instead", () => {
  for (
    const [text, name] of [
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
    ]
  ) {
    assert.equal(timeZoneName(text), name);
    // A second call, from the cache.
    assert.equal(timeZoneName(text), name);
  }
});

Deno.test("timeZoneName - undefined for anything but a zone", () => {
  for (
    const value of [
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
    ]
  ) {
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

Deno.test("timezoneAt - the zone at coordinates", () => {
  assert.equal(timezoneAt(52.52, 13.405), "Europe/Berlin");
  assert.equal(timezoneAt(43.8256, 87.6168), "Asia/Urumqi");
  assert.equal(timezoneAt(-33.8688, 151.2093), "Australia/Sydney");
});

Deno.test("timezoneAt - undefined at sea", () => {
  assert.equal(timezoneAt(0, -30), undefined);
});

Deno.test("timezoneAt - undefined for invalid coordinates", () => {
  for (
    const [latitude, longitude] of [[91, 0], [0, 181], [NaN, 0], [0, Infinity]]
  ) assert.equal(timezoneAt(latitude, longitude), undefined);
});

Deno.test("timezoneAt - returns zones that Intl accepts", () => {
  fc.assert(fc.property(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    (latitude, longitude) => {
      const zone = timezoneAt(latitude, longitude);
      if (zone === undefined) return;
      assert.doesNotThrow(() =>
        new Intl.DateTimeFormat("en", { timeZone: zone })
      );
    },
  ));
});

const complete = createPlaceCompletion();

Deno.test("createPlaceCompletion - adds country, continent, region code and time zone", () => {
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

Deno.test("createPlaceCompletion - the only time zone of a country takes precedence over coordinates", () => {
  // The coordinates of Hanoi are in Asia/Bangkok.
  const hanoi = { countryCode: "VN", latitude: 21.0245, longitude: 105.8412 };
  assert.equal(complete(hanoi).timezone, "Asia/Ho_Chi_Minh");
});

Deno.test("createPlaceCompletion - replaces no fact", () => {
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
