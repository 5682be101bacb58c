/**
 * Deliberate differences from Fresh, where Fresh has a gap. All other tests
 * here hold for both.
 */
import assert from "node:assert/strict";
import { App, csp } from "fresh";
import { browserTest as test } from "../../support/browser.ts";
import { handler } from "./built_site.ts";
import { assertBodies, send, sendTo } from "./request.ts";

Deno.test("Context.params - keep a part with a broken percent-encoding", async () => {
  const own = new App().get("/t/:id", (ctx) => new Response(ctx.params.id));
  for (const sent of ["%zz", "%E0%A4%A", "%FF", "%", "a%20%"]) {
    const { status, body } = await send(own, `GET /t/${sent}`);
    assert.deepEqual([status, body], [200, sent]);
  }
});

Deno.test("App - returns 400 for an invalid Host header", async () => {
  const own = new App().get("/:x", (ctx) => new Response(ctx.url.href));
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  await using server = Deno.serve(options, own.handler());
  const { hostname, port } = server.addr;
  const statuses: string[] = [];
  for (const host of ["a b", "[::1", "h:99999", "h"]) {
    using connection = await Deno.connect({ hostname, port });
    const head = `GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close`;
    await connection.write(new TextEncoder().encode(`${head}\r\n\r\n`));
    const text = await new Response(connection.readable).text();
    statuses.push(text.slice(9, 12));
  }
  assert.deepEqual(statuses, ["400", "400", "400", "200"]);
});

Deno.test("App - prefers the most specific of several patterns with parameters; 405 for an unknown method, 404 on a file route", async () => {
  const own = new App()
    .get("/o/:a/x", () => new Response("first"))
    .get("/o/y/:b", () => new Response("second"));
  await assertBodies(own, { "GET /o/y/x": "second", "GET /o/z/x": "first" });
  assert.equal((await send(own, "constructor /o/y/x")).status, 405);
  assert.equal((await sendTo(handler, "constructor /api/thing/7")).status, 404);
});

Deno.test("csp - allows nothing inline with useNonce, because pages have nothing inline", async () => {
  const own = new App().use(csp({ useNonce: true }))
    .get("/", (ctx) => ctx.render(<p />));
  const { headers } = await send(own, "GET /");
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self'; style-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe-inline|nonce/);
});

Deno.test("staticFiles - sends an ETag, and 304 if it matches", async () => {
  const get = (headers?: HeadersInit) =>
    sendTo(handler, "GET /site.css", headers);
  const etag = (await get()).headers.get("etag") ?? "";
  assert.match(etag, /^W\/"[0-9a-f]{64}"$/);
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
    const response = await get({ "if-none-match": known });
    assert.deepEqual([response.status, response.body], [304, ""]);
    assert.equal(response.headers.get("etag"), etag);
  }
  const stale = await get({ "if-none-match": 'W/"other"' });
  assert.equal(stale.status, 200);
});

test("islands - work under a policy without inline scripts", async (browser) => {
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  await using server = Deno.serve(options, async (req, info) => {
    const response = await handler(req, info);
    response.headers.set("content-security-policy", "default-src 'self'");
    return response;
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (/policy/i.test(message.text())) errors.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${server.addr.port}/islands`);
  await page.locator('#frame[data-live="true"]').waitFor();
  await page.click("#a");
  await page.locator("#b", { hasText: "count 4" }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});
