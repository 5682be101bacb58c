import assert from "node:assert/strict";
import type { NetworkRow } from "../../../../lib/egress/view/address_text.ts";
import { assertGeoipError, types } from "../../../support/responses.ts";
import {
  type RequestOptions,
  type TestApp,
  testApp,
} from "../../../support/validated_app.ts";
import { assertHead } from "../../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

function post(
  body: unknown,
  { to = app, query = "", ...options }: RequestOptions & {
    to?: TestApp;
    query?: string;
  } = {},
): Promise<Response> {
  return to.get(`/api/egress/enrich${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...options,
  });
}

Deno.test("POST /api/egress/enrich - returns GeoIP records in the order of the request", async () => {
  const response = await post({ ips: ["8.8.8.8", "2001:4860:4860::8888"] });
  assertHead(response, 200, {
    "content-type": types.json,
    "cache-control": "no-store",
  });
  const { rows, networks, ...others } = await response.json();
  assert.deepEqual(others, {});
  const google = {
    kind: "hosting",
    tunnel: null,
    public_dns: "Google Public DNS",
    uncertain_country: null,
    // Anycast.
    is_country_sure: false,
    unchecked: ["vpn", "proxy", "tor"],
  };
  assert.deepEqual(networks, [
    { ip: "8.8.8.8", ...google, is_registered: false },
    // The bundled table has registrations.
    { ip: "2001:4860:4860::8888", ...google, is_registered: true },
  ]);
  const alone = await app.get("/api/geoip/8.8.8.8");
  const { meta: _, ...first } = rows[0];
  const { meta: __, ...expected } = await alone.json();
  assert.deepEqual(first, expected);
  assert.equal(first.geo.country_code, "US");
  assert.equal(rows[1].ip, "2001:4860:4860::8888");
  assert.equal(rows.length, 2);
});

Deno.test("POST /api/egress/enrich - says whether a sentence may rest on the country", async () => {
  const ips = ["2a00:1450::1", "2003::1"];
  const { networks } = await (await post({ ips })).json();
  const areSure = networks.map((each: NetworkRow) => each.is_country_sure);
  assert.deepEqual(areSure, [false, true]);
});

Deno.test("POST /api/egress/enrich - names places in Chinese", async () => {
  const response = await post({ ips: ["8.8.8.8"] }, { query: "?lang=zh" });
  const { rows: [{ geo }] } = await response.json();
  assert.equal(geo.country, "美国");
});

Deno.test("POST /api/egress/enrich - names both countries if the country is uncertain", async () => {
  const said = async (query: string) => {
    const response = await post({ ips: ["2a00:1450::1"] }, { query });
    return (await response.json()).networks[0].uncertain_country;
  };
  assert.equal(await said(""), "Poland or Ireland");
  assert.equal(await said("?lang=zh"), "波兰或爱尔兰");
});

Deno.test("POST /api/egress/enrich - compares both families on request", async () => {
  const ips = ["8.8.8.8", "2a00:1450::1"];
  const response = await post({ ips }, { query: "?families&lang=en" });
  const { families, summaries } = await response.json();
  assert.equal(families, null);
  assert.deepEqual(summaries, [
    { flag: "us", place: "United States", holder: "Google LLC · Hosting" },
    {
      flag: "",
      place: "Country uncertain: Poland or Ireland",
      // Without a routing table.
      holder: "Registered to Google LLC · Hosting",
    },
  ]);
});

Deno.test("POST /api/egress/enrich - marks a reserved address", async () => {
  const response = await post({ ips: ["192.168.1.1", "8.8.8.8"] });
  const { rows } = await response.json();
  const [{ ip, geo, meta }, other] = rows;
  assert.deepEqual([ip, geo.latitude], ["192.168.1.1", null]);
  assert.deepEqual([meta.ok, meta.error.code], [false, "RESERVED_ADDRESS"]);
  assert.equal(other.meta.ok, true);
});

Deno.test("POST /api/egress/enrich - counts sixteen addresses as one lookup", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_LOOKUP: "2" } });
  const ips = Array.from({ length: 16 }, (_, i) => `8.8.8.${i}`);
  for (let i = 0; i < 2; i++) {
    const response = await post({ ips }, { to: limited });
    assert.equal((await response.json()).rows.length, 16);
  }
  const refused = await post({ ips }, { to: limited });
  assert.equal(refused.headers.get("ratelimit-policy"), '"lookup";q=2;w=60');
  await assertGeoipError(refused, 429, "RATE_LIMIT_EXCEEDED");
});

const cases = [
  ["no body", undefined],
  ["a list", ["8.8.8.8"]],
  ["no address", { ips: [] }],
  ["too many", { ips: Array(17).fill("8.8.8.8") }],
  ["a name", { ips: ["example.com"] }],
  ["a number", { ips: [134744072] }],
] as const;
for (const [what, body] of cases) {
  Deno.test(`POST /api/egress/enrich - refuses ${what}`, async () => {
    await assertGeoipError(post(body), 400, "INVALID_INPUT");
  });
}

Deno.test("POST /api/egress/enrich - refuses content types that a form of another site can send", async () => {
  const headers = { "content-type": "text/plain" };
  const response = post({ ips: ["8.8.8.8"] }, { headers });
  await assertGeoipError(response, 415, "UNSUPPORTED_MEDIA_TYPE");
});

Deno.test("POST /api/egress/enrich - reads at most 4 kB", async () => {
  const ips = Array(200).fill("2001:4860:4860::8888");
  await assertGeoipError(post({ ips }), 413, "PAYLOAD_TOO_LARGE");
});
