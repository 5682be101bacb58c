/** MaxMind's web services. Their clients run in `tests/deploy/geoip2_clients_test.ts`. */
import assert from "node:assert/strict";
import {
  assertResponse,
  type Responding,
  types,
} from "../../support/responses.ts";
import { type RequestOptions, testApp } from "../../support/validated_app.ts";
import { newMember } from "../../support/members.ts";
import { assertHead } from "../../support/routes.ts";

const peer = "66.102.0.1";
const typeOf = (service: string) =>
  `application/vnd.maxmind.com-${service}+json; charset=UTF-8; version=2.1`;

/** Credentials as clients send them. */
const basic = (password: string): RequestOptions => ({
  headers: { authorization: `Basic ${btoa(`42:${password}`)}` },
});

async function assertError(
  responding: Responding,
  status: number,
  code: string,
) {
  const response = await responding;
  const body = await response.json();
  assertHead(response, status, { "content-type": types.geoip2Error });
  assert.equal(body.code, code);
  assert.deepEqual(Object.keys(body), ["code", "error"]);
  assert.match(body.error, /^[A-Z].*\.$/);
}

Deno.test("GET /geoip/v2.1/country/{ip} - has MaxMind's media type, and is cached for an hour", async () => {
  await using app = await testApp({ env: { GEO_EDITION: "city" } });
  const path = "/geoip/v2.1/country/66.102.0.1";
  const response = await app.get(path, { peer });
  assert.equal(response.headers.get("cache-control"), "private, max-age=3600");
  const body =
    `{"continent":{"code":"NA","names":{"en":"North America","zh-CN":"北美洲"}},"country":{"iso_code":"US","names":{"en":"United States","zh-CN":"美国"}},"traits":{"ip_address":"66.102.0.1","network":"66.102.0.1/32"}}`;
  await assertResponse(response, 200, typeOf("country"), body);
  const own = await app.get("/geoip/v2.1/country/me", { peer });
  assert.equal(own.headers.get("cache-control"), "no-store");
  await assertResponse(own, 200, typeOf("country"), body);
});

Deno.test("GET /geoip/v2.1/{service}/{ip} - has MaxMind's error codes", async () => {
  await using app = await testApp();
  const cases = [
    ["1.2.3", 400, "IP_ADDRESS_INVALID"],
    ["1::2::3", 400, "IP_ADDRESS_INVALID"],
    ["dns.example", 400, "IP_ADDRESS_INVALID"],
    ["10.0.0.1", 400, "IP_ADDRESS_RESERVED"],
    ["2534:bcd7:7882::1", 404, "IP_ADDRESS_NOT_FOUND"],
  ] as const;
  for (const [ip, status, code] of cases) {
    const path = `/geoip/v2.1/city/${ip}`;
    await assertError(app.get(path, { peer }), status, code);
  }
  const own = app.get("/geoip/v2.1/city/me", { peer: "192.168.0.1" });
  await assertError(own, 400, "IP_ADDRESS_RESERVED");
});

Deno.test("GET /geoip/v2.1/city/{ip} - counts as GeoIP, with any credentials", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_GEOIP: "3" } });
  const { token } = await newMember(app, "city@example.net");
  const get = (options: RequestOptions = {}) =>
    app.get("/geoip/v2.1/city/8.8.8.8", { peer, ...options });
  for (const options of [{}, basic("not-a-license"), basic(token)]) {
    const response = await get(options);
    assert.equal(response.status, 200);
    assert.equal(response.headers.has("x-ratelimit-remaining"), false);
    await response.body?.cancel();
  }
  const refused = await get();
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  await assertError(refused, 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("GET /geoip/v2.1/insights/{ip} - requires a token, and charges its quota for records only", async () => {
  await using app = await testApp();
  const { token } = await newMember(app, "insights@example.net");
  const get = (ip: string, options: RequestOptions) =>
    app.get(`/geoip/v2.1/insights/${ip}`, { peer, ...options });
  const unknown = basic("ph_" + "a".repeat(43));
  for (const options of [{}, basic("not-a-license"), unknown]) {
    await assertError(get("8.8.8.8", options), 401, "AUTHORIZATION_INVALID");
  }
  const mine = basic(token);
  await assertError(get("1.2.3", mine), 400, "IP_ADDRESS_INVALID");
  await assertError(get("10.0.0.1", mine), 400, "IP_ADDRESS_RESERVED");
  const nowhere = get("2534:bcd7:7882::1", mine);
  await assertError(nowhere, 404, "IP_ADDRESS_NOT_FOUND");
  const head = await get("8.8.8.8", { ...mine, method: "HEAD" });
  assert.equal(head.headers.get("x-ratelimit-remaining"), "100");
  await head.body?.cancel();
  for (let remaining = 99; remaining >= 0; remaining--) {
    const response = await get("8.8.8.8", mine);
    assert.equal(response.headers.get("content-type"), typeOf("insights"));
    const { maxmind, traits } = await response.json();
    assert.deepEqual(maxmind, { queries_remaining: remaining });
    assert.equal(traits.autonomous_system_number, 15169);
  }
  await assertError(get("8.8.8.8", mine), 402, "OUT_OF_QUERIES");
});
