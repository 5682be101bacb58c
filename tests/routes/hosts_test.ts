import assert from "node:assert/strict";
import { assertGeoipError, statusOf, types } from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";
import {
  assertHead,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

const main = "https://ip.example";
const api = "https://api.ip.example";
const v4 = "http://v4.ip.example:8004";
const v6 = "http://[::1]:8006";
const app = await testApp({
  env: { BASE_URL: main, API_URL: api, V4_URL: v4, V6_URL: v6 },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("probe host - returns the address of a client of its family for any Accept", async () => {
  for (const accept of ["*/*", "text/html", "application/json"]) {
    const response = await app.get("/", { origin: v4, headers: { accept } });
    assertHead(response, 200, {
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
    });
    await assertText(response, 200, "192.0.2.1\n");
  }
  const six = app.get("/", { origin: v6, peer: "2001:db8::5" });
  await assertText(six, 200, "2001:db8::5\n");
});

Deno.test("probe host - returns 400 to a client of the other family", async () => {
  const four = await app.get("/", { origin: v4, peer: "2001:db8::5" });
  assert.equal(four.headers.get("access-control-allow-origin"), "*");
  await assertText(four, 400, "This host responds over IPv4 only.\n");
  const six = app.get("/", { origin: v6 });
  await assertText(six, 400, "This host responds over IPv6 only.\n");
});

Deno.test("probe host - serves only /", async () => {
  const paths = [
    ...["/ip", "/8.8.8.8", "/api/jsonip", "/api/v1"],
    ...["/about", "/style.css", "/robots.txt"],
  ];
  for (const path of paths) {
    const response = app.get(path, { origin: v4 });
    await assertText(response, 404, "There is no page at this URL.\n");
  }
});

Deno.test("API host - describes the client on /ip", async () => {
  const response = await app.get("/ip", { origin: api, peer: "8.8.8.8" });
  assertHead(response, 200, { "cache-control": "no-store" });
  const { ip, meta } = await response.json();
  assert.deepEqual([ip, meta.cache_group], ["8.8.8.8", "visitor"]);
});

Deno.test("API host - describes a target on /{target}", async () => {
  const response = await app.get("/8.8.4.4", { origin: api });
  assert.equal(response.headers.get("cache-control"), "private, max-age=3600");
  assert.equal((await response.json()).ip, "8.8.4.4");
  const six = await app.get("/2001:4860:4860::8888", { origin: api });
  assert.equal((await six.json()).ip, "2001:4860:4860::8888");
});

Deno.test("API host - returns a JSON 404 for everything else", async () => {
  const paths = [
    ...["/", "/about", "/api/jsonip", "/%2e%2e"],
    ...["/api/v1/ip/8.8.8.8", "/api/v1/../v1/ip/8.8.8.8"],
  ];
  const headers = { accept: "text/html" };
  for (const path of paths) {
    const response = app.get(path, { origin: api, headers });
    await assertGeoipError(response, 404, "NOT_FOUND");
  }
});

Deno.test("probe host - shares the rate limit of text", async () => {
  const env = { V4_URL: v4, RATE_LIMIT_TEXT: "1" };
  await using limited = await testApp({ env });
  await statusOf(limited.get("/"));
  const response = await limited.get("/", { origin: v4 });
  assertHead(response, 429, { "content-type": types.text });
  await response.body?.cancel();
});

Deno.test("main host - shows browsers the page about a target beside an API host, and others its GeoIP object", async () => {
  const page = await browse(app, "/8.8.8.8", {}, { origin: main });
  assert.deepEqual([page.status, page.type], [200, types.html]);
  assertShown(page.html, "<title>8.8.8.8 · ");
  const record = await app.get("/8.8.8.8", { origin: main });
  assert.equal(record.status, 200);
  assert.equal((await record.json()).ip, "8.8.8.8");
});

Deno.test("main host - returns the plain address on /ip if there is an API host, in JSON on request", async () => {
  const get = (path: string, accept = "*/*") =>
    app.get(path, { origin: main, peer: "8.8.8.8", headers: { accept } });
  await assertText(get("/ip"), 200, "8.8.8.8\n");
  const json = await get("/ip?format=json");
  assert.equal((await json.json()).meta.cache_group, "visitor");
  await assertText(get("/8.8.8.8/asn"), 200, "AS15169\n");
});

Deno.test("API host - returns text on /ip to whoever prefers it", async () => {
  const cases = [["/ip", "text/plain"], ["/ip?format=text", "*/*"]];
  for (const [path, accept] of cases) {
    const options = { origin: api, peer: "8.8.8.8", headers: { accept } };
    await assertText(app.get(path, options), 200, "8.8.8.8\n");
  }
  const fact = app.get("/8.8.8.8/asn", { origin: api });
  await assertText(fact, 200, "AS15169\n");
});

Deno.test("main host - serves any other host name", async () => {
  const response = app.get("/", { origin: "http://192.168.1.5:8000" });
  await assertText(response, 200, "192.0.2.1\n");
});

Deno.test("main host - shows BASE_URL in curl commands, whatever the Host header", async () => {
  const origin = "http://elsewhere.example";
  const { html } = await browse(app, "/", {}, { origin });
  assertShown(html, "curl https://ip.example/<wbr>api/<wbr>jsonip");
});
