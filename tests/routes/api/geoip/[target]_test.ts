import assert from "node:assert/strict";
import { unresolvedGeoip } from "../../../../lib/ipinfo/records/geoip.ts";
import {
  assertGeoipError,
  openHeaders,
  types,
} from "../../../support/responses.ts";
import { testApp } from "../../../support/validated_app.ts";
import samples from "./[target].json" with { type: "json" };

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
  assert.equal(response.status, 200);
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    "cache-control": "private, max-age=3600",
    "content-type": types.json,
    "x-content-type-options": "nosniff",
  });
  const body = await response.json();
  assert.deepEqual(Object.keys(body), [
    "ip",
    "geo",
    "network",
    "flags",
    "meta",
  ]);
  assert.deepEqual(body, samples.record);
});

const paths = [
  "/api/geoip/8.8.8.8",
  "/api/geoip/dns.example",
  "/8.8.8.8",
  "/ip",
];
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
  const first = await (await app.get("/api/geoip/9.9.9.9")).json();
  assert.equal(first.meta.cached, false);
  app.clock.now += 5000;
  const second = await (await app.get("/api/geoip/9.9.9.9")).json();
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

Deno.test("GET /api/geoip/{ip} - unmaps an IPv4-mapped address", async () => {
  const body = await (await app.get("/api/geoip/::ffff:8.8.4.4")).json();
  assert.equal(body.ip, "8.8.4.4");
});

Deno.test("GET /api/geoip/{ip} - normalizes IPv6, also percent-encoded", async () => {
  const body = await (await app.get("/api/geoip/2001%3A4860:4860:0:0:0:0:8844"))
    .json();
  assert.equal(body.ip, "2001:4860:4860::8844");
  assert.equal(body.geo.country_code, "US");
});

Deno.test("GET /api/geoip/{domain} - describes the first IPv4 address, or the requested family", async () => {
  const ipOf = async (path: string) =>
    (await (await app.get(`/api/geoip/${path}`)).json()).ip;
  assert.equal(await ipOf("dns.example"), "8.8.8.8");
  assert.equal(await ipOf("DNS.example."), "8.8.8.8");
  assert.equal(await ipOf("dns.example?family=4"), "8.8.8.8");
  assert.equal(await ipOf("dns.example?family=6"), "2001:4860:4860::8888");
  assert.equal(await ipOf("six.example"), "2001:4860:4860::8888");
  assert.equal(await ipOf("b%C3%BCcher.example"), "8.8.4.4");
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
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), NOT_FOUND);
});

Deno.test("GET /api/geoip/{domain} - returns meta.ok false for a name without the requested family", async () => {
  const body = await (await app.get("/api/geoip/six.example?family=4")).json();
  assert.equal(body.meta.ok, false);
  assert.deepEqual(body.meta.error, {
    code: "NOT_FOUND",
    message: "The name has no IPv4 address.",
  });
});

Deno.test("GET /api/geoip/{domain} - times out on a resolver that never responds", async () => {
  const body = await (await app.get("/api/geoip/silent.example")).json();
  assert.deepEqual(body.meta.error, {
    code: "SERVICE_UNAVAILABLE",
    message: "The name could not be resolved. Try again in a few seconds.",
  });
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
    assert.equal(meta.ok, false);
    assert.equal(meta.error.code, "RESERVED_ADDRESS");
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
    await assertGeoipError(
      app.get(`/api/geoip/dns.example?family=${family}`, { peer }),
      400,
      "INVALID_INPUT",
    );
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
  await assertGeoipError(
    app.get("/api/geoip/1.2.3?callback=show", { peer }),
    400,
    "INVALID_IPV4",
  );
  await assertGeoipError(
    app.get("/api/geoip/8.8.8.8?callback=a-b", { peer }),
    400,
    "INVALID_CALLBACK",
  );
});
