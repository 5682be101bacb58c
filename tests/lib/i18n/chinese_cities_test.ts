import assert from "node:assert/strict";
import { countries } from "countries-list";
import {
  cityInChinese,
  COUNTRIES_OF_CITIES,
} from "../../../lib/i18n/chinese_cities.ts";

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
