import assert from "node:assert/strict";
import { unresolvedGeoip } from "../../../../lib/ipinfo/records/geoip.ts";
import { assertGeoipError, types } from "../../../support/responses.ts";
import { testApp } from "../../../support/validated_app.ts";
import samples from "./[target].json" with { type: "json" };
import { assertHead, assertOpenJson } from "../../../support/routes.ts";

const zone = {
  "8.8.8.8": ["dns.google"],
  "dns.example": ["8.8.8.8", "8.8.4.4", "2001:4860:4860::8888"],
  "six.example": ["2001:4860:4860::8888"],
  "xn--bcher-kva.example": ["8.8.4.4"],
  "silent.example": null,
  "inner.example": ["10.0.0.1"],
};
const app = await testApp({ zone });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("GET /api/geoip/{ip} - returns every field", async () => {
  // Of an address that nobody has asked about before.
  await using own = await testApp({ zone });
  const response = await own.get("/api/geoip/8.8.8.8");
  assertOpenJson(response, "private, max-age=3600");
  const body = await response.json();
  assert.equal(Object.keys(body).join(), "ip,geo,network,flags,meta");
  assert.deepEqual(body, samples.record);
});

const jsonOf = async (target: string) =>
  await (await app.get(`/api/geoip/${target}`)).json();

const api = "/api/geoip";
const paths = [`${api}/8.8.8.8`, `${api}/dns.example`, "/8.8.8.8", "/ip"];
for (const path of paths) {
  Deno.test(`GET ${path} - names places in the language of lang`, async () => {
    const geoOf = async (query: string) => {
      const response = await app.get(path + query, { peer: "8.8.8.8" });
      const text = await response.text();
      return JSON.parse(text.replace(/^[^{]*|\);$/g, "")).geo;
    };
    const english = await geoOf("?lang=en");
    assert.equal(english.country, "United States");
    const chinese = { ...english, continent: "北美洲", country: "美国" };
    assert.deepEqual(await geoOf("?lang=zh"), chinese);
    assert.deepEqual(await geoOf("?lang=zh-CN&callback=show"), chinese);
    assert.deepEqual(await geoOf(""), english);
    const refused = await app.get(`${path}?lang=de`);
    await assertGeoipError(refused, 400, "INVALID_INPUT");
  });
}

Deno.test("GET /api/geoip/{ip} - marks a cached record", async () => {
  const first = await jsonOf("9.9.9.9");
  assert.equal(first.meta.cached, false);
  app.clock.now += 5000;
  const second = await jsonOf("9.9.9.9");
  app.clock.now -= 5000;
  assert.deepEqual(second, {
    ...first,
    meta: {
      ...first.meta,
      requested_at: "2026-11-21T12:00:05+00:00",
      cached: true,
      cache_saved_at: "2026-11-21T12:00:00+00:00",
    },
  });
});

Deno.test("GET /api/geoip/{ip} - unmaps IPv4, and normalizes IPv6, also percent-encoded", async () => {
  assert.equal((await jsonOf("::ffff:8.8.4.4")).ip, "8.8.4.4");
  const { ip, geo } = await jsonOf("2001%3A4860:4860:0:0:0:0:8844");
  assert.deepEqual([ip, geo.country_code], ["2001:4860:4860::8844", "US"]);
});

Deno.test("GET /api/geoip/{domain} - describes the first IPv4 address, or the requested family", async () => {
  const cases = [
    ["dns.example", "8.8.8.8"],
    ["DNS.example.", "8.8.8.8"],
    ["dns.example?family=4", "8.8.8.8"],
    ["dns.example?family=6", "2001:4860:4860::8888"],
    ["six.example", "2001:4860:4860::8888"],
    ["b%C3%BCcher.example", "8.8.4.4"],
  ];
  for (const [name, ip] of cases) {
    assert.equal((await jsonOf(name)).ip, ip, name);
  }
});

Deno.test("GET /api/geoip/{domain} - marks the lookup of a domain", async () => {
  const response = await app.get("/api/geoip/dns.example");
  // The TTL of the name's DNS record.
  assert.equal(response.headers.get("cache-control"), "private, max-age=300");
  assert.equal((await response.json()).meta.cache_group, "domain");
});

/** The record of a name without an address; the tests of records assert its fields. */
const NOT_FOUND = unresolvedGeoip({
  code: "NOT_FOUND",
  params: { reason: "name_without_address", family: "" },
}, { group: "domain", requestedAt: Date.UTC(2026, 10, 21, 12) });

Deno.test("GET /api/geoip/{domain} - returns 200 with meta.ok false for a name without address", async () => {
  const response = await app.get("/api/geoip/nowhere.example");
  assertHead(response, 200, { "cache-control": "no-store" });
  assert.deepEqual(await response.json(), NOT_FOUND);
});

Deno.test("GET /api/geoip/{domain} - returns meta.ok false for a name without the requested family, or whose resolver never responds", async () => {
  const cases = [
    ["six.example?family=4", "NOT_FOUND", "The name has no IPv4 address."],
    [
      "silent.example",
      "SERVICE_UNAVAILABLE",
      "The name could not be resolved. Try again in a few seconds.",
    ],
  ];
  for (const [name, code, message] of cases) {
    const { meta } = await jsonOf(name);
    assert.deepEqual([meta.ok, meta.error], [false, { code, message }], name);
  }
});

const targets = ["10.0.0.1", "127.0.0.1", "::1", "fe80::1", "inner.example"];
for (const target of targets) {
  Deno.test(`GET /api/geoip/${target} - returns 200 with RESERVED_ADDRESS`, async () => {
    const response = await app.get(`/api/geoip/${target}`);
    assert.equal(response.status, 200);
    const { ip, geo, network, flags, meta } = await response.json();
    assert.equal(ip, target === "inner.example" ? "10.0.0.1" : target);
    const { geo: noGeo, network: none, flags: noFlags } = NOT_FOUND;
    assert.deepEqual([geo, network, flags], [noGeo, none, noFlags]);
    assert.deepEqual([meta.ok, meta.error.code], [false, "RESERVED_ADDRESS"]);
  });
}

const faults: [target: string, code: string][] = [
  ["%20", "INVALID_TARGET"],
  ["%208.8.8.8", "INVALID_TARGET"],
  ["8.8.8.8%20", "INVALID_TARGET"],
  ["8.8.8.8%00", "INVALID_TARGET"],
  ["a%2Fb.example", "INVALID_TARGET"],
  ["a%5Cb.example", "INVALID_TARGET"],
  ["a%3Fb.example", "INVALID_TARGET"],
  ["a%23b.example", "INVALID_TARGET"],
  ["a%40b.example", "INVALID_TARGET"],
  ["a".repeat(254), "INVALID_TARGET"],
  ["a".repeat(9000), "INVALID_TARGET"],
  ["%zz", "INVALID_TARGET"],
  ["%E0%A4%A", "INVALID_TARGET"],
  ["%FF", "INVALID_TARGET"],
  ["fe80::1%25eth0", "INVALID_IPV6"],
  ["1:2:3", "INVALID_IPV6"],
  ["::1::", "INVALID_IPV6"],
  ["12345::", "INVALID_IPV6"],
  ["8.8.8.8:53", "INVALID_IPV6"],
  ["[::1]", "INVALID_IPV6"],
  ["1.2.3", "INVALID_IPV4"],
  ["127.1", "INVALID_IPV4"],
  ["1.2.3.04", "INVALID_IPV4"],
  ["1.2.3.256", "INVALID_IPV4"],
  ["1.2.3.4.5", "INVALID_IPV4"],
  ["1.2.3.4.", "INVALID_IPV4"],
  ["2130706433", "INVALID_IPV4"],
  ["...", "INVALID_IPV4"],
  ["0x7f.1", "INVALID_DOMAIN"],
  ["localhost", "INVALID_DOMAIN"],
  ["-a.example", "INVALID_DOMAIN"],
  ["a-.example", "INVALID_DOMAIN"],
  ["a..example", "INVALID_DOMAIN"],
  ["a.example..", "INVALID_DOMAIN"],
  ["a.123", "INVALID_DOMAIN"],
  ["a_b!.example", "INVALID_DOMAIN"],
  ["a".repeat(64) + ".example", "INVALID_DOMAIN"],
];

for (const [target, code] of faults) {
  Deno.test(`GET /api/geoip/${target.slice(0, 24)} - is ${code}`, async () => {
    const peer = `198.51.100.${faults.findIndex(([t]) => t === target)}`;
    const response = await app.get(`/api/geoip/${target}`, { peer });
    await assertGeoipError(response, 400, code);
  });
}

Deno.test("GET /api/geoip - returns INVALID_TARGET for a missing target", async () => {
  await assertGeoipError(app.get("/api/geoip"), 400, "INVALID_TARGET");
  await assertGeoipError(app.get("/api/geoip/"), 400, "INVALID_TARGET");
});

Deno.test("GET /api/geoip - refuses a family other than 4 and 6", async () => {
  const peer = "203.0.113.50";
  for (const family of ["5", "", "4,6"]) {
    const path = `/api/geoip/dns.example?family=${family}`;
    await assertGeoipError(app.get(path, { peer }), 400, "INVALID_INPUT");
  }
});

Deno.test("GET /api/geoip with callback - is a script that calls it", async () => {
  const peer = "203.0.113.51";
  const response = await app.get("/api/geoip/8.8.8.8?callback=show", { peer });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), types.script);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  const text = await response.text();
  assert.match(text, /^\/\*\*\/show\(\{"ip":"8\.8\.8\.8",.*\}\);$/);
});

Deno.test("GET /api/geoip with callback - keeps the status of an error", async () => {
  const peer = "203.0.113.52";
  const cases = [
    ["1.2.3?callback=show", "INVALID_IPV4"],
    ["8.8.8.8?callback=a-b", "INVALID_CALLBACK"],
  ];
  for (const [target, code] of cases) {
    const response = app.get(`/api/geoip/${target}`, { peer });
    await assertGeoipError(response, 400, code);
  }
});
