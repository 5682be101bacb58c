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
const different = [
  ["南京市", "Suzhou"],
  ["南京市", "北京市"],
  ["Fresno", "Clovis"],
  ["昆山市", "Kunshan"],
  ["东京", "Tokyo"],
  ["City", "Town"],
  ["", "Beijing"],
  ["—", "–"],
] as const;
for (const [rows, isSame] of [[same, true], [different, false]] as const) {
  Deno.test(`isSamePlaceName - ${isSame} for ${rows.length} pairs of names`, () => {
    for (const [one, other] of rows) {
      assert.equal(isSamePlaceName(one, other), isSame, `${one} ${other}`);
      assert.equal(isSamePlaceName(other, one), isSame, `${other} ${one}`);
    }
  });
}

for (const [name, city, district] of samples.districts) {
  Deno.test(`splitCity - ${name} is ${city}, ${district ?? "no district"}`, () => {
    const expected = district === undefined ? { city } : { city, district };
    assert.deepEqual(splitCity(name), expected);
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

const beijing = inChina("BJ", "Beijing");
const bulgarian = { countryCode: "BG", regionCode: "SH", city: "Shumen" };
const xicheng = "Xicheng District";
const municipalities = [
  // The municipality is the city, and the rest its district.
  [inChina("BJ", "Jinrongjie"), inChina("BJ", "Beijing", "Jinrongjie")],
  [inChina("SH", "Pudong"), inChina("SH", "Shanghai", "Pudong")],
  [inChina("TJ", "河西区"), inChina("TJ", "Tianjin", "河西区")],
  [inChina("CQ", "Wanzhou"), inChina("CQ", "Chongqing", "Wanzhou")],
  // A district stays.
  [inChina("BJ", "Jinrongjie", xicheng), inChina("BJ", "Beijing", xicheng)],
  // The municipality itself is no district.
  [inChina("BJ", "Beijing"), beijing],
  [inChina("BJ", "北京市"), beijing],
  [inChina("BJ", "Beijing Shi"), beijing],
  // Other places.
  [{}, {}],
  [inChina("GD", "Shenzhen"), inChina("GD", "Shenzhen")],
  [inChina("BJ"), inChina("BJ")],
  [{ ...bulgarian }, bulgarian],
];
for (const [facts, expected] of municipalities) {
  Deno.test(`withMunicipality - ${JSON.stringify(facts)}`, () =>
    assert.deepEqual(withMunicipality(facts), expected));
}

Deno.test("withWard - a ward of Tokyo has one name, however it is written", () => {
  const inTokyo = (city: string) =>
    withWard({ countryCode: "JP", regionCode: "13", city });
  const rows = [
    ["Chiyoda City", "Chiyoda"],
    ["Minato", "Minato"],
    ["Minato-ku", "Minato"],
    ["Shibuya Ku", "Shibuya"],
    ["Nishi-Tokyo-shi", "Nishi-Tokyo-shi"],
    ["Tokyo", "Tokyo"],
  ];
  for (const [given, city] of rows) {
    const expected = { countryCode: "JP", regionCode: "13", city };
    assert.deepEqual(inTokyo(given), expected);
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
