import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  exposedHeaders,
  statusOf,
  types,
} from "../../../support/responses.ts";
import { testApp } from "../../../support/validated_app.ts";
import { assertHead, assertOpenJson } from "../../../support/routes.ts";

const origins = {
  main: "https://ip.example",
  api: "https://api.ip.example",
  v4: "http://v4.ip.example:8004",
  v6: "http://[::1]:8006",
  literal: "http://[2001:db8::1]:8000",
};
const { main: BASE_URL, api: API_URL, v4: V4_URL, v6: V6_URL } = origins;
const V6_LITERAL_URL = origins.literal;
const env = { BASE_URL, API_URL, V4_URL, V6_URL, V6_LITERAL_URL };
const app = await testApp({ env });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

for (const [name, origin] of Object.entries(origins)) {
  Deno.test(`GET /api/egress/exit - returns address and family on the ${name} host`, async () => {
    const headers = {
      accept: "text/html",
      origin: "https://elsewhere.example",
    };
    const four = await app.get("/api/egress/exit", { origin, headers });
    assertOpenJson(four, "no-store, no-transform", {
      ...exposedHeaders,
      "timing-allow-origin": "*",
    });
    assert.equal(await four.text(), '{"ip":"192.0.2.1","family":4}');
    const peer = "2001:db8::5";
    const six = await app.get("/api/egress/exit", { origin, peer });
    const body = `{"ip":"${peer}","family":6}`;
    await assertResponse(six, 200, types.json, body);
  });
}

Deno.test("GET /api/egress/exit - makes a large response exceed a packet even when compressed", async () => {
  const response = await app.get("/api/egress/exit?large");
  assert.equal(response.headers.get("cache-control"), "no-store, no-transform");
  const body = await response.json();
  assert.deepEqual(Object.keys(body), ["ip", "family", "padding"]);
  assert.match(body.padding, /^[0-9a-f]{3000}$/);
  const packed = new Blob([JSON.stringify(body)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const { size } = await new Response(packed).blob();
  assert(size > 1500, `${size} bytes`);
});

Deno.test("GET /api/egress/exit - counts in the rate limit of text, and is refused in JSON on a probe host", async () => {
  await using limited = await testApp({
    env: { ...env, RATE_LIMIT_TEXT: "1" },
  });
  await statusOf(limited.get("/"));
  const request = { origin: origins.v4 };
  const response = await limited.get("/api/egress/exit", request);
  assert.equal(response.headers.get("ratelimit-policy"), '"text";q=1;w=60');
  await assertGeoipError(response, 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("OPTIONS /api/egress/exit - answers a preflight on a probe host", async () => {
  const request = { method: "OPTIONS", origin: origins.v4 };
  const response = await app.get("/api/egress/exit", request);
  assertHead(response, 204, { "access-control-allow-origin": "*" });
});
