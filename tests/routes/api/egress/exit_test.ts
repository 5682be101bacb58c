import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  exposedHeaders,
  openHeaders,
  types,
} from "../../../support/responses.ts";
import { testApp } from "../../../support/validated_app.ts";

const origins = {
  main: "https://ip.example",
  api: "https://api.ip.example",
  v4: "http://v4.ip.example:8004",
  v6: "http://[::1]:8006",
  literal: "http://[2001:db8::1]:8000",
};
const env = {
  BASE_URL: origins.main,
  API_URL: origins.api,
  V4_URL: origins.v4,
  V6_URL: origins.v6,
  V6_LITERAL_URL: origins.literal,
};
const app = await testApp({ env });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

for (const [name, origin] of Object.entries(origins)) {
  Deno.test(`GET /api/egress/exit - returns address and family on the ${name} host`, async () => {
    const four = await app.get("/api/egress/exit", {
      origin,
      headers: { accept: "text/html", origin: "https://elsewhere.example" },
    });
    assert.deepEqual(Object.fromEntries(four.headers), {
      ...openHeaders,
      ...exposedHeaders,
      "cache-control": "no-store, no-transform",
      "content-type": types.json,
      "timing-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    await assertResponse(
      four,
      200,
      types.json,
      '{"ip":"192.0.2.1","family":4}',
    );
    const peer = "2001:db8::5";
    const six = await app.get("/api/egress/exit", { origin, peer });
    await assertResponse(
      six,
      200,
      types.json,
      '{"ip":"2001:db8::5","family":6}',
    );
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
  await (await limited.get("/")).body?.cancel();
  const response = await limited.get("/api/egress/exit", {
    origin: origins.v4,
  });
  assert.equal(response.headers.get("ratelimit-policy"), '"text";q=1;w=60');
  await assertGeoipError(response, 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("OPTIONS /api/egress/exit - answers a preflight on a probe host", async () => {
  const response = await app.get("/api/egress/exit", {
    method: "OPTIONS",
    origin: origins.v4,
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
});
