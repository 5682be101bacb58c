import assert from "node:assert/strict";
import {
  IPINFO_URL,
  IpinfoSource,
} from "../../../../lib/ipinfo/sources/ipinfo.ts";
import {
  assertFails,
  assertRests,
  lookups,
  type Make,
  SECRET,
  test,
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

test("IpinfoSource - gives what the server knows", async (server) => {
  server.reply = { body: VPN };
  const { facts, evidence = [] } = await found(server);
  assert.deepEqual(facts, samples.factsOfVpn);
  const params = { holder: "hosting" } as const;
  assert.deepEqual(evidence, [
    by("hosting", 75, claimed("commercial", "hosting")),
    by("mobile", -40, denied("commercial", "mobile")),
    by("satellite", -40, denied("commercial", "satellite")),
    by("proxy", -40, denied("commercial", "proxy")),
    by("relay", -40, denied("commercial", "relay")),
    by("vpn", 75, claimed("commercial", "vpn")),
    by("tor", -40, denied("commercial", "tor")),
    by("hosting", 70, { code: "network-holder", params }),
  ]);
});

test("IpinfoSource - weighs the flags of every plan", async (server) => {
  for (const [body, expected] of samples.flags) {
    server.reply = { body };
    const weights = weightsIn(await found(server));
    assert.deepEqual(weights, expected, JSON.stringify(body));
  }
});

test("IpinfoSource - loses one odd field and no more", async (server) => {
  const known = { country_code: "nl", region: "Utrecht" };
  const geo = { ...known, city: ["x"], latitude: 52 };
  server.reply = { body: { hostname: 7, geo, as: "AS64500" } };
  const facts = { countryCode: "NL", region: "Utrecht" };
  assert.deepEqual(await found(server), { facts, evidence: [] });
});

test("IpinfoSource - takes no place without a country, and no name that is none", async (server) => {
  const geo = { ...VPN.geo, country_code: "ZZ", continent: "Mars" };
  const body = { hostname: "<script>", geo, as: { asn: "AS64500" } };
  server.reply = { body };
  const known = { facts: { asn: 64500 }, evidence: [] };
  assert.deepEqual(await found(server), known);
});

test("IpinfoSource - knows nothing of a bogon", async (server) => {
  server.reply = { body: { ip: "10.0.0.1", bogon: true } };
  const none = { facts: {}, evidence: [] };
  assert.deepEqual(await found(server, "10.0.0.1"), none);
});

test("IpinfoSource - shows its token in a header alone", async (server) => {
  server.reply = { body: VPN };
  await found(server, "2001:4860:4860::8888");
  const [{ target, headers }] = server.received;
  assert.equal(target, "/lookup/2001:4860:4860::8888");
  assert.equal(headers.authorization, `Bearer ${SECRET}`);
});

test("IpinfoSource - rests where its requests are used up", async (server) => {
  server.reply = {
    status: 429,
    headers: { "retry-after": "3600" },
    body: { status: 429, error: { title: "Rate limit exceeded" } },
  };
  await assertRests(found(server), 3_600_000);
});

test("IpinfoSource - rests where the server is in repair", async (server) => {
  const headers = { "retry-after": "120" };
  server.reply = { status: 503, headers };
  await assertRests(found(server), 120_000);
  server.reply = { status: 503 };
  const { name } = await assertFails(found(server));
  assert.equal(name, "OutboundError");
});
