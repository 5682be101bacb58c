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
import samples from "./ipinfo.json" with { type: "json" };

const VPN = samples.vpn;

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
  assert.deepEqual(facts, samples.factsOfVpn);
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
  for (const [body, expected] of samples.flags) {
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
