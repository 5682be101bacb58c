import assert from "node:assert/strict";
import {
  IpApiSource,
  parseCdnLoop,
} from "../../../../lib/ipinfo/sources/ip_api.ts";
import {
  assertFails,
  assertRests,
  ip,
  lookups,
  type Make,
  patience,
  SECRET,
  test,
  testSource,
} from "./remote_source.ts";
import { claimed, stated } from "../../../support/evidence.ts";
import samples from "./ip_api.json" with { type: "json" };

const GOOGLE = samples.google;

const FIELDS =
  "status,message,countryCode,region,regionName,city,district,zip,lat,lon,timezone,isp,org,as,asname,reverse,mobile,proxy,hosting";

const sourceAt = (url: URL, fetch = globalThis.fetch, now = () => 0) =>
  new IpApiSource({ url, ownName: "porthole-1", fetch, now });

const make: Make = (url, fetch) =>
  sourceAt(new URL(`?key=${SECRET}`, url), fetch);

const found = lookups(make);

testSource("IpApiSource", make, GOOGLE, { name: "ip-api", kind: "open" });

test("IpApiSource - gives what the server knows", async (server) => {
  server.reply = { body: GOOGLE };
  assert.deepEqual(await found(server), {
    facts: samples.factsOfGoogle,
    evidence: [stated("ip-api", "hosting", 60, claimed("free", "hosting"))],
  });
});

test("IpApiSource - takes every flag that is set and no other", async (server) => {
  server.reply = {
    body: { status: "success", mobile: true, proxy: true, hosting: false },
  };
  const { facts, evidence } = await found(server);
  assert.deepEqual(facts, {});
  assert.deepEqual(evidence, [
    stated("ip-api", "mobile", 60, claimed("free", "mobile")),
    stated("ip-api", "proxy", 60, claimed("free", "proxy")),
  ]);
});

test("IpApiSource - takes no place without a country, and no name that is none", async (server) => {
  for (const countryCode of ["ZZ", "Mars", "", undefined]) {
    const odd = { countryCode, region: "QQQ", reverse: "<script>" };
    server.reply = { body: { ...GOOGLE, ...odd } };
    const { facts } = await found(server);
    assert.deepEqual(facts, {
      ...{ asn: 15169, asnOrg: "Google LLC", asnName: "GOOGLE" },
      ...{ isp: "Google LLC", org: "Google Public DNS" },
    });
  }
});

test("IpApiSource - takes a number without a name", async (server) => {
  server.reply = { body: { status: "success", as: "AS64500" } };
  const { facts } = await found(server);
  assert.deepEqual(facts, { asn: 64500 });
});

test("IpApiSource - takes no center of a country for a place", async (server) => {
  const hasPoint = async (more: object) => {
    server.reply = { body: { ...GOOGLE, ...more } };
    return (await found(server)).facts.latitude !== undefined;
  };
  assert.equal(await hasPoint({ city: "" }), true);
  assert.equal(await hasPoint({ regionName: "" }), true);
  assert.equal(await hasPoint({ city: "", regionName: "" }), false);
});

test("IpApiSource - asks below the path and with the query of its server", async (server) => {
  server.reply = { body: GOOGLE };
  const url = new URL("/geo/?key=a%26b&lang=en", server.url);
  const source = sourceAt(url);
  await source.lookup(ip("2001:4860:4860::8888"), patience());
  const [{ method, target, headers }] = server.received;
  assert.equal(method, "GET");
  const requested = new URL(target, server.url);
  assert.equal(requested.pathname, "/geo/json/2001:4860:4860::8888");
  assert.deepEqual([...requested.searchParams], [
    ["key", "a&b"],
    ["lang", "en"],
    ["fields", FIELDS],
  ]);
  const { accept, "user-agent": agent } = headers;
  assert.deepEqual([agent, accept], ["porthole", "application/json"]);
});

test("IpApiSource - knows nothing of addresses that are nobody's", async (server) => {
  for (const message of ["private range", "reserved range"]) {
    server.reply = { body: { status: "fail", message, query: "10.0.0.1" } };
    assert.deepEqual(await found(server, "10.0.0.1"), { facts: {} });
  }
});

test("IpApiSource - fails if the server reports a failure", async (server) => {
  for (const message of ["invalid query", "invalid key", undefined]) {
    server.reply = { body: { status: "fail", message } };
    const error = await assertFails(found(server));
    assert.equal(error.message, "the server reports a failure");
  }
});

test("IpApiSource - rests until the minute is over that it has used up", async (server) => {
  const headers = { "x-rl": "0", "x-ttl": "17" };
  server.reply = { headers, body: GOOGLE };
  const clock = { now: 1_000_000 };
  const source = sourceAt(server.url, fetch, () => clock.now);
  const { facts } = await source.lookup(ip("8.8.8.8"), patience());
  assert.equal(facts.city, "Ashburn");
  clock.now += 16_000;
  await assertRests(source.lookup(ip("8.8.8.8"), patience()), 1000);
  assert.equal(server.received.length, 1);
  clock.now += 1000;
  server.reply = { headers: { "x-rl": "44", "x-ttl": "60" }, body: GOOGLE };
  await source.lookup(ip("8.8.8.8"), patience());
  await source.lookup(ip("8.8.8.8"), patience());
  assert.equal(server.received.length, 3);
});

test("IpApiSource - rests where it is told that it has asked too much", async (server) => {
  const cases = [
    [{ "x-rl": "0", "x-ttl": "25" }, 25_000],
    [{ "retry-after": "40" }, 40_000],
    [{ "x-ttl": "soon" }, 60_000],
    [{}, 60_000],
  ] as const;
  for (const [headers, holdOffMs] of cases) {
    server.reply = { status: 429, headers: { ...headers } };
    server.received.length = 0;
    const source = make(server.url, fetch);
    for (let round = 0; round < 2; round++) {
      await assertRests(source.lookup(ip("8.8.8.8"), patience()), holdOffMs);
    }
    assert.equal(server.received.length, 1);
  }
});

Deno.test("IpApiSource.isLoop - of requests that came through this server, or through too many", () => {
  assert.deepEqual(parseCdnLoop(null), []);
  assert.deepEqual(parseCdnLoop("a;b=c, d e,<f>, g:1"), ["a", "g:1"]);
  const source = sourceAt(new URL("http://127.0.0.1/"));
  const isLoop = (header: string) => source.isLoop(parseCdnLoop(header));
  assert.equal(isLoop("a,porthole-1;b=c"), true);
  assert.equal(isLoop("1,2,3,4,5,6,7"), false);
  assert.equal(isLoop("1,2,3,4,5,6,7,8"), true);
});
