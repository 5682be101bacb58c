import assert from "node:assert/strict";
import {
  IPAPI_IS_URL,
  IpapiIsSource,
} from "../../../../lib/ipinfo/sources/ipapi_is.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
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
import samples from "./ipapi_is.json" with { type: "json" };

const HOSTED = samples.hosted;

const make: Make = (url, fetch) =>
  new IpapiIsSource({ url, key: SECRET, fetch });

const by = stated.bind(null, "ipapi-is");

const held = (holder: EvidenceValue<"holder">): EvidenceDetail => ({
  code: "network-holder",
  params: { holder },
});

const found = lookups(make);

testSource("IpapiIsSource", make, HOSTED, {
  name: "ipapi-is",
  kind: "commercial",
  url: [IPAPI_IS_URL, "https://api.ipapi.is"],
});

test("IpapiIsSource - gives what the server knows", async (server) => {
  server.reply = { body: HOSTED };
  const { facts, evidence = [] } = await found(server);
  assert.deepEqual(facts, samples.factsOfHosted);
  assert.deepEqual(evidence, [
    by("hosting", 75, claimed("commercial", "hosting")),
    by("mobile", -40, denied("commercial", "mobile")),
    by("satellite", -40, denied("commercial", "satellite")),
    by("proxy", -40, denied("commercial", "proxy")),
    by("vpn", 75, claimed("commercial", "vpn")),
    by("tor", -40, denied("commercial", "tor")),
    by("crawler", 75, claimed("commercial", "crawler")),
    by("abuser", 75, claimed("commercial", "abuser")),
    by("commercial", 50, held("business")),
    by("abuser", 45, { code: "network-abuse", params: { level: "very-high" } }),
  ]);
});

test("IpapiIsSource - takes the abuse from its network as a hint where there is much", async (server) => {
  const cases = [
    ["0.0049 (Low)", "0 (Very Low)", []],
    ["0.0049 (Low)", "0.03 (Elevated)", [["abuser", 20]]],
    ["0.1 (High)", "0.03 (Elevated)", [["abuser", 35]]],
    ["0.3 (Very High)", null, [["abuser", 45]]],
    ["(High)", "0.1 (constructor)", []],
    ["High", 0.3, []],
  ];
  for (const [company, asn, expected] of cases) {
    const network = { asn: { abuser_score: asn } };
    server.reply = { body: { company: { abuser_score: company }, ...network } };
    const weights = weightsIn(await found(server));
    assert.deepEqual(weights, expected, `${company} ${asn}`);
  }
});

test("IpapiIsSource - takes the type of the ASN where the holder has none", async (server) => {
  server.reply = {
    body: { asn: { type: "isp", abuse: "noc@isp.example" }, is_crawler: false },
  };
  assert.deepEqual(await found(server), {
    facts: { asnType: "isp", abuseEmail: "noc@isp.example" },
    evidence: [
      by("crawler", -40, denied("commercial", "crawler")),
      by("residential", 40, held("isp")),
    ],
  });
});

test("IpapiIsSource - takes no place without a country", async (server) => {
  const location = { ...HOSTED.location, country_code: "ZZ" };
  server.reply = { body: { location, rir: "RIPE" } };
  const known = { facts: { rir: "RIPE" }, evidence: [] };
  assert.deepEqual(await found(server), known);
});

test("IpapiIsSource - names the registries alike", async (server) => {
  const cases = [
    [{ rir: "ARIN" }, "ARIN"],
    [{ rir: "ripe ncc" }, "RIPE"],
    [{ rir: "Apnic" }, "APNIC"],
    [{ rir: null, asn: { rir: "LACNIC" } }, "LACNIC"],
    [{ rir: "AFRINIC" }, "AFRINIC"],
    [{ rir: "toString" }, undefined],
    [{}, undefined],
  ] as const;
  for (const [body, rir] of cases) {
    server.reply = { body };
    assert.equal((await found(server)).facts.rir, rir);
  }
});

test("IpapiIsSource - takes a route only where it holds the address", async (server) => {
  const cases = [
    ["8.8.8.0/24", "8.8.8.8", "8.8.8.0/24"],
    ["8.8.4.0/24", "8.8.8.8", undefined],
    ["8.0.0.0/8", "8.8.8.8", "8.0.0.0/8"],
    ["8.0.0.0/7", "8.8.8.8", undefined],
    ["8.8.8.8", "8.8.8.8", undefined],
    ["2001:4860::/32", "2001:4860:4860::8888", "2001:4860::/32"],
    ["2000::/15", "2001:4860:4860::8888", undefined],
    ["::/0", "8.8.8.8", undefined],
  ];
  for (const [route, address, expected] of cases) {
    server.reply = { body: { asn: { route } } };
    const { facts } = await found(server, address);
    assert.equal(facts.route, expected, `${route}`);
  }
});

test("IpapiIsSource - knows nothing of a bogon", async (server) => {
  server.reply = { body: { ...HOSTED, is_bogon: true } };
  assert.deepEqual(await found(server), { facts: {} });
});

test("IpapiIsSource - fails on an error, which comes as a success", async (server) => {
  server.reply = { body: { error: "Invalid API key" } };
  const { name, message } = await assertFails(found(server));
  assert.equal(name, "OutboundError");
  assert.equal(message, "the response has an unexpected shape");
});

test("IpapiIsSource - asks with its key", async (server) => {
  server.reply = { body: HOSTED };
  await found(server, "2001:4860:4860::8888");
  const [{ target }] = server.received;
  assert.equal(target, `/?q=2001%3A4860%3A4860%3A%3A8888&key=${SECRET}`);
});

test("IpapiIsSource - rests where it has asked too much", async (server) => {
  server.reply = { status: 429, body: { error: "limit" } };
  await assertRests(found(server), 60_000);
});
