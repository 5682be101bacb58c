import assert from "node:assert/strict";
import fc from "fast-check";
import { testApp } from "../support/app.ts";
import { codePoint } from "../support/code_point.ts";
import { webPath } from "../support/web_url.ts";
import { forAllAsync } from "../support/for_all.ts";

const limits = ["TEXT", "JSONIP", "GEOIP", "PAGES"]
  .map((name) => [`RATE_LIMIT_${name}`, "0"]);
const TRUSTED_PROXIES = "192.0.2.0/24";
const app = await testApp({
  env: { ...Object.fromEntries(limits), TRUSTED_PROXIES },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const codes = new Set([
  ...["INVALID_TARGET", "INVALID_IPV4", "INVALID_IPV6", "INVALID_DOMAIN"],
  ...["INVALID_CALLBACK", "INVALID_INPUT", "NOT_FOUND"],
]);

const odd = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(..."0123456789.:abcdefx%/[]-_ ") }),
  fc.ipV4(),
  fc.ipV6(),
  fc.domain(),
  webPath,
);
const encoded = odd.map((text) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return "%";
  }
});
const target = fc.oneof(odd, encoded);
const prefix = fc.constantFrom(
  ...["/", "/api/", "/api/geoip/"],
  ...["/api/v1/", "/api/v1/ip/", "/api/v1/domain/"],
  "/api/jsonip?callback=",
  "/api/geoip/8.8.8.8?callback=",
  "/api/geoip/8.8.8.8?family=",
);
const accept = fc.oneof(
  fc.constantFrom("*/*", "text/html", "application/json", "text/html;q=2"),
  fc.string({ unit: fc.constantFrom(..."text/html;q=0.1,*") }),
);
const forwarded = fc.string({
  unit: fc.constantFrom(...'0123456789.:,[] af"'),
});

Deno.test("app - never returns a 5xx or an unknown code for any path, query or header", async () => {
  await forAllAsync(
    [prefix, target, accept, forwarded],
    async (start, end, accept, forwarded) => {
      let request: Request;
      try {
        request = new Request(`http://porthole.test${start}${end}`, {
          headers: { accept, "x-forwarded-for": forwarded },
        });
      } catch {
        return; // No client can send this.
      }
      const { pathname, search } = new URL(request.url);
      const { headers } = request;
      const response = await app.get(pathname + search, { headers });
      assert(response.status < 500, `${response.status} for ${request.url}`);
      const type = response.headers.get("content-type") ?? "";
      const text = await response.text();
      if (type.startsWith("application/json")) {
        const body = JSON.parse(text);
        if (response.status >= 400) assert(codes.has(body.error.code), text);
      }
      if (response.status === 200 && type.startsWith("text/plain")) {
        assert.match(text, /^[0-9a-f.:]+\n$/);
      }
    },
    { numRuns: 2000 },
  );
  assert.deepEqual(app.logged.filter((line) => line.includes("error")), []);
});
