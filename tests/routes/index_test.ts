import assert from "node:assert/strict";
import {
  assertResponse,
  openHeaders,
  statusOf,
  types,
} from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  assertText,
  browse,
} from "../support/routes.ts";

const accept =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";

const homeOf = async (peer: string) =>
  (await browse(app, "/", { accept }, { peer })).html;

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const accepts = [undefined, "*/*", "text/plain", "image/png", "text/*", ""];
for (const accept of accepts) {
  Deno.test(`GET / - returns the bare address for Accept ${accept}`, async () => {
    const headers: HeadersInit = accept === undefined ? {} : { accept };
    const response = await app.get("/", { headers });
    assert.deepEqual(Object.fromEntries(response.headers), {
      ...openHeaders,
      "cache-control": "no-store",
      "content-type": types.text,
      "vary": "accept",
      "x-content-type-options": "nosniff",
    });
    await assertText(response, 200, "192.0.2.1\n");
  });
}

Deno.test("GET / - returns JSON for Accept application/json", async () => {
  const headers = { accept: "application/json" };
  const response = await app.get("/", { headers });
  assertHead(response, 200, { "cache-control": "no-store", "vary": "accept" });
  await assertResponse(response, 200, types.json, '{"ip":"192.0.2.1"}');
});

Deno.test("GET / - respects quality values", async () => {
  const cases = [
    ["text/html;q=0.4, text/plain;q=0.5", types.text],
    ["text/html;q=0.5, text/plain;q=0.4", types.html],
    ["application/json, text/html;q=0.9", types.json],
    ["text/html;q=0", types.text],
  ];
  for (const [accept, type] of cases) {
    const { headers } = await app.get("/", { headers: { accept } });
    assert.equal(headers.get("content-type"), type, accept);
  }
});

Deno.test("GET / - shows a browser the home page with its address", async () => {
  const { html, ...response } = await browse(app, "/", { accept });
  assertHead(response, 200, {
    "content-type": types.html,
    "cache-control": "no-store",
    "vary": "accept, accept-encoding",
  });
  assertShown(
    response.headers.get("content-security-policy") ?? "",
    /^script-src http:\/\/\*:\*\/_fresh\/ https:\/\/\*:\*\/_fresh\/ http:\/\/\*:\*\/page\.js https:\/\/\*:\*\/page\.js, default-src 'self';/,
  );
  assert.match(html, /^<!DOCTYPE html><html lang="en">/);
  assertShown(html, "<title>8.8.8.8 &#8211; Porthole</title>", "AS15169");
  assertShown(html, '<output id="ip" class="ip">8.8.8.8</output>');
  assertShown(html, "United States", 'href="https://db-ip.com"');
  assert.equal(html.split("<script").length, 4, "the islands and page.js");
});

Deno.test("GET / - shows unknown values as a dash", async () => {
  const html = await homeOf("8.8.8.8");
  assert.match(
    html,
    /<dt>City<\/dt><dd[^>]*><span [^>]*title="unknown"[^>]*>&#8211;<\/span>/,
  );
  const shown = html.slice(0, html.indexOf('<script type="application/json"'));
  assertShown(shown, "<footer");
  assertHidden(shown, /\b(null|undefined|NaN)\b/);
});

Deno.test("GET / - does not call a reserved address public", async () => {
  const html = await homeOf("192.168.1.7");
  assertShown(html, "Your IPv4 address as this server sees it");
  assertShown(html, /This is not a public address \([^)]+\)\./);
  assertHidden(html, "<dt>City");
});

Deno.test("GET / - escapes a hostile Host header", async () => {
  const origin = "http://a'b<script>.test".replace(/[<>]/g, "");
  const { html } = await browse(app, "/", { accept }, { origin });
  assert.equal(html.split("<script").length, 4, "the islands and page.js");
});

Deno.test("GET / - unmaps an IPv4-mapped peer, and normalizes an IPv6 peer (RFC 5952), without zone", async () => {
  const mapped = app.get("/", { peer: "::ffff:198.51.100.7" });
  await assertText(mapped, 200, "198.51.100.7\n");
  const long = app.get("/", { peer: "FE80:0:0:0:0:0:0:1%eth0" });
  await assertText(long, 200, "fe80::1\n");
});

Deno.test("GET / - ignores a spoofed X-Forwarded-For", async () => {
  const names = ["x-forwarded-for", "forwarded", "x-real-ip"];
  for (const name of [...names, "cf-connecting-ip"]) {
    const response = app.get("/", { headers: { [name]: "203.0.113.9" } });
    await assertText(response, 200, "192.0.2.1\n");
  }
});

Deno.test("GET /favicon.ico - is an icon, not a lookup", async () => {
  const response = await app.get("/favicon.ico");
  await response.body?.cancel();
  assertHead(response, 200, { "content-type": "image/x-icon" });
});

// As https://www.ipify.org documents them.
Deno.test("GET /?format - has the forms of ipify, whatever the Accept header", async () => {
  const get = (query: string) =>
    app.get(`/${query}`, { peer: "8.8.8.8", headers: { accept: "text/html" } });
  const cases = [
    ["?format=text", types.text, "8.8.8.8"],
    ["?format=json", types.json, '{"ip":"8.8.8.8"}'],
    [
      "?format=jsonp&callback=getip",
      types.script,
      '/**/getip({"ip":"8.8.8.8"});',
    ],
    ["?format=jsonp", types.script, '/**/callback({"ip":"8.8.8.8"});'],
  ];
  for (const [query, type, body] of cases) {
    await assertResponse(get(query), 200, type, body);
  }
  for (const query of ["?format=xml", "?format=", "?format=jsonp&callback=1"]) {
    assert.equal(await statusOf(get(query)), 400, query);
  }
});
