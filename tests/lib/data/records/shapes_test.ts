import assert from "node:assert/strict";
import {
  factsOfIpinfo,
  factsOfNested,
  isIpinfo,
} from "../../../../lib/data/records/shapes.ts";

Deno.test("isIpinfo - by a field that only its records have, also with a number as latitude", () => {
  const records = [{ country: "FR" }, { lat: 1 }, { asn: 1 }, { city: "a" }];
  assert.deepEqual(records.map(isIpinfo), [true, true, false, false]);
});

Deno.test("factsOfIpinfo - only existing time zones, in IANA's spelling", () => {
  const cases = [
    ["Europe/Berlin", { timezone: "Europe/Berlin" }],
    ["europe/berlin", { timezone: "Europe/Berlin" }],
    ["Asia/Kolkata", { timezone: "Asia/Kolkata" }],
    ["Factory", {}],
    ["half past nine", {}],
    ["+01:00", {}],
    [7, {}],
  ];
  for (const [timezone, expected] of cases) {
    assert.deepEqual(factsOfIpinfo({ timezone }), expected);
  }
});

Deno.test("factsOfIpinfo - coordinates under their short and their long names", () => {
  const facts = { latitude: 37.4, longitude: -122.1 };
  assert.deepEqual(factsOfIpinfo({ lat: "37.4", lng: "-122.1" }), facts);
  assert.deepEqual(factsOfIpinfo(facts), facts);
});

Deno.test("factsOfIpinfo - codes and names, of which either may be in a field", () => {
  const facts = { countryCode: "DE", country: "Germany" };
  const records = [
    { country_code: "DE", country: "Germany" },
    { country: "DE", country_name: "Germany" },
    { country: "Germany", country_name: "DE", country_code: "DE" },
  ];
  for (const record of records) assert.deepEqual(factsOfIpinfo(record), facts);
});

Deno.test("factsOfNested - falls back to the country of registration, without the location's continent", () => {
  const country = { iso_code: "US", names: { en: "United States" } };
  const registered_country = { iso_code: "CA", names: { en: "Canada" } };
  const continent = { code: "NA", names: { en: "North America" } };
  const continentFacts = { continentCode: "NA", continent: "North America" };
  const us = { countryCode: "US", country: "United States" };
  const ca = { countryCode: "CA", country: "Canada" };
  const both = { continent, registered_country };
  const facts = [{ ...both, country }, both, { continent }].map(factsOfNested);
  assert.deepEqual(facts, [{ ...us, ...continentFacts }, ca, continentFacts]);
});

Deno.test("factsOfNested - the network of the traits, otherwise of the record", () => {
  const network = (at: number) => ({
    autonomous_system_number: at,
    autonomous_system_organization: `system ${at}`,
    isp: `provider ${at}`,
    organization: `organization ${at}`,
  });
  const facts = (at: number) => ({
    asn: at,
    asnOrg: `system ${at}`,
    isp: `provider ${at}`,
    org: `organization ${at}`,
  });
  const both = { ...network(1), traits: network(2) };
  assert.deepEqual(factsOfNested({ ...network(1), traits: {} }), facts(1));
  assert.deepEqual(factsOfNested({ traits: network(2) }), facts(2));
  assert.deepEqual(factsOfNested(both), facts(2));
});
