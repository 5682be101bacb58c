import assert from "node:assert/strict";
import { assertGeoipError, statusOf, types } from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

const app = await testApp({ zone: { "dns.example": ["8.8.8.8"] } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const NO_PAGE = "There is no page at this URL.\n";

Deno.test("GET /ip - describes the client on the main host, too", async () => {
  const response = await app.get("/ip", { peer: "8.8.8.8" });
  assertHead(response, 200, { "cache-control": "no-store" });
  const { ip, meta } = await response.json();
  assert.deepEqual([ip, meta.cache_group], ["8.8.8.8", "visitor"]);
});

Deno.test("GET /ip - supports a callback", async () => {
  const response = await app.get("/ip?callback=f", { peer: "8.8.8.8" });
  assert.equal(response.headers.get("content-type"), types.script);
});

Deno.test("GET /{target} - responds to a target with a dot or a colon", async () => {
  const paths = ["/8.8.8.8", "/dns.example", "/8.8.8.8/", "/::ffff:8.8.8.8"];
  for (const path of paths) {
    const response = await app.get(path);
    assert.equal(response.status, 200, path);
    assert.equal((await response.json()).ip, "8.8.8.8", path);
  }
});

Deno.test("GET /{target} - returns the error code of a malformed target", async () => {
  await assertGeoipError(app.get("/1.2.3"), 400, "INVALID_IPV4");
  await assertGeoipError(app.get("/1:2"), 400, "INVALID_IPV6");
  await assertGeoipError(app.get("/-a.b"), 400, "INVALID_DOMAIN");
});

Deno.test("GET /{file} - is a 404 that asks no name server and counts against no limit", async () => {
  const queries: string[] = [];
  const zone = new Proxy<Record<string, string[]>>({}, {
    get: (_, name) => void queries.push(String(name)),
  });
  const limits = ["GEOIP", "PAGES", "TEXT"].map((
    it,
  ) => [`RATE_LIMIT_${it}`, "1"]);
  await using app = await testApp({ zone, env: Object.fromEntries(limits) });
  const paths = [
    ...["/sitemap.xml", "/apple-touch-icon.png", "/wp-login.php", "/.env"],
    ...["/.well-known/security.txt", "/.well-known/change-password"],
    ...["/index.php", "/.git/config", "/favicon.php", "/index.php/asn"],
  ];
  for (const accept of ["text/html", "*/*", "application/json"]) {
    for (const path of paths) {
      // Not a page, which would cost more to render.
      await assertText(app.get(path, { headers: { accept } }), 404, NO_PAGE);
    }
  }
  assert.equal(queries.join(), "");
  // The check itself works: a name is looked up, and counts.
  await statusOf(app.get("/example.zip"));
  assert(queries.includes("example.zip"));
  assert.equal(await statusOf(app.get("/8.8.8.8")), 429);
});

Deno.test("GET /{word} - is an HTML 404 for a browser, and text for others", async () => {
  const paths = ["/nothing", "/nothing/at/all", "/Index", "/IP", "/_error"];
  for (const path of paths) {
    await assertText(app.get(path), 404, NO_PAGE);
    const { html, ...response } = await browse(app, path);
    assertHead(response, 404, {
      "content-type": types.html,
      "cache-control": "no-store",
    }, path);
    assertShown(html, NO_PAGE.trim());
    assertHidden(html, "<script");
  }
});
