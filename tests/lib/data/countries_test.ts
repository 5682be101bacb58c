import assert from "node:assert/strict";
import { countryFacts, withCountry } from "../../../lib/data/countries.ts";

Deno.test("countryFacts - names a country and its continent", () => {
  assert.deepEqual(countryFacts("BR"), {
    country: "Brazil",
    continent: "South America",
    continentCode: "SA",
  });
});

Deno.test("countryFacts - knows nothing of other texts", () => {
  for (const code of ["ZZ", "", "br", "toString", "__proto__"]) {
    assert.equal(countryFacts(code), undefined, code);
  }
});

Deno.test("withCountry - adds the names and overrules nothing", () => {
  assert.deepEqual(withCountry({ countryCode: "JP", continent: "Asien" }), {
    countryCode: "JP",
    country: "Japan",
    continent: "Asien",
    continentCode: "AS",
  });
});

Deno.test("withCountry - adds nothing where the country is not known", () => {
  assert.deepEqual(withCountry({ countryCode: "ZZ" }), { countryCode: "ZZ" });
  assert.deepEqual(withCountry({ city: "X" }), { city: "X" });
});
