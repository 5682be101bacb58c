import assert from "node:assert/strict";
import { docsView } from "../../../lib/docs/docs_view.ts";
import { documentOf } from "../../support/openapi.ts";
import { testApp } from "../../support/app.ts";
import samples from "./docs_view.json" with { type: "json" };

const app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const document = await documentOf(app);
const docs = docsView(document);
const endpoints = docs.groups.flatMap((group) => group.endpoints);

function endpoint(path: string) {
  const found = endpoints.find((endpoint) => endpoint.path === path);
  assert(found, path);
  return found;
}

Deno.test("docsView - contains every path of the document once", () => {
  assert.deepEqual(
    endpoints.map(({ path }) => path).sort(),
    Object.keys(document.paths).sort(),
  );
});

Deno.test("docsView - curl lines work in a shell", () => {
  const curlOf = (path: string) => endpoint(path).curl;
  const base = "http://porthole.test";
  assert.equal(
    curlOf("/api/geoip/{target}"),
    `curl ${base}/api/geoip/193.0.6.139`,
  );
  assert.equal(
    curlOf("/lookup/{query}"),
    `curl '${base}/lookup/example.com?output=json'`,
  );
  assert.equal(
    curlOf("/api/v2/ip/{ip}"),
    `curl -H "Authorization: Bearer $TOKEN" ${base}/api/v2/ip/193.0.6.139`,
  );
  assert.equal(
    curlOf("/api/egress/enrich"),
    `curl --json '{"ips":["193.0.6.139","2001:67c:2e8:22::c100:68b"]}' ${base}/api/egress/enrich`,
  );
});

Deno.test("docsView - links to endpoints without token and body that are enabled", () => {
  const untried = endpoints.filter(({ tryUrl }) => tryUrl === null);
  assert.deepEqual(untried.map(({ path }) => path), samples.paths);
  assert.equal(endpoint("/ip").tryUrl, "http://porthole.test/ip");
  assert.equal(endpoint("/api/speed/download").isSwitchedOff, true);
});

Deno.test("docsView - describes limits", () => {
  const limitOf = (path: string) => endpoint(path).limit;
  assert.equal(limitOf("/asn"), "1 request per minute.");
  assert.equal(limitOf("/api/geoip/{target}"), "30 requests per minute.");
  assert.equal(limitOf("/api/v1"), "No rate limit.");
  assert.equal(
    limitOf("/"),
    "Requests per minute, depending on the request: 1 (text), 60 (jsonip), 120 (pages).",
  );
  assert.equal(limitOf("/api/v2"), "Counts against the token's monthly quota.");
  assert.equal(
    limitOf("/api/v2/batch"),
    "Counts against the token's monthly quota. 60 requests per minute.",
  );
});

Deno.test("docsView - describes quotas", () => {
  assert.equal(
    docs.quotas,
    "Requests per month and token: 100 (free), 1,000 (standard) or the number set by an administrator (vip).",
  );
});

Deno.test("docsView - parameters, errors and examples", () => {
  const { parameters, errors } = endpoint("/lookup/{query}");
  assert.deepEqual(
    parameters.map(({ name, place, values }) => [name, place, values.length]),
    [
      ["query", "path, required", 0],
      ["output", "query, required", 2],
      ["dns_type", "query, optional", 8],
      ["dns_match", "query, optional", 3],
      ["type", "query, optional", 0],
      ["side", "query, optional", 2],
      ["cursor", "query, optional", 0],
    ],
  );
  assert.deepEqual(errors.map(({ status }) => status), [
    "400",
    "403",
    "422",
    "429",
    "500",
    "503",
  ]);
  assert.deepEqual(endpoint("/country").examples, [
    { label: "Text response", text: "Netherlands", size: "line" },
  ]);
  const [, json] = endpoint("/").examples;
  assert.deepEqual(json, {
    label: "JSON response",
    text: '{\n  "ip": "193.0.6.139"\n}',
    size: "short",
  });
  assert.equal(endpoint("/lookup/{query}").examples.length, 8);
});

Deno.test("docsView - error examples come from the code", () => {
  const [plain] = docs.errorExamples;
  assert.deepEqual(JSON.parse(plain.text), {
    error: {
      code: "INVALID_IPV4",
      message:
        "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
    },
  });
  assert.deepEqual(
    docs.errorExamples.map(({ label }) => label),
    [
      "GeoIP and other unversioned endpoints",
      "V1, V2 and whois",
      "DNS lookup",
      "GeoIP2 web services",
      "V2, quota exhausted",
    ],
  );
});
