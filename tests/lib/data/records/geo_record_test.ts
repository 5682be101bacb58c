import assert from "node:assert/strict";
import fc from "fast-check";
import {
  factsOfRecord,
  flagsOfRecord,
} from "../../../../lib/data/records/geo_record.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./geo_record.json" with { type: "json" };

const whole = {
  city: "Mountain View",
  country_code: "US",
  latitude: 37.422000885009766,
  longitude: -122.08499908447266,
  postcode: "94043",
  state1: "California",
  state2: "Santa Clara",
  timezone: "America/Los_Angeles",
};

const whereabouts = { latitude: 37.422, longitude: -122.085 };
const empty = Object.fromEntries(
  Object.entries(whole).map(([key, value]) => [
    key,
    typeof value === "string" ? "" : value,
  ]),
);
const city = "San Jose (Tasman and Zanker)";
const { geoLite2, factsOfGeoLite2, factsOfDbip } = samples;
const network = {
  autonomous_system_number: 701,
  autonomous_system_organization: "UUNET",
  isp: "Verizon Fios",
};
const us = { countryCode: "US", country: "United States" };
const place = {
  city: "Mountain View",
  region: "California",
  timezone: "America/Los_Angeles",
};
const ipinfo = {
  ...place,
  region_code: "CA",
  country: "US",
  postal_code: "94043",
};
const factsOfIpinfo = {
  ...place,
  countryCode: "US",
  regionCode: "CA",
  zip: "94043",
  latitude: 37.4056,
  longitude: -122.0775,
};
const google = {
  asn: "AS15169",
  as_name: "Google LLC",
  as_domain: "google.com",
};
const factsOfGoogle = {
  ...us,
  continentCode: "NA",
  continent: "North America",
  asn: 15169,
  asnOrg: "Google LLC",
  isp: "Google LLC",
  org: "Google LLC",
  asnDomain: "google.com",
};

const records: [what: string, record: unknown, facts: unknown][] = [
  ["every field, and rounds the coordinates to four places", whole, {
    countryCode: "US",
    region: "California",
    district: "Santa Clara",
    city: "Mountain View",
    zip: "94043",
    timezone: "America/Los_Angeles",
    ...whereabouts,
  }],
  ["an empty string as unknown", empty, whereabouts],
  ["a record of the country edition", { country_code: "DE" }, {
    countryCode: "DE",
  }],
  ["the district from the city's name", { city }, {
    city: "San Jose",
    district: "Tasman and Zanker",
  }],
  ["the district, rather than from the city's name", {
    city,
    state2: "Santa Clara",
  }, { city: "San Jose", district: "Santa Clara" }],
  ["MaxMind's City record", geoLite2, factsOfGeoLite2],
  ["MaxMind's ASN record", { ...network, isp: undefined }, {
    asn: 701,
    asnOrg: "UUNET",
    isp: "UUNET",
    org: "UUNET",
  }],
  ["MaxMind's ISP record", { ...network, organization: "Example Co." }, {
    asn: 701,
    asnOrg: "UUNET",
    isp: "Verizon Fios",
    org: "Example Co.",
  }],
  ["the network of MaxMind's Enterprise record", {
    country: geoLite2.country,
    traits: { ...network, connection_type: "Cable/DSL" },
  }, { ...us, asn: 701, asnOrg: "UUNET", isp: "Verizon Fios", org: "UUNET" }],
  ["DB-IP's nested record", {
    city: { names: { en: city } },
    continent: { code: "NA", names: { en: "North America" } },
    country: {
      is_in_european_union: false,
      iso_code: "US",
      names: { en: "United States" },
    },
    location: { latitude: 37.4089, longitude: -121.9393, weather_code: "X" },
    subdivisions: [{ names: { en: "California" } }],
    traits: { autonomous_system_number: 64500, isp: "Example" },
  }, factsOfDbip],
  ["IPinfo's Lite record, in which country and continent are names", {
    ...google,
    continent: "North America",
    continent_code: "NA",
    country: "United States",
    country_code: "US",
  }, factsOfGoogle],
  ["IPinfo's older record, in which country and continent are codes", {
    ...google,
    continent: "NA",
    continent_name: "North America",
    country: "US",
    country_name: "United States",
  }, factsOfGoogle],
  [
    "IPinfo's location, with coordinates as text",
    { ...ipinfo, lat: "37.40561", lng: "-122.07752" },
    factsOfIpinfo,
  ],
  [
    "IPinfo's location, with coordinates as numbers",
    { ...ipinfo, lat: 37.40561, lng: -122.07752 },
    factsOfIpinfo,
  ],
  [
    "IPinfo's location, with the long names of coordinates",
    { ...ipinfo, latitude: 37.40561, longitude: -122.07752 },
    factsOfIpinfo,
  ],
];
for (const [what, record, facts] of records) {
  Deno.test(`factsOfRecord - reads ${what}`, () =>
    assert.deepEqual(factsOfRecord(record), facts));
}

const refused: [why: string, record: unknown][] = [
  ["no record", null],
  ["a string", "US"],
  ["a number where text belongs", { city: 5, state1: {}, country_code: true }],
  ["a country in small letters", { country_code: "us" }],
  ["a country of three letters", { country_code: "USA" }],
  ["text without end", { city: "x".repeat(201) }],
  ["control characters", { city: "a\u0000b", state1: "a\nb" }],
  ["blanks alone", { city: "  " }],
  ["coordinates out of range", { latitude: 90.01, longitude: 0 }],
  ["a longitude out of range", { latitude: 0, longitude: -180.5 }],
  ["coordinates that are not numbers", { latitude: NaN, longitude: "5" }],
  ["a latitude alone", { latitude: 5 }],
  ["names that are text", { country: "", city: { names: "x" } }],
  ["a location that is a list", { country: "", location: [] }],
  ["a country of no code", { country: { iso_code: "us", names: { en: "X" } } }],
  ["subdivisions that are none", { subdivisions: [null], city: {} }],
  ["an invalid region code", { subdivisions: [{ iso_code: "California" }] }],
  ["a radius without a place", { location: { accuracy_radius: 5 } }],
  ["nested coordinates over 90", { location: { latitude: 91, longitude: 0 } }],
  ["an invalid continent", { continent: { code: "XX" } }],
  ["AS 0", { asn: "AS0", traits: { autonomous_system_number: 0 } }],
  ["an invalid ASN", { asn: "15169", country: "" }],
  ["an ASN over 32 bits", { autonomous_system_number: 2 ** 32 }],
  ["coordinates in words", { lat: "north", lng: "1e1", country: "" }],
];
for (const [why, record] of refused) {
  Deno.test(`factsOfRecord - leaves out ${why}`, () =>
    assert.deepEqual(factsOfRecord(record), {}));
}

Deno.test("factsOfRecord - never returns minus zero", () => {
  const facts = factsOfRecord({ latitude: -0.00001, longitude: -0.00004 });
  assert(Object.is(facts.latitude, 0));
  assert(Object.is(facts.longitude, 0));
});

const numbers = ["latitude", "longitude", "accuracyRadiusKm", "asn"];

function assertTypes(facts: Record<string, unknown>) {
  for (const [fact, value] of Object.entries(facts)) {
    assert.equal(typeof value, numbers.includes(fact) ? "number" : "string");
    assert.notEqual(value, "");
  }
}

Deno.test("factsOfRecord - facts of the right type for any record", () => {
  const field = fc.oneof(fc.anything(), fc.string(), fc.double());
  const fields = Object.keys(whole).map((key) => [key, field]);
  const flat = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  forAll(
    [fc.oneof(fc.anything(), flat)],
    (any) => assertTypes(factsOfRecord(any)),
  );
});

Deno.test("factsOfRecord - rounds a radius to kilometers", () => {
  for (const [accuracy_radius, km] of [[0.4, 1], [50.6, 51], [1e6]]) {
    const location = { latitude: 1, longitude: 2, accuracy_radius };
    assert.equal(factsOfRecord({ location }).accuracyRadiusKm, km);
  }
});

const privacy = { proxy: "", relay: "", tor: "", vpn: "" };
const hidden = { is_anonymous: true, is_anonymous_vpn: true };
const noPrivacy = { vpn: false, proxy: false, tor: false, relay: false };
const flagged: [what: string, flags: unknown, record: unknown][] = [
  [
    "MaxMind's Anonymous IP record",
    { hosting: true, vpn: true },
    { ...hidden, is_hosting_provider: true },
  ],
  ["MaxMind's proxies", { proxy: true }, { is_residential_proxy: true }],
  ["MaxMind's Tor exits", { tor: true }, { is_tor_exit_node: true }],
  [
    "MaxMind's traits",
    { satellite: true, mobile: true },
    { traits: { user_type: "cellular", is_satellite_provider: true } },
  ],
  [
    "MaxMind's Connection-Type record",
    { mobile: true },
    { connection_type: "Cellular" },
  ],
  [
    "DB-IP's traits",
    { commercial: true },
    { traits: { user_type: "business", connection_type: "Corporate" } },
  ],
  [
    "IPinfo's privacy record",
    { ...noPrivacy, hosting: true },
    { ...privacy, hosting: "true" },
  ],
  ["the word false", { vpn: false }, { vpn: "false" }],
  ["a relay", { proxy: false, relay: true }, { proxy: "", relay: "true" }],
  [
    "IPinfo's yes and no",
    { mobile: false, satellite: true },
    { is_mobile: false, is_satellite: true },
  ],
  ["no flags", {}, geoLite2],
  [
    "nothing from other values",
    {},
    { vpn: "NordVPN", tor: 1, user_type: "constructor" },
  ],
  ["no record", {}, null],
];
for (const [what, flags, record] of flagged) {
  Deno.test(`flagsOfRecord - reads ${what}`, () =>
    assert.deepEqual(flagsOfRecord(record), flags));
}

Deno.test("factsOfRecord, flagsOfRecord - never throw for any record of known fields", () => {
  const names = fc.constantFrom(
    ..."en names iso_code code country continent subdivisions city".split(" "),
    ..."location latitude longitude lat lng asn traits is_vpn".split(" "),
    ..."user_type autonomous_system_number time_zone".split(" "),
  );
  const { record } = fc.letrec((tie) => ({
    record: fc.dictionary(names, tie("value")),
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("US", "true", "", "AS1", 5, -1, null, true),
      fc.string(),
      fc.double(),
      tie("record"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  }));
  forAll([record], (any) => {
    assertTypes(factsOfRecord(any));
    for (const value of Object.values(flagsOfRecord(any))) {
      assert.equal(typeof value, "boolean");
    }
  });
});

Deno.test("factsOfRecord - only existing time zones, in IANA's spelling", () => {
  const flat = (timezone: string) =>
    factsOfRecord({ country_code: "DE", timezone }).timezone;
  assert.equal(flat("europe/berlin"), "Europe/Berlin");
  assert.equal(flat("Mars/Olympus"), undefined);
  const country = { iso_code: "DE" };
  const nested = (time_zone: string) =>
    factsOfRecord({ country, location: { time_zone } }).timezone;
  assert.equal(nested("Europe/Berlin"), "Europe/Berlin");
  assert.equal(nested("+02:00"), undefined);
});
