import assert from "node:assert/strict";
import {
  isSamePlaceName,
  splitCity,
  withMunicipality,
  withWard,
} from "../../../../lib/data/places/place_names.ts";
import fc from "fast-check";
import samples from "./place_names.json" with { type: "json" };

const same = samples.same as [string, string][];

Deno.test("isSamePlaceName - true for another script, spelling or suffix", () => {
  for (const [one, other] of same) {
    assert.equal(isSamePlaceName(one, other), true, `${one} ${other}`);
    assert.equal(isSamePlaceName(other, one), true, `${other} ${one}`);
  }
});

Deno.test("isSamePlaceName - false for another place or an unknown name", () => {
  const rows = [
    ["南京市", "Suzhou"],
    ["南京市", "北京市"],
    ["Fresno", "Clovis"],
    ["昆山市", "Kunshan"],
    ["东京", "Tokyo"],
    ["City", "Town"],
    ["", "Beijing"],
    ["—", "–"],
  ];
  for (const [one, other] of rows) {
    assert.equal(isSamePlaceName(one, other), false, `${one} ${other}`);
    assert.equal(isSamePlaceName(other, one), false, `${other} ${one}`);
  }
});

const cases = samples.districts as [
  name: string,
  city: string,
  district?: string,
][];
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

const inChina = (regionCode: string, city?: string, district?: string) => ({
  countryCode: "CN",
  regionCode,
  ...city && { city },
  ...district && { district },
});

Deno.test("withMunicipality - the municipality is the city, and the rest its district", () => {
  const rows = [
    ["BJ", "Jinrongjie", "Beijing"],
    ["SH", "Pudong", "Shanghai"],
    ["TJ", "河西区", "Tianjin"],
    ["CQ", "Wanzhou", "Chongqing"],
  ];
  for (const [regionCode, city, municipality] of rows) {
    assert.deepEqual(
      withMunicipality(inChina(regionCode, city)),
      inChina(regionCode, municipality, city),
    );
  }
});

Deno.test("withMunicipality - keeps a district", () => {
  assert.deepEqual(
    withMunicipality(inChina("BJ", "Jinrongjie", "Xicheng District")),
    inChina("BJ", "Beijing", "Xicheng District"),
  );
});

Deno.test("withMunicipality - the municipality itself is no district", () => {
  for (const city of ["Beijing", "北京市", "Beijing Shi"]) {
    assert.deepEqual(
      withMunicipality(inChina("BJ", city)),
      inChina("BJ", "Beijing"),
    );
  }
});

Deno.test("withMunicipality - leaves other places alone", () => {
  const places = [
    {},
    inChina("GD", "Shenzhen"),
    inChina("BJ"),
    { countryCode: "BG", regionCode: "SH", city: "Shumen" },
  ];
  for (const facts of places) {
    assert.deepEqual(withMunicipality({ ...facts }), facts);
  }
});

Deno.test("withWard - a ward of Tokyo has one name, however it is written", () => {
  const inTokyo = (city: string) => ({
    countryCode: "JP",
    regionCode: "13",
    city,
  });
  const rows = [
    ["Chiyoda City", "Chiyoda"],
    ["Minato", "Minato"],
    ["Minato-ku", "Minato"],
    ["Shibuya Ku", "Shibuya"],
    ["Nishi-Tokyo-shi", "Nishi-Tokyo-shi"],
    ["Tokyo", "Tokyo"],
  ];
  for (const [city, ward] of rows) {
    assert.deepEqual(withWard(inTokyo(city)), inTokyo(ward));
  }
});

Deno.test("withWard - leaves other places alone", () => {
  const places = [
    {},
    { countryCode: "JP", regionCode: "13" },
    { countryCode: "JP", regionCode: "23", city: "Minato-ku" },
    { countryCode: "PH", regionCode: "13", city: "Ota City" },
  ];
  for (const facts of places) assert.deepEqual(withWard({ ...facts }), facts);
});
