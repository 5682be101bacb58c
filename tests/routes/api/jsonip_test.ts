import assert from "node:assert/strict";
import {
  assertGeoipError,
  assertResponse,
  types,
} from "../../support/responses.ts";
import { testApp } from "../../support/validated_app.ts";
import { assertHead, assertOpenJson } from "../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("GET /api/jsonip - returns only the address", async () => {
  const response = await app.get("/api/jsonip");
  assertOpenJson(response, "no-store");
  assert.equal(await response.text(), '{"ip":"192.0.2.1"}');
});

const names = ["cb", "$", "_a1", "jQuery.cb_1", "a.b.c", "x".repeat(128)];
for (const name of names) {
  Deno.test(`GET /api/jsonip - calls ${name.slice(0, 12)}`, async () => {
    const response = await app.get(`/api/jsonip?callback=${name}`);
    assertHead(response, 200, {
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    const body = `/**/${name}({"ip":"192.0.2.1"});`;
    await assertResponse(response, 200, types.script, body);
  });
}

const callbacks = [
  ...["", "1a", "a-b", "a..b", ".a", "a.", "a b", "alert(1)", "a;b"],
  ...["<script>", "a[0]", "é", "while", "a.delete", "null", "x".repeat(129)],
  ...["a%0Ab", "a%00"],
];
for (const callback of callbacks) {
  Deno.test(`GET /api/jsonip - callback "${callback.slice(0, 12)}" is refused`, async () => {
    const isEncoded = callback.includes("%");
    const sent = isEncoded ? callback : encodeURIComponent(callback);
    const response = app.get(`/api/jsonip?callback=${sent}`);
    await assertGeoipError(response, 400, "INVALID_CALLBACK");
  });
}

Deno.test("GET /api - returns a JSON 404 for unknown paths", async () => {
  const headers = { accept: "text/html" };
  const paths = ["", "/", "/nothing", "/geoip/a/b", "/jsonip/x"];
  for (const path of paths) {
    const response = app.get(`/api${path}`, { headers });
    await assertGeoipError(response, 404, "NOT_FOUND");
  }
});
