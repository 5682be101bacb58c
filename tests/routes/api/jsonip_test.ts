import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  openHeaders,
  types,
} from "../../support/responses.ts";
import { testApp } from "../../support/validated_app.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("GET /api/jsonip - returns only the address", async () => {
  const response = await app.get("/api/jsonip");
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    "cache-control": "no-store",
    "content-type": types.json,
    "x-content-type-options": "nosniff",
  });
  await assertResponse(response, 200, types.json, '{"ip":"192.0.2.1"}');
});

const names = ["cb", "$", "_a1", "jQuery.cb_1", "a.b.c", "x".repeat(128)];
for (const name of names) {
  Deno.test(`GET /api/jsonip - calls ${name.slice(0, 12)}`, async () => {
    const response = await app.get(`/api/jsonip?callback=${name}`);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cache-control"), "no-store");
    await assertResponse(
      response,
      200,
      types.script,
      `/**/${name}({"ip":"192.0.2.1"});`,
    );
  });
}

const callbacks = [
  "",
  "1a",
  "a-b",
  "a..b",
  ".a",
  "a.",
  "a b",
  "alert(1)",
  "a;b",
  "<script>",
  "a[0]",
  "é",
  "while",
  "a.delete",
  "null",
  "x".repeat(129),
  "a%0Ab",
  "a%00",
];
for (const callback of callbacks) {
  Deno.test(`GET /api/jsonip - callback "${callback.slice(0, 12)}" is refused`, async () => {
    const response = await app.get(
      `/api/jsonip?callback=${
        callback.includes("%") ? callback : encodeURIComponent(callback)
      }`,
    );
    await assertGeoipError(response, 400, "INVALID_CALLBACK");
  });
}

Deno.test("GET /api - returns a JSON 404 for unknown paths", async () => {
  const paths = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/geoip/a/b",
    "/api/jsonip/x",
  ];
  for (const path of paths) {
    await assertGeoipError(
      app.get(path, { headers: { accept: "text/html" } }),
      404,
      "NOT_FOUND",
    );
  }
});
