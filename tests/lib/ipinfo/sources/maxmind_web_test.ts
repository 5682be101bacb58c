import assert from "node:assert/strict";
import {
  MAXMIND_URL,
  MaxmindWebSource,
} from "../../../../lib/ipinfo/sources/maxmind_web.ts";
import {
  testWithoutLeaks as test,
  upstream,
} from "../../../support/upstream.ts";
import {
  assertFails,
  assertRests,
  lookups,
  type Make,
  SECRET,
  testSource,
  weightsIn,
} from "./remote_source.ts";
import { claimed, stated } from "../../../support/evidence.ts";

const CITY_TYPE =
  "application/vnd.maxmind.com-city+json; charset=UTF-8; version=2.1";
const ERROR_TYPE =
  "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0";

const INSIGHTS = {
  continent: {
    code: "NA",
    geoname_id: 6255149,
    names: { de: "Nordamerika", en: "North America" },
  },
  country: {
    confidence: 99,
    iso_code: "US",
    geoname_id: 6252001,
    names: { de: "USA", en: "United States" },
  },
  registered_country: { iso_code: "CA", names: { en: "Canada" } },
  subdivisions: [
    { iso_code: "MN", confidence: 90, names: { en: "Minnesota" } },
    { iso_code: "XX", names: { en: "Somewhere below" } },
  ],
  city: { confidence: 25, geoname_id: 5037649, names: { en: "Minneapolis" } },
  postal: { code: "55401", confidence: 10 },
  location: {
    accuracy_radius: 20,
    latitude: 44.97997,
    longitude: -93.26384,
    metro_code: 613,
    time_zone: "America/Chicago",
  },
  traits: {
    autonomous_system_number: 64500,
    autonomous_system_organization: "Example Net",
    connection_type: "Cable/DSL",
    domain: "example.net",
    ip_address: "8.8.8.8",
    isp: "Example Cable",
    network: "8.8.8.0/24",
    organization: "Example Household",
    user_type: "residential",
    is_anycast: true,
    is_anonymous: true,
    is_residential_proxy: true,
  },
  anonymizer: {
    confidence: 99,
    is_anonymous: true,
    is_anonymous_vpn: true,
    network_last_seen: "2026-11-14",
    provider_name: "ExampleVPN",
  },
  maxmind: { queries_remaining: 54321 },
};

const make: Make = (url, fetch) =>
  new MaxmindWebSource({ url, accountId: "42", licenseKey: SECRET, fetch });

const found = lookups(make);

testSource("MaxmindWebSource", make, INSIGHTS, {
  name: "maxmind-web",
  kind: "commercial",
  url: [MAXMIND_URL, "https://geoip.maxmind.com"],
});

test("MaxmindWebSource - gives what the server knows", async () => {
  const headers = { "content-type": CITY_TYPE };
  await using server = upstream({ headers, body: INSIGHTS });
  const observedAt = Date.UTC(2026, 10, 14);
  assert.deepEqual(await found(server.url), {
    facts: {
      countryCode: "US",
      region: "Minnesota",
      regionCode: "MN",
      city: "Minneapolis",
      zip: "55401",
      latitude: 44.98,
      longitude: -93.2638,
      accuracyRadiusKm: 20,
      timezone: "America/Chicago",
      asn: 64500,
      asnOrg: "Example Net",
      isp: "Example Cable",
      org: "Example Household",
    },
    evidence: [
      stated(
        "maxmind-web",
        "vpn",
        75,
        claimed("commercial", "vpn"),
        observedAt,
      ),
      stated(
        "maxmind-web",
        "proxy",
        75,
        claimed("commercial", "proxy"),
        observedAt,
      ),
      stated(
        "maxmind-web",
        "residential",
        60,
        claimed("commercial", "residential"),
      ),
    ],
  });
});

test("MaxmindWebSource - takes the registered country where there is no other, and no place with it", async () => {
  const { registered_country, traits: _, anonymizer: __, ...place } = INSIGHTS;
  await using server = upstream({});
  for (const country of [undefined, { iso_code: "ZZ" }]) {
    server.reply = { body: { ...place, country, registered_country } };
    assert.deepEqual(await found(server.url), {
      facts: { countryCode: "CA" },
      evidence: [],
    });
    server.reply = { body: { ...place, country } };
    assert.deepEqual(await found(server.url), { facts: {}, evidence: [] });
  }
});

test("MaxmindWebSource - weighs its traits", async () => {
  await using server = upstream({});
  const cases = [
    [{}, []],
    [{ is_anonymous: true }, [["proxy", 50]]],
    [{ is_anonymous: true, is_tor_exit_node: true }, [["tor", 75]]],
    [{ is_hosting_provider: true }, [["hosting", 75]]],
    [{ is_public_proxy: false, is_residential_proxy: true }, [["proxy", 75]]],
    [{ is_public_proxy: false }, [["proxy", -40]]],
    [{ is_anonymous_vpn: false }, [["vpn", -40]]],
    [
      { user_type: "cellular", connection_type: "Cellular" },
      [["mobile", 60]],
    ],
    [{ user_type: "business", connection_type: "Satellite" }, [
      ["commercial", 60],
      ["satellite", 60],
    ]],
    [{ user_type: "hosting" }, [["hosting", 60]]],
    [{ user_type: "search_engine_spider" }, [["crawler", 60]]],
    [{ user_type: "traveler", connection_type: "Dialup" }, []],
    [{ user_type: "constructor" }, []],
  ];
  for (const [traits, expected] of cases) {
    server.reply = { body: { traits } };
    assert.deepEqual(
      weightsIn(await found(server.url)),
      expected,
      JSON.stringify(traits),
    );
  }
});

test("MaxmindWebSource - asks the service that is configured, else City", async () => {
  await using server = upstream({ body: INSIGHTS });
  const cases = [
    ["/", "/geoip/v2.1/city/8.8.8.8"],
    ["/geoip/v2.1/insights", "/geoip/v2.1/insights/8.8.8.8"],
    ["/geoip/v2.1/city/", "/geoip/v2.1/city/8.8.8.8"],
  ];
  for (const [base, target] of cases) {
    server.received.length = 0;
    await found(new URL(base, server.url));
    const [{ target: requested, headers }] = server.received;
    assert.equal(requested, target);
    assert.equal(headers.authorization, `Basic ${btoa(`42:${SECRET}`)}`);
  }
});

test("MaxmindWebSource - knows nothing of addresses that are not in it", async () => {
  await using server = upstream({});
  const cases = [
    [404, "IP_ADDRESS_NOT_FOUND"],
    [400, "IP_ADDRESS_RESERVED"],
  ] as const;
  for (const [status, code] of cases) {
    server.reply = {
      status,
      headers: { "content-type": ERROR_TYPE },
      body: { code, error: "Nothing is known of this address." },
    };
    assert.deepEqual(await found(server.url), { facts: {} });
  }
});

test("MaxmindWebSource - fails on every other error", async () => {
  await using server = upstream({});
  const cases = [
    [400, "IP_ADDRESS_INVALID"],
    [400, undefined],
    [401, "AUTHORIZATION_INVALID"],
    [403, "PERMISSION_REQUIRED"],
    [404, "NOT_HERE"],
    [500, "SERVER_ERROR"],
  ] as const;
  for (const [status, code] of cases) {
    const headers = { "content-type": ERROR_TYPE };
    server.reply = { status, headers, body: { code, error: SECRET } };
    const error = await assertFails(found(server.url));
    assert.equal(error.message, `the server responded with ${status}`);
    assert.equal(error.name, "OutboundError");
  }
});

test("MaxmindWebSource - rests for an hour where no query is left", async () => {
  await using server = upstream({
    status: 402,
    headers: { "content-type": ERROR_TYPE },
    body: { code: "INSUFFICIENT_FUNDS", error: "No queries left." },
  });
  await assertRests(found(server.url), 3_600_000);
});
