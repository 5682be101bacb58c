import assert from "node:assert/strict";
import { iso31662 } from "iso-3166";
import { geofeedRegion } from "../../../../lib/data/feeds/geofeed_regions.ts";
import { RegionCodes } from "../../../../lib/data/places/region_codes.ts";

for (
  const [code, name] of [
    ["US-CA", "California"],
    ["DE-BY", "Bavaria"],
    ["JP-13", "Tokyo"],
    ["GB-ENG", "England"],
    // What Apple writes.
    ["GB-EN", "England"],
    ["GB-SC", "Scotland"],
    ["GB-NI", "Northern Ireland"],
    // A department, in its region.
    ["FR-69", "Auvergne-Rhône-Alpes"],
    ["US-XX", undefined],
    ["US-", undefined],
    ["", undefined],
    ["California", undefined],
  ] as const
) {
  Deno.test(`geofeedRegion - ${code || "no code"} is ${name}`, () => {
    assert.equal(geofeedRegion(code.slice(0, 2), code), name);
    assert.equal(geofeedRegion(code.slice(0, 2), code), name);
  });
}

Deno.test("geofeedRegion - not for a code of another country", () => {
  assert.equal(geofeedRegion("US", "DE-BY"), undefined);
});

Deno.test("geofeedRegion - names from which the code follows, for nearly all first-level regions", () => {
  const codes = new RegionCodes();
  const top = iso31662.filter(({ parent }) => parent.length === 2);
  const named = top.filter(({ code, parent }) => {
    const name = geofeedRegion(parent, code);
    if (name === undefined) return false;
    assert.equal(codes.codeOf(parent, name), code.slice(3), code);
    return true;
  });
  assert(named.length > 0.95 * top.length, `${named.length}/${top.length}`);
});
