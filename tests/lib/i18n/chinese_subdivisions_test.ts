import assert from "node:assert/strict";
import { iso31662 } from "iso-3166";
import {
  COUNTRIES_NAMED,
  subdivisionInChinese,
} from "../../../lib/i18n/chinese_subdivisions.ts";

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
