import assert from "node:assert/strict";
import { countries } from "countries-list";
import {
  codeOfCountry,
  isCountryCode,
} from "../../../../lib/data/regional/country_names.ts";

Deno.test("codeOfCountry - knows Chinese names, those of the files, and English ones", () => {
  for (
    const [name, code] of [
      ["中国", "CN"],
      ["美国", "US"],
      ["韩国", "KR"],
      ["刚果金", "CD"],
      ["阿联酋", "AE"],
      ["中国香港", "HK"],
      ["Germany", "DE"],
    ]
  ) assert.equal(codeOfCountry(name), code, name);
});

Deno.test("codeOfCountry - knows no groups of countries, and nothing else", () => {
  for (
    const name of ["", "欧盟", "欧洲", "亚太地区", "IANA", "内网IP", "Reserved"]
  ) assert.equal(codeOfCountry(name), undefined, name);
});

Deno.test("codeOfCountry - gives every country its code by CLDR's Chinese name", () => {
  const display = new Intl.DisplayNames("zh-Hans", { type: "region" });
  for (const code of Object.keys(countries)) {
    assert.equal(codeOfCountry(display.of(code) ?? ""), code, code);
  }
});

Deno.test("isCountryCode - knows countries only", () => {
  assert.equal(isCountryCode("TW"), true);
  assert.equal(isCountryCode("EU"), false);
  assert.equal(isCountryCode("cn"), false);
  assert.equal(isCountryCode("constructor"), false);
});
