import assert from "node:assert/strict";
import fc from "fast-check";
import {
  factsOfRecord,
  flagsOfRecord,
} from "../../../../lib/data/records/geo_record.ts";
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

Deno.test("factsOfRecord - reads every field and rounds the coordinates to four places", () => {
  assert.deepEqual(factsOfRecord(whole), {
    countryCode: "US",
    region: "California",
    district: "Santa Clara",
    city: "Mountain View",
    zip: "94043",
    timezone: "America/Los_Angeles",
    latitude: 37.422,
    longitude: -122.085,
  });
});

Deno.test("factsOfRecord - an empty string means unknown", () => {
  const empty = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      typeof value === "string" ? "" : value,
    ]),
  );
  assert.deepEqual(factsOfRecord(empty), {
    latitude: 37.422,
    longitude: -122.085,
  });
});

Deno.test("factsOfRecord - reads a record of the country edition", () => {
  assert.deepEqual(factsOfRecord({ country_code: "DE" }), {
    countryCode: "DE",
  });
});

Deno.test("factsOfRecord - separates the district from the city's name", () => {
  const city = "San Jose (Tasman and Zanker)";
  assert.deepEqual(factsOfRecord({ city }), {
    city: "San Jose",
    district: "Tasman and Zanker",
  });
  assert.deepEqual(factsOfRecord({ city, state2: "Santa Clara" }), {
    city: "San Jose",
    district: "Santa Clara",
  });
});

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
];
for (const [why, record] of refused) {
  Deno.test(`factsOfRecord - leaves out ${why}`, () => {
    assert.deepEqual(factsOfRecord(record), {});
  });
}

Deno.test("factsOfRecord - never returns minus zero", () => {
  const facts = factsOfRecord({ latitude: -0.00001, longitude: -0.00004 });
  assert(Object.is(facts.latitude, 0));
  assert(Object.is(facts.longitude, 0));
});

Deno.test("factsOfRecord - facts of the right type for any record", () => {
  const field = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.double(),
  );
  const record = fc.oneof(
    fc.anything(),
    fc.record(
      Object.fromEntries(Object.keys(whole).map((key) => [key, field])),
      { requiredKeys: [] },
    ),
  );
  const numbers = new Set(["latitude", "longitude"]);
  fc.assert(fc.property(record, (any) => {
    for (const [fact, value] of Object.entries(factsOfRecord(any))) {
      assert.equal(typeof value, numbers.has(fact) ? "number" : "string");
      assert.notEqual(value, "");
    }
  }));
});

const geoLite2 = samples.geoLite2;

Deno.test("factsOfRecord - reads MaxMind's City record", () => {
  assert.deepEqual(factsOfRecord(geoLite2), samples.factsOfGeoLite2);
});

Deno.test("factsOfRecord - reads MaxMind's ASN record", () => {
  assert.deepEqual(
    factsOfRecord({
      autonomous_system_number: 15169,
      autonomous_system_organization: "GOOGLE",
    }),
    { asn: 15169, asnOrg: "GOOGLE", isp: "GOOGLE", org: "GOOGLE" },
  );
});

Deno.test("factsOfRecord - reads MaxMind's ISP record", () => {
  assert.deepEqual(
    factsOfRecord({
      autonomous_system_number: 701,
      autonomous_system_organization: "UUNET",
      isp: "Verizon Fios",
      organization: "Example Co.",
    }),
    { asn: 701, asnOrg: "UUNET", isp: "Verizon Fios", org: "Example Co." },
  );
});

Deno.test("factsOfRecord - reads the network of MaxMind's Enterprise record", () => {
  const { country } = geoLite2;
  const traits = {
    autonomous_system_number: 701,
    autonomous_system_organization: "UUNET",
    isp: "Verizon Fios",
    connection_type: "Cable/DSL",
  };
  assert.deepEqual(factsOfRecord({ country, traits }), {
    countryCode: "US",
    country: "United States",
    asn: 701,
    asnOrg: "UUNET",
    isp: "Verizon Fios",
    org: "UUNET",
  });
});

Deno.test("factsOfRecord - reads DB-IP's nested record", () => {
  assert.deepEqual(
    factsOfRecord({
      city: { names: { en: "San Jose (Tasman and Zanker)" } },
      continent: { code: "NA", names: { en: "North America" } },
      country: {
        is_in_european_union: false,
        iso_code: "US",
        names: { en: "United States" },
      },
      location: { latitude: 37.4089, longitude: -121.9393, weather_code: "X" },
      subdivisions: [{ names: { en: "California" } }],
      traits: { autonomous_system_number: 64500, isp: "Example" },
    }),
    samples.factsOfDbip,
  );
});

const google = {
  asn: 15169,
  asnOrg: "Google LLC",
  isp: "Google LLC",
  org: "Google LLC",
  asnDomain: "google.com",
};

Deno.test("factsOfRecord - reads IPinfo's Lite record, in which country and continent are names", () => {
  assert.deepEqual(
    factsOfRecord({
      asn: "AS15169",
      as_name: "Google LLC",
      as_domain: "google.com",
      continent: "North America",
      continent_code: "NA",
      country: "United States",
      country_code: "US",
    }),
    {
      continentCode: "NA",
      continent: "North America",
      countryCode: "US",
      country: "United States",
      ...google,
    },
  );
});

Deno.test("factsOfRecord - reads IPinfo's older record, in which country and continent are codes", () => {
  assert.deepEqual(
    factsOfRecord({
      asn: "AS15169",
      as_name: "Google LLC",
      as_domain: "google.com",
      continent: "NA",
      continent_name: "North America",
      country: "US",
      country_name: "United States",
    }),
    {
      continentCode: "NA",
      continent: "North America",
      countryCode: "US",
      country: "United States",
      ...google,
    },
  );
});

Deno.test("factsOfRecord - reads IPinfo's location, with coordinates as text or numbers", () => {
  const facts = {
    countryCode: "US",
    region: "California",
    regionCode: "CA",
    city: "Mountain View",
    zip: "94043",
    timezone: "America/Los_Angeles",
    latitude: 37.4056,
    longitude: -122.0775,
  };
  const record = {
    city: "Mountain View",
    region: "California",
    region_code: "CA",
    country: "US",
    postal_code: "94043",
    timezone: "America/Los_Angeles",
  };
  for (
    const place of [
      { lat: "37.40561", lng: "-122.07752" },
      { lat: 37.40561, lng: -122.07752 },
      { latitude: 37.40561, longitude: -122.07752 },
    ]
  ) assert.deepEqual(factsOfRecord({ ...record, ...place }), facts);
});

const refusedNested: [why: string, record: unknown][] = [
  ["maps of something else", {
    country: "",
    city: { names: "x" },
    location: [],
  }],
  ["a country of no code", { country: { iso_code: "us", names: { en: "X" } } }],
  ["subdivisions that are none", { subdivisions: [null], city: {} }],
  ["an invalid region code", {
    subdivisions: [{ iso_code: "California" }],
  }],
  ["a radius without a place", { location: { accuracy_radius: 5 } }],
  ["coordinates out of range", { location: { latitude: 91, longitude: 0 } }],
  ["an invalid continent", { continent: { code: "XX" } }],
  ["AS 0", { asn: "AS0", traits: { autonomous_system_number: 0 } }],
  ["an invalid ASN", { asn: "15169", country: "" }],
  ["an ASN over 32 bits", { autonomous_system_number: 2 ** 32 }],
  ["coordinates in words", { lat: "north", lng: "1e1", country: "" }],
];
for (const [why, record] of refusedNested) {
  Deno.test(`factsOfRecord - leaves out ${why}`, () => {
    assert.deepEqual(factsOfRecord(record), {});
  });
}

Deno.test("factsOfRecord - rounds a radius to kilometers", () => {
  const location = { latitude: 1, longitude: 2, accuracy_radius: 0.4 };
  assert.equal(factsOfRecord({ location }).accuracyRadiusKm, 1);
  assert.equal(
    factsOfRecord({ location: { ...location, accuracy_radius: 50.6 } })
      .accuracyRadiusKm,
    51,
  );
  assert.equal(
    factsOfRecord({ location: { ...location, accuracy_radius: 1e6 } })
      .accuracyRadiusKm,
    undefined,
  );
});

const flagged: [what: string, record: unknown, flags: unknown][] = [
  ["MaxMind's Anonymous IP record", {
    is_anonymous: true,
    is_anonymous_vpn: true,
    is_hosting_provider: true,
  }, { hosting: true, vpn: true }],
  ["MaxMind's proxies", { is_residential_proxy: true }, { proxy: true }],
  ["MaxMind's Tor exits", { is_tor_exit_node: true }, { tor: true }],
  ["MaxMind's traits", {
    traits: { user_type: "cellular", is_satellite_provider: true },
  }, { satellite: true, mobile: true }],
  ["MaxMind's Connection-Type record", { connection_type: "Cellular" }, {
    mobile: true,
  }],
  ["DB-IP's traits", {
    traits: { user_type: "business", connection_type: "Corporate" },
  }, { commercial: true }],
  ["IPinfo's privacy record", {
    hosting: "true",
    proxy: "",
    relay: "",
    tor: "",
    vpn: "",
  }, { hosting: true, vpn: false, proxy: false, tor: false, relay: false }],
  ["the word false", { vpn: "false" }, { vpn: false }],
  ["a relay", { proxy: "", relay: "true" }, { proxy: false, relay: true }],
  ["IPinfo's yes and no", { is_mobile: false, is_satellite: true }, {
    mobile: false,
    satellite: true,
  }],
  ["no flags", geoLite2, {}],
  ["nothing from other values", {
    vpn: "NordVPN",
    tor: 1,
    user_type: "constructor",
  }, {}],
  ["no record", null, {}],
];
for (const [what, record, flags] of flagged) {
  Deno.test(`flagsOfRecord - reads ${what}`, () => {
    assert.deepEqual(flagsOfRecord(record), flags);
  });
}

Deno.test("factsOfRecord, flagsOfRecord - never throw for any record of known fields", () => {
  const names = fc.constantFrom(
    "en",
    "names",
    "iso_code",
    "code",
    "country",
    "continent",
    "subdivisions",
    "city",
    "location",
    "latitude",
    "longitude",
    "lat",
    "lng",
    "asn",
    "traits",
    "is_vpn",
    "user_type",
    "autonomous_system_number",
    "time_zone",
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
  const numbers = ["latitude", "longitude", "accuracyRadiusKm", "asn"];
  fc.assert(fc.property(record, (any) => {
    for (const [fact, value] of Object.entries(factsOfRecord(any))) {
      assert.equal(typeof value, numbers.includes(fact) ? "number" : "string");
      assert.notEqual(value, "");
    }
    for (const value of Object.values(flagsOfRecord(any))) {
      assert.equal(typeof value, "boolean");
    }
  }));
});

Deno.test("factsOfRecord - only existing time zones, in IANA's spelling", () => {
  const flat = (timezone: string) =>
    factsOfRecord({ country_code: "DE", timezone }).timezone;
  assert.equal(flat("europe/berlin"), "Europe/Berlin");
  assert.equal(flat("Mars/Olympus"), undefined);
  const nested = (time_zone: string) =>
    factsOfRecord({ country: { iso_code: "DE" }, location: { time_zone } })
      .timezone;
  assert.equal(nested("Europe/Berlin"), "Europe/Berlin");
  assert.equal(nested("+02:00"), undefined);
});
