import { createConfig, lintFromString } from "@redocly/openapi-core";
import assert from "node:assert/strict";
import { BUCKETS } from "../../../lib/limits/bucket.ts";
import { openapiSchemas } from "../../../lib/docs/openapi_schemas.ts";
import {
  type DocumentSite,
  openapiDocument,
} from "../../../lib/docs/document.ts";
import { documentFor } from "../../../lib/docs/document_cache.ts";
import { testApp } from "../../support/app.ts";

const limitsOf = (requests: number) =>
  Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, requests]),
  ) as DocumentSite["limits"];

const site: DocumentSite = {
  version: "1.2.3",
  origin: "https://ip.test",
  limits: limitsOf(30),
  missing: new Set(),
  examples: { responses: {}, errors: {} },
  openapiSchemas: await openapiSchemas(),
};

async function faultsOf(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) =>
    `${ruleId}: ${message} ${location[0]?.pointer}`
  );
}

Deno.test("openapiDocument - passes the linter, with its examples", async () => {
  const hosts: Record<string, string> = {
    BASE_URL: "https://ip.test",
    API_URL: "https://api.test",
    V4_URL: "https://v4.test",
    V6_URL: "https://v6.test",
    GEO_EDITION: "city",
  };
  for (const env of [{}, hosts]) {
    await using app = await testApp({ env });
    const url = new URL("http://porthole.test");
    const text = JSON.stringify(await documentFor(app.services, url));
    assert.deepEqual(await faultsOf(text), []);
  }
});

Deno.test("openapiDocument - the linter finds errors", async () => {
  const wrong = { responses: { getJsonIp: { value: { ip: 7 } } }, errors: {} };
  const text = JSON.stringify(openapiDocument({ ...site, examples: wrong }));
  const faults = await faultsOf(
    text.replaceAll("schemas/PortReport", "schemas/Nothing"),
  );
  for (const rule of ["no-invalid-media-type-examples", "no-unresolved-refs"]) {
    assert(faults.some((fault) => fault.startsWith(`${rule}: `)), rule);
  }
});

Deno.test("openapiDocument - other hosts are the servers of their paths", () => {
  const { servers, paths } = openapiDocument({
    ...site,
    apiOrigin: "https://api.test",
    v6Origin: "https://v6.test",
  });
  const main = { url: "https://ip.test", description: "This site" };
  const description = "API host with short paths";
  const api = { url: "https://api.test", description };
  assert.deepEqual(servers, [main]);
  assert.deepEqual(paths["/"].servers, [
    main,
    { url: "https://v6.test", description: "IPv6 only" },
  ]);
  assert.deepEqual(paths["/ip"].servers, [api, main]);
  assert.deepEqual(paths["/{target}"].servers, [api, main]);
  const url = paths["/{target}"].get?.["x-example-url"];
  assert.equal(url, "https://api.test/193.0.6.139");
  assert.equal(paths["/api/jsonip"].servers, undefined);
  assert.equal(openapiDocument(site).paths["/ip"].servers, undefined);
});

Deno.test("openapiDocument - contains the configured limits", () => {
  const operationWith = (limits: DocumentSite["limits"]) =>
    openapiDocument({ ...site, limits }).paths["/api/geoip/{target}"].get;
  const limited = operationWith(site.limits);
  assert.deepEqual(limited?.["x-rate-limits"], [
    { bucket: "geoip", requests: 30, window_seconds: 60 },
    { bucket: "names", requests: 30, window_seconds: 60 },
  ]);
  const found = Object.keys(limited.responses[429].headers ?? {});
  assert.deepEqual(found, ["Retry-After", "RateLimit-Policy", "RateLimit"]);
  const free = operationWith(limitsOf(0));
  assert.deepEqual(free?.["x-rate-limits"], []);
  assert.equal(429 in free.responses, false);
});

Deno.test("openapiDocument - only V2 and insights require tokens", () => {
  const { paths, components } = openapiDocument(site);
  const operations = Object.entries(paths).map(([path, { get, post }]) =>
    [path, get ?? post] as const
  );
  const withToken = operations.filter(([, operation]) =>
    operation?.security.length
  );
  assert.deepEqual(withToken.map(([path]) => path), [
    "/api/v2",
    "/api/v2/ip/{ip}",
    "/api/v2/domain/{domain}",
    "/api/v2/batch",
    "/geoip/v2.1/insights/{ip}",
  ]);
  const headers = ["Limit", "Remaining", "Reset"]
    .map((name) => `X-RateLimit-${name}`);
  for (const [path, operation] of withToken) {
    assert.deepEqual(operation?.security, [{ bearer: [] }, { apiKey: [] }]);
    const found = Object.keys(operation.responses[200].headers ?? {});
    assert.deepEqual(found, [...headers, "X-Token-Type"], path);
  }
  const schemes = Object.keys(components.securitySchemes);
  assert.deepEqual(schemes, ["bearer", "apiKey"]);
});

Deno.test("openapiDocument - marks disabled features", () => {
  const { paths } = openapiDocument({ ...site, missing: new Set(["whois"]) });
  const isOff = (path: string) => paths[path].get?.["x-switched-off"];
  assert.equal(isOff("/whois/{target}"), true);
  assert.equal(isOff("/api/egress/dns/{nonce}"), undefined);
});

Deno.test("openapiDocument - operation ids are unique", () => {
  const ids = Object.values(openapiDocument(site).paths).map(
    ({ get, post }) => (get ?? post)?.operationId,
  );
  assert.equal(new Set(ids).size, ids.length);
});
