import assert from "node:assert/strict";
import { iso31661 } from "iso-3166";
import { registryOfCountry } from "../../../lib/net/registry_regions.ts";

Deno.test("registryOfCountry - the registry of the region", () => {
  for (
    const [code, rir] of [
      ["US", "ARIN"],
      ["JM", "ARIN"],
      ["MX", "LACNIC"],
      ["TT", "LACNIC"],
      ["GB", "RIPE"],
      ["KZ", "RIPE"],
      ["AE", "RIPE"],
      ["AF", "APNIC"],
      ["CN", "APNIC"],
      ["EG", "AFRINIC"],
      ["RE", "AFRINIC"],
    ]
  ) assert.equal(registryOfCountry(code), rir, code);
});

Deno.test("registryOfCountry - knows every country", () => {
  for (const { alpha2: code } of iso31661) {
    assert(registryOfCountry(code), code);
  }
});

Deno.test("registryOfCountry - undefined for other codes", () => {
  for (const code of ["", "us", "EU", "ZZ", "constructor"]) {
    assert.equal(registryOfCountry(code), undefined, code);
  }
});
