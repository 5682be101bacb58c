import assert from "node:assert/strict";
import {
  MAXMIND_URL,
  MaxmindWebSource,
} from "../../../../lib/ipinfo/sources/maxmind_web.ts";
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
import { claimed, stated } from "../../../support/evidence.ts";
import samples from "./maxmind_web.json" with { type: "json" };

const CITY_TYPE =
  "application/vnd.maxmind.com-city+json; charset=UTF-8; version=2.1";
const ERROR_TYPE =
  "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0";

const INSIGHTS = samples.insights;

const make: Make = (url, fetch) =>
  new MaxmindWebSource({ url, accountId: "42", licenseKey: SECRET, fetch });

const by = stated.bind(null, "maxmind-web");

const found = lookups(make);

testSource("MaxmindWebSource", make, INSIGHTS, {
  name: "maxmind-web",
  kind: "commercial",
  url: [MAXMIND_URL, "https://geoip.maxmind.com"],
});

test("MaxmindWebSource - gives what the server knows", async (server) => {
  const headers = { "content-type": CITY_TYPE };
  server.reply = { headers, body: INSIGHTS };
  const observedAt = Date.UTC(2026, 10, 14);
  assert.deepEqual(await found(server), {
    facts: samples.factsOfInsights,
    evidence: [
      by("vpn", 75, claimed("commercial", "vpn"), observedAt),
      by("proxy", 75, claimed("commercial", "proxy"), observedAt),
      by("residential", 60, claimed("commercial", "residential")),
    ],
  });
});

test("MaxmindWebSource - takes the registered country where there is no other, and no place with it", async (server) => {
  const { registered_country, traits: _, anonymizer: __, ...place } = INSIGHTS;
  for (const country of [undefined, { iso_code: "ZZ" }]) {
    server.reply = { body: { ...place, country, registered_country } };
    const known = { facts: { countryCode: "CA" }, evidence: [] };
    assert.deepEqual(await found(server), known);
    server.reply = { body: { ...place, country } };
    assert.deepEqual(await found(server), { facts: {}, evidence: [] });
  }
});

test("MaxmindWebSource - weighs its traits", async (server) => {
  for (const [traits, expected] of samples.traits) {
    server.reply = { body: { traits } };
    const weights = weightsIn(await found(server));
    assert.deepEqual(weights, expected, JSON.stringify(traits));
  }
});

test("MaxmindWebSource - asks the service that is configured, else City", async (server) => {
  server.reply = { body: INSIGHTS };
  const cases = [
    ["/", "/geoip/v2.1/city/8.8.8.8"],
    ["/geoip/v2.1/insights", "/geoip/v2.1/insights/8.8.8.8"],
    ["/geoip/v2.1/city/", "/geoip/v2.1/city/8.8.8.8"],
  ];
  for (const [base, target] of cases) {
    server.received.length = 0;
    await found({ url: new URL(base, server.url) });
    const [{ target: requested, headers }] = server.received;
    assert.equal(requested, target);
    assert.equal(headers.authorization, `Basic ${btoa(`42:${SECRET}`)}`);
  }
});

test("MaxmindWebSource - knows nothing of addresses that are not in it", async (server) => {
  const error = "Nothing is known of this address.";
  const codes = { 404: "IP_ADDRESS_NOT_FOUND", 400: "IP_ADDRESS_RESERVED" };
  for (const [status, code] of Object.entries(codes)) {
    const headers = { "content-type": ERROR_TYPE };
    server.reply = { status: Number(status), headers, body: { code, error } };
    assert.deepEqual(await found(server), { facts: {} }, code);
  }
});

test("MaxmindWebSource - fails on every other error", async (server) => {
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
    const { name, message } = await assertFails(found(server));
    assert.equal(message, `the server responded with ${status}`);
    assert.equal(name, "OutboundError");
  }
});

test("MaxmindWebSource - rests for an hour where no query is left", async (server) => {
  server.reply = {
    status: 402,
    headers: { "content-type": ERROR_TYPE },
    body: { code: "INSUFFICIENT_FUNDS", error: "No queries left." },
  };
  await assertRests(found(server), 3_600_000);
});
