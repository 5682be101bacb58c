import assert from "node:assert/strict";
import { regionName } from "../../../lib/shared/language.ts";

Deno.test("regionName - is the name of a country in each language", () => {
  assert.equal(regionName("GB", "en"), "United Kingdom");
  assert.equal(regionName("gb", "zh"), "英国");
});

Deno.test("regionName - is null for what is no code of a country", () => {
  for (const code of ["", "ZZZ", "A1", "QQ", "constructor"]) {
    assert.equal(regionName(code, "en"), null, code);
  }
});
