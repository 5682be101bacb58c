import assert from "node:assert/strict";
import { assertApiError, types } from "../../../support/responses.ts";
import {
  type RequestOptions,
  type TestApp,
  testApp,
} from "../../../support/validated_app.ts";
import samples from "./v1.json" with { type: "json" };
import { assertHead, assertOpenJson } from "../../../support/routes.ts";

const app = await testApp({
  zone: {
    "8.8.8.8": ["dns.google"],
    "dns.example": ["8.8.8.8", "2001:4860:4860::8888"],
    "silent.example": null,
    "8.8.4.4": null,
  },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const expected = samples.record;

const errorOf = (code: string, message: string) => ({
  ok: false,
  error: { code, message },
});

const recordOf = async (path: string) =>
  await (await app.get(path, { peer: "8.8.8.8" })).json();

Deno.test("GET /api/v1/ip/{ip} - returns every key of the record", async () => {
  const response = await app.get("/api/v1/ip/8.8.8.8");
  assertOpenJson(response, "private, max-age=3600");
  assert.deepEqual(await response.json(), expected);
});

Deno.test("GET /api/v1/domain/{domain} - returns the record of the name's address", async () => {
  const response = await app.get("/api/v1/domain/dns.example");
  // The TTL of the name's DNS record.
  assert.equal(response.headers.get("cache-control"), "private, max-age=300");
  assert.deepEqual(await response.json(), expected);
  const six = await recordOf("/api/v1/domain/dns.example?family=6");
  const { ip, ip_type } = six;
  assert.deepEqual([ip, ip_type], ["2001:4860:4860::8888", "IPv6"]);
});

const inChinese = {
  ...expected,
  geo: { ...expected.geo, continent: "北美洲", country: "美国" },
};

const paths = ["/api/v1/ip/8.8.8.8", "/api/v1/domain/dns.example", "/api/v1/"];
for (const path of paths) {
  Deno.test(`GET ${path} - names places in the language of lang`, async () => {
    const records = { zh: inChinese, en: expected, "zh-CN": inChinese };
    for (const [lang, record] of Object.entries(records)) {
      assert.deepEqual(await recordOf(`${path}?lang=${lang}`), record, lang);
    }
    const refused = await app.get(`${path}?lang=de`);
    await assertApiError(refused, 400, "INVALID_INPUT");
  });
}

for (const path of ["/api/v1/", "/api/v1"]) {
  Deno.test(`GET ${path} - returns the client's record, uncached`, async () => {
    const response = await app.get(path, { peer: "8.8.8.8" });
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.deepEqual(await response.json(), expected);
  });
}

Deno.test("GET /api/v1/ - supports a callback", async () => {
  const response = await app.get("/api/v1/?callback=f", { peer: "8.8.8.8" });
  assert.equal(response.headers.get("content-type"), types.script);
  assert.equal(await response.text(), `/**/f(${JSON.stringify(expected)});`);
  const wrong = app.get("/api/v1/?callback=f()");
  await assertApiError(wrong, 400, "INVALID_CALLBACK");
});

Deno.test("GET /api/v1/ip/{ip} - is a success with an empty geo for a reserved address", async () => {
  const response = await app.get("/api/v1/ip/192.168.1.1");
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), {
    ...expected,
    ip: "192.168.1.1",
    hostname: null,
    meta: { ...expected.meta, reason: null },
    geo: Object.fromEntries(
      Object.keys(expected.geo).map((key) => [key, null]),
    ),
    network: {
      ...{ asn: null, asn_org: null, isp: null, line_type: null },
      ...{ special: "Private-Use", embedded_ipv4: null },
    },
    risk: { is_mobile: false, is_proxy: false, is_datacenter: false },
  });
});

Deno.test("GET /api/v1/ip/{ip} - excludes Hong Kong, Macao and Taiwan from is_china_ip", async () => {
  const cases = [
    ["114.114.114.114", "CN", true],
    ["202.45.84.58", "HK", false],
    ["168.95.1.1", "TW", false],
  ];
  for (const [ip, country, isChina] of cases) {
    const { geo, meta } = await recordOf(`/api/v1/ip/${ip}`);
    assert.deepEqual([geo.country_code, meta.is_china_ip], [country, isChina]);
  }
});

Deno.test("GET /api/v1/ip/{ip} - is not cached if the reverse name is missing", async () => {
  // The second record comes from the cache.
  for (let i = 0; i < 2; i++) {
    const response = await app.get("/api/v1/ip/8.8.4.4");
    assertHead(response, 200, { "cache-control": "no-store" });
    assert.equal((await response.json()).hostname, null);
  }
});

Deno.test("GET /api/v1/domain/{domain} - can be retried if no name server responds", async () => {
  const response = await app.get("/api/v1/domain/silent.example");
  assertHead(response, 503, {
    "retry-after": "5",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
  });
  const message = "The name could not be resolved. Try again in a few seconds.";
  assert.deepEqual(
    await response.json(),
    errorOf("SERVICE_UNAVAILABLE", message),
  );
});

const faults: [path: string, status: number, code: string][] = [
  ["/api/v1/ip", 400, "INVALID_TARGET"],
  ["/api/v1/ip/", 400, "INVALID_TARGET"],
  ["/api/v1/domain", 400, "INVALID_TARGET"],
  ["/api/v1/domain/", 400, "INVALID_TARGET"],
  ["/api/v1/ip/dns.example", 400, "INVALID_TARGET"],
  ["/api/v1/ip/1.2.3", 400, "INVALID_IPV4"],
  ["/api/v1/ip/1:2", 400, "INVALID_IPV6"],
  ["/api/v1/ip/%zz", 400, "INVALID_TARGET"],
  ["/api/v1/ip/" + "1".repeat(9000), 400, "INVALID_TARGET"],
  ["/api/v1/domain/8.8.8.8", 400, "INVALID_TARGET"],
  ["/api/v1/domain/a..b", 400, "INVALID_DOMAIN"],
  ["/api/v1/domain/nowhere.example", 404, "NOT_FOUND"],
  ["/api/v1/nothing", 404, "NOT_FOUND"],
  ["/api/v2/nothing", 404, "NOT_FOUND"],
];

for (const [path, status, code] of faults) {
  Deno.test(`GET ${path.slice(0, 40)} - is ${status} ${code}`, async () => {
    await assertApiError(app.get(path), status, code);
  });
}

function postBatch(
  body: string,
  query = "",
  { get }: TestApp = app,
  options: RequestOptions = {},
): Promise<Response> {
  return get(`/api/v1/batch${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    ...options,
  });
}

const batchOf = (...targets: unknown[]) => JSON.stringify({ targets });

Deno.test("POST /api/v1/batch - returns records and errors in the order of the targets", async () => {
  const targets = [
    ...["nowhere.example", "8.8.8.8", "1.2.3", "dns.example"],
    ...["::ffff:8.8.8.8", "", "192.168.1.1"],
  ];
  const response = await postBatch(batchOf(...targets));
  assertOpenJson(response, "no-store");
  const inner = await recordOf("/api/v1/ip/192.168.1.1");
  assert.deepEqual(await response.json(), [
    errorOf("NOT_FOUND", "The name has no address."),
    expected,
    errorOf(
      "INVALID_IPV4",
      "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
    ),
    expected,
    expected,
    errorOf(
      "INVALID_TARGET",
      "The target is empty. Enter an address or a domain name.",
    ),
    inner,
  ]);
});

Deno.test("POST /api/v1/batch - takes a family and a language", async () => {
  const body = batchOf("dns.example", "8.8.8.8");
  const response = await postBatch(body, "?family=6&lang=zh");
  const [name, address] = await response.json();
  assert.equal(name.ip, "2001:4860:4860::8888");
  assert.deepEqual(address, inChinese);
  for (const query of ["?family=5", "?lang=de"]) {
    await assertApiError(await postBatch(body, query), 400, "INVALID_INPUT");
  }
});

Deno.test("POST /api/v1/batch - describes a hundred targets, and refuses any other body", async () => {
  const hundred = Array.from({ length: 100 }, (_, i) => `9.9.9.${i}`);
  const response = await postBatch(batchOf(...hundred));
  const records = await response.json();
  assert.deepEqual(records.map(({ ip }: { ip: string }) => ip), hundred);
  const bodies = [
    batchOf(...hundred, "9.9.9.100"),
    batchOf(),
    batchOf("8.8.8.8", 8),
    '{"targets":"8.8.8.8"}',
    '{"targets":["8.8.8.8"],"lang":"zh"}',
    '["8.8.8.8"]',
    "null",
  ];
  for (const body of bodies) {
    const refused = await postBatch(body);
    assert.equal(refused.status, 400);
    const message =
      'The request body must be {"targets":[…]} with 1 to 100 addresses or domain names.';
    assert.deepEqual(await refused.json(), errorOf("INVALID_INPUT", message));
  }
  await assertApiError(postBatch("{"), 400, "INVALID_INPUT");
  const large = await postBatch(batchOf("x".repeat(65_536)));
  await assertApiError(large, 413, "PAYLOAD_TOO_LARGE");
  const headers = { "content-type": "text/plain" };
  const text = await postBatch(batchOf("8.8.8.8"), "", app, { headers });
  await assertApiError(text, 415, "UNSUPPORTED_MEDIA_TYPE");
});

type V1Result = { ip?: string; error?: { code: string } };

Deno.test("POST /api/v1/batch - counts each name against the limit of names", async () => {
  const names = ["a.example", "b.example", "c.example"];
  const zone = Object.fromEntries(names.map((name) => [name, ["8.8.8.8"]]));
  await using limited = await testApp({ env: { RATE_LIMIT_NAMES: "2" }, zone });
  const body = batchOf(...names, "8.8.8.8");
  const records = await (await postBatch(body, "", limited)).json();
  const [known, over] = ["8.8.8.8", "RATE_LIMIT_EXCEEDED"];
  const found = records.map(({ ip, error }: V1Result) => ip ?? error?.code);
  assert.deepEqual(found, [known, known, over, known]);
});

Deno.test("POST /api/v1/batch - ends its lookups when the client leaves", async () => {
  const controller = new AbortController();
  const { ipinfo } = app.services;
  let started = 0;
  const v1Json = (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      if (++started === 16) controller.abort();
    });
  Object.assign(app.services, { ipinfo: { v1Json } });
  try {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.example`);
    const { signal } = controller;
    const response = await postBatch(batchOf(...names), "", app, { signal });
    assert.equal(response.status, 499);
    assert.equal(started, 16);
  } finally {
    Object.assign(app.services, { ipinfo });
  }
});
