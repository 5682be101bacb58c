import assert from "node:assert/strict";
import { assertAnswer, assertGeoipError, types } from "../support/answers.ts";
import { testApp } from "../support/app.ts";

const app = await testApp({ zone: { "dns.example": ["8.8.8.8"] } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("GET /ip - describes the client on the main host, too", async () => {
  const answer = await app.get("/ip", { peer: "8.8.8.8" });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const body = await answer.json();
  assert.equal(body.ip, "8.8.8.8");
  assert.equal(body.meta.cache_group, "visitor");
});

Deno.test("GET /ip - supports a callback", async () => {
  const answer = await app.get("/ip?callback=f", { peer: "8.8.8.8" });
  assert.equal(answer.headers.get("content-type"), types.script);
});

Deno.test("GET /{target} - responds to a target with a dot or a colon", async () => {
  for (
    const path of ["/8.8.8.8", "/dns.example", "/8.8.8.8/", "/::ffff:8.8.8.8"]
  ) {
    const answer = await app.get(path);
    assert.equal(answer.status, 200, path);
    assert.equal((await answer.json()).ip, "8.8.8.8", path);
  }
});

Deno.test("GET /{target} - returns the error code of a malformed target", async () => {
  await assertGeoipError(await app.get("/1.2.3"), 400, "INVALID_IPV4");
  await assertGeoipError(await app.get("/1:2"), 400, "INVALID_IPV6");
  await assertGeoipError(await app.get("/-a.b"), 400, "INVALID_DOMAIN");
});

Deno.test("GET /{word} - is an HTML 404 for a browser, and text for others", async () => {
  for (
    const path of ["/nothing", "/nothing/at/all", "/Index", "/IP", "/_error"]
  ) {
    const plain = await app.get(path);
    await assertAnswer(
      plain,
      404,
      types.text,
      "There is no page at this URL.\n",
    );
    const answer = await app.get(path, { headers: { accept: "text/html" } });
    const html = await answer.text();
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get("content-type"), types.html);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.match(html, /There is no page at this URL\./);
    assert.equal(html.includes("<script"), false);
  }
});
