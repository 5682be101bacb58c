import assert from "node:assert/strict";
import { assertResponse, types } from "../../support/responses.ts";
import { testApp } from "../../support/validated_app.ts";

const app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.1" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("GET /api/request - returns the request as received", async () => {
  const response = await app.get("/api/request?x=%20y", {
    peer: "::ffff:10.0.0.1",
    headers: {
      host: "porthole.test",
      "x-forwarded-for": "192.0.2.7",
      authorization: "Bearer ph_secret",
      cookie: "porthole_session=secret; theme=dark",
    },
  });
  assert.deepEqual(Object.fromEntries(response.headers), {
    "cache-control": "no-store",
    "content-type": types.json,
    "x-content-type-options": "nosniff",
  });
  const body = {
    method: "GET",
    url: "http://porthole.test/api/request?x=%20y",
    http_version: "1.1",
    headers: [
      ["authorization", "(hidden)"],
      ["cookie", "porthole_session=(hidden); theme=(hidden)"],
      ["host", "porthole.test"],
      ["x-forwarded-for", "192.0.2.7"],
    ],
    client: { ip: "192.0.2.7", via: "x-forwarded-for", peer: "10.0.0.1" },
  };
  await assertResponse(response, 200, types.json, JSON.stringify(body));
});

Deno.test("GET /api/request - shows an untrusted header, but ignores it", async () => {
  const response = await app.get("/api/request", {
    headers: { "x-forwarded-for": "8.8.8.8" },
  });
  const { headers, client } = await response.json();
  assert.deepEqual(headers, [["x-forwarded-for", "8.8.8.8"]]);
  assert.deepEqual(client, { ip: "192.0.2.1", via: "peer", peer: "192.0.2.1" });
});
