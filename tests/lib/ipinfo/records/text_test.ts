import assert from "node:assert/strict";
import { factText, profileText } from "../../../../lib/ipinfo/records/text.ts";
import { profileOf } from "../../../support/profile.ts";

Deno.test("profileText - names both countries instead of a place if it is uncertain which", () => {
  const facts = {
    ...{ country: "Germany", countryCode: "DE", city: "Bonn", region: "NW" },
    ...{ continent: "Europe", continentCode: "EU", timezone: "Europe/Berlin" },
    ...{ latitude: 50.7, longitude: 7.1, asn: 64500 },
  };
  const linesOf = (alternative?: string) =>
    profileText(profileOf("81.2.69.142", facts, {
      confidence: { country: 22, alternative, lineType: null },
    })).split("\n").slice(1, -5);
  assert.deepEqual(linesOf("US"), [
    "Continent          uncertain: Europe or North America",
    "Continent code     uncertain: EU or NA",
    "Country            uncertain: Germany or United States",
    "Country code       uncertain: DE or US",
    "ASN                AS64500",
  ]);
  assert.deepEqual(linesOf("FR").slice(0, 3), [
    "Continent          Europe",
    "Continent code     EU",
    "Country            uncertain: Germany or France",
  ]);
  assert.deepEqual(linesOf().slice(2, 5), [
    "Country            Germany",
    "Country code       DE",
    "Region             NW",
  ]);
});

Deno.test("factText - is a fact, or 404 if it is not known", () => {
  const facts = { latitude: 50.7, longitude: 7.1, city: "Bonn" };
  assert.equal(factText("city", facts), "Bonn");
  assert.equal(factText("coordinates", facts), "50.7,7.1");
  for (const name of ["country", "hostname"] as const) {
    assert.throws(() => factText(name, facts), { status: 404 });
  }
  assert.throws(() => factText("coordinates", {}), { status: 404 });
});
