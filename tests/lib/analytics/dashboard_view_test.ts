import assert from "node:assert/strict";
import fc from "fast-check";
import { iso31662 } from "iso-3166";
import {
  countryName,
  regionName,
} from "../../../lib/analytics/dashboard_view.ts";
import { forAll } from "../../support/for_all.ts";

/** Of UTF-16, lone surrogates included. */
const codeUnit = fc.integer({ min: 0, max: 0xffff })
  .map((unit) => String.fromCharCode(unit));

Deno.test("countryName - by code, in each language", () => {
  for (
    const [code, locale, name] of [
      ["DE", "en", "Germany"],
      ["DE", "zh", "德国"],
      ["US", "en", "United States"],
      ["T1", "en", "Tor network"],
      ["T1", "zh", "Tor 网络"],
      ["XX", "en", "XX"],
      ["Elsewhere", "en", "Elsewhere"],
      ["", "en", null],
      ["\u202e", "en", null],
      ["X".repeat(201), "en", null],
    ] as const
  ) assert.equal(countryName(code, locale), name, code);
});

Deno.test("regionName - by code", () => {
  for (
    const [code, name] of [
      ["US-CA", "California"],
      ["DE-BY", "Bavaria"],
      ["FR-IDF", "Île-de-France"],
      ["GB-ENG", "England"],
      // CLDR has the name of another region here.
      ["IR-03", "Āz̄ārbāyjān-e Shārqī"],
      ["LU-D", "Diekirch"],
      ["US-ZZZ", "US-ZZZ"],
      ["CA", "CA"],
      ["USC-A", "USC-A"],
      ["__PROTO__", "__PROTO__"],
      ["", null],
      ["US-\u202e", null],
    ] as const
  ) assert.equal(regionName(code), name, code);
});

Deno.test("countryName, regionName - any input gives a readable name or null", () =>
  forAll([fc.string({ unit: codeUnit })], (text) => {
    for (const name of [countryName(text, "en"), regionName(text)]) {
      assert(name === null || name.length > 0 && name.length <= 200);
      assert.doesNotMatch(name ?? "", /[\p{Cc}\p{Bidi_Control}]/u);
    }
  }));

Deno.test("regionName - in Chinese if there is such a name", () => {
  for (
    const [code, name] of [
      ["CN-GD", "广东省"],
      ["CN-BJ", "北京市"],
      ["GB-ENG", "英格兰"],
      ["DE-BY", "巴伐利亚州"],
      ["IN-DL", "Delhi"],
      ["IR-03", "Āz̄ārbāyjān-e Shārqī"],
      ["CN-ZZ", "CN-ZZ"],
      ["CONSTRUCTOR", "CONSTRUCTOR"],
      ["", null],
    ] as const
  ) assert.equal(regionName(code, "zh"), name, code);
});

Deno.test("regionName - every province-level division of China has its Chinese name", () => {
  const codes = iso31662.filter(({ parent }) => parent === "CN")
    .map(({ code }) => code);
  assert.equal(codes.length, 34);
  const names = codes.map((code) => regionName(code, "zh") ?? "");
  assert(names.every((name) => /^\p{Script=Han}{3,8}$/u.test(name)));
  assert.equal(new Set(names).size, 34);
});
