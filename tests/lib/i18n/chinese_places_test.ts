import assert from "node:assert/strict";
import { countries } from "countries-list";
import {
  cityInChinese,
  COUNTRIES_NAMED,
  COUNTRIES_OF_CITIES,
  subdivisionInChinese,
} from "../../../lib/i18n/chinese_places.ts";
import { iso31662 } from "iso-3166";

for (
  const [countryCode, city, name] of [
    ["GB", "London", "伦敦"],
    ["GB", "Newcastle upon Tyne", "纽卡斯尔"],
    ["BR", "São Paulo", "圣保罗"],
    ["US", "Washington D.C.", "华盛顿"],
    ["HK", "Tsim Sha Tsui", "尖沙咀"],
    ["TW", "Kaohsiung City", "高雄"],
    ["CA", "London", undefined],
    ["FR", "", undefined],
    ["FR", "巴黎", undefined],
    ["FR", "constructor", undefined],
    ["constructor", "name", undefined],
  ] as const
) {
  Deno.test(`cityInChinese - ${city} in ${countryCode} is ${name}`, () => {
    assert.equal(cityInChinese(countryCode, city), name);
  });
}

Deno.test("cityInChinese - every entry is a country, plain spellings and a Chinese name", () => {
  for (const [code, list] of COUNTRIES_OF_CITIES) {
    assert(Object.hasOwn(countries, code), code);
    const seen = new Set<string>();
    for (const entry of list.split(",")) {
      assert.match(entry, /^[a-z]+(?:\/[a-z]+)*=\p{Script=Han}+$/u);
      for (const spelling of entry.split("=")[0].split("/")) {
        assert(!seen.has(spelling), `${code} ${spelling}`);
        seen.add(spelling);
      }
    }
  }
});

/** ISO lists counties and councils at the same level as its countries. */
const FOUR_COUNTRIES = ["ENG", "NIR", "SCT", "WLS"];

function firstLevelOf(country: string): string[] {
  return country === "GB"
    ? FOUR_COUNTRIES
    : iso31662.filter(({ parent }) => parent === country)
      .map(({ code }) => code.slice(3));
}

for (
  const [country, code, name] of [
    ["CN", "GD", "广东省"],
    ["CN", "XJ", "新疆维吾尔自治区"],
    ["US", "CA", "加利福尼亚州"],
    ["JP", "13", "东京都"],
    ["DE", "BY", "巴伐利亚州"],
    ["GB", "ENG", "英格兰"],
    ["FR", "20R", "科西嘉"],
    ["AT", "9", "维也纳"],
    ["GB", "LND", undefined],
    ["US", "ca", undefined],
    ["US", "", undefined],
    ["us", "CA", undefined],
    ["IN", "DL", undefined],
    ["constructor", "name", undefined],
    ["US", "constructor", undefined],
  ] as const
) {
  Deno.test(`subdivisionInChinese - ${country}-${code} is ${name}`, () => {
    assert.equal(subdivisionInChinese(country, code), name);
  });
}

for (const country of COUNTRIES_NAMED) {
  Deno.test(`subdivisionInChinese - every subdivision of ${country} has a unique name`, () => {
    const codes = firstLevelOf(country);
    const names = codes.map((code) => subdivisionInChinese(country, code));
    const unnamed = codes.filter((_, i) =>
      !/^\p{Script=Han}+(?:-\p{Script=Han}+)*$/u.test(names[i] ?? "")
    );
    assert.deepEqual(unnamed, []);
    assert.equal(new Set(names).size, codes.length);
  });
}
