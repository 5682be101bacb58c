import assert from "node:assert/strict";
import {
  IPINFO_URL,
  IpinfoSource,
} from "../../../../lib/ipinfo/sources/ipinfo.ts";
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
import { claimed, denied, stated } from "../../../support/evidence.ts";

const VPN = {
  ip: "8.8.8.8",
  hostname: "exit7.vpn.example",
  geo: {
    city: "Amsterdam",
    region: "North Holland",
    region_code: "NH",
    country: "The Netherlands",
    country_code: "NL",
    continent: "Europe",
    continent_code: "EU",
    latitude: 52.374031,
    longitude: 4.88969,
    timezone: "Europe/Amsterdam",
    postal_code: "1012",
    dma_code: null,
    geoname_id: "2759794",
    radius: 20,
    last_changed: "2026-03-22",
  },
  as: {
    asn: "AS64500",
    name: "Example Hosting B.V.",
    domain: "Hosting.Example",
    type: "hosting",
    last_changed: "2026-01-02",
  },
  mobile: {},
  anonymous: {
    name: "ExampleVPN",
    is_proxy: false,
    is_relay: false,
    is_tor: false,
    is_vpn: true,
  },
  is_anonymous: true,
  is_anycast: false,
  is_hosting: true,
  is_mobile: false,
  is_satellite: false,
};

const make: Make = (url, fetch) =>
  new IpinfoSource({ url, token: SECRET, fetch });

const by = stated.bind(null, "ipinfo");

const found = lookups(make);

testSource("IpinfoSource", make, VPN, {
  name: "ipinfo",
  kind: "commercial",
  url: [IPINFO_URL, "https://api.ipinfo.io"],
});

test("IpinfoSource - gives what the server knows", async () => {
  await using server = upstream({ body: VPN });
  const { facts, evidence = [] } = await found(server.url);
  assert.deepEqual(facts, {
    hostname: "exit7.vpn.example",
    countryCode: "NL",
    region: "North Holland",
    regionCode: "NH",
    city: "Amsterdam",
    zip: "1012",
    latitude: 52.374,
    longitude: 4.8897,
    accuracyRadiusKm: 20,
    timezone: "Europe/Amsterdam",
    asn: 64500,
    asnOrg: "Example Hosting B.V.",
    asnDomain: "hosting.example",
    asnType: "hosting",
  });
  assert.deepEqual(evidence, [
    by("hosting", 75, claimed("commercial", "hosting")),
    by("mobile", -40, denied("commercial", "mobile")),
    by("satellite", -40, denied("commercial", "satellite")),
    by("proxy", -40, denied("commercial", "proxy")),
    by("relay", -40, denied("commercial", "relay")),
    by("vpn", 75, claimed("commercial", "vpn")),
    by("tor", -40, denied("commercial", "tor")),
    by("hosting", 70, {
      code: "network-holder",
      params: { holder: "hosting" },
    }),
  ]);
});

test("IpinfoSource - weighs the flags of every plan", async () => {
  await using server = upstream({});
  const cases = [
    [{}, []],
    [{ is_anonymous: null, as: { type: "isp" } }, [["residential", 40]]],
    [{ as: { type: "business" } }, [["commercial", 50]]],
    [{ as: { type: "education" } }, [["commercial", 50]]],
    [{ as: { type: "inactive" } }, []],
    [{ is_anonymous: true }, [["proxy", 50]]],
    [{ is_anonymous: true, anonymous: {} }, [["proxy", 50]]],
    [
      { is_anonymous: false },
      [["proxy", -40], ["relay", -40], ["vpn", -40], ["tor", -40]],
    ],
    [
      { is_anonymous: true, anonymous: { is_proxy: false, is_relay: true } },
      [["proxy", -40], ["relay", 75]],
    ],
    [{ is_anonymous: true, anonymous: { is_tor: true } }, [["tor", 75]]],
    [{ is_mobile: true, is_satellite: true }, [
      ["mobile", 75],
      ["satellite", 75],
    ]],
  ];
  for (const [body, expected] of cases) {
    server.reply = { body };
    assert.deepEqual(
      weightsIn(await found(server.url)),
      expected,
      JSON.stringify(body),
    );
  }
});

test("IpinfoSource - loses one odd field and no more", async () => {
  await using server = upstream({
    body: {
      hostname: 7,
      geo: { city: ["x"], country_code: "nl", latitude: 52, region: "Utrecht" },
      as: "AS64500",
    },
  });
  assert.deepEqual(await found(server.url), {
    facts: { countryCode: "NL", region: "Utrecht" },
    evidence: [],
  });
});

test("IpinfoSource - takes no place without a country, and no name that is none", async () => {
  const geo = { ...VPN.geo, country_code: "ZZ", continent: "Mars" };
  await using server = upstream({
    body: { hostname: "<script>", geo, as: { asn: "AS64500" } },
  });
  assert.deepEqual(await found(server.url), {
    facts: { asn: 64500 },
    evidence: [],
  });
});

test("IpinfoSource - knows nothing of a bogon", async () => {
  await using server = upstream({ body: { ip: "10.0.0.1", bogon: true } });
  assert.deepEqual(await found(server.url, "10.0.0.1"), {
    facts: {},
    evidence: [],
  });
});

test("IpinfoSource - shows its token in a header alone", async () => {
  await using server = upstream({ body: VPN });
  await found(server.url, "2001:4860:4860::8888");
  const [{ target, headers }] = server.received;
  assert.equal(target, "/lookup/2001:4860:4860::8888");
  assert.equal(headers.authorization, `Bearer ${SECRET}`);
});

test("IpinfoSource - rests where its requests are used up", async () => {
  await using server = upstream({
    status: 429,
    headers: { "retry-after": "3600" },
    body: { status: 429, error: { title: "Rate limit exceeded" } },
  });
  await assertRests(found(server.url), 3_600_000);
});

test("IpinfoSource - rests where the server is in repair", async () => {
  await using server = upstream({
    status: 503,
    headers: { "retry-after": "120" },
  });
  await assertRests(found(server.url), 120_000);
  server.reply = { status: 503 };
  const { name } = await assertFails(found(server.url));
  assert.equal(name, "OutboundError");
});
