import assert from "node:assert/strict";
import {
  assertResponse,
  openHeaders,
  statusOf,
  types,
} from "../support/responses.ts";
import { testApp } from "../support/validated_app.ts";

const browser =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const accepts = [undefined, "*/*", "text/plain", "image/png", "text/*", ""];
for (const accept of accepts) {
  Deno.test(`GET / - returns the bare address for Accept ${accept}`, async () => {
    const response = await app.get("/", {
      headers: accept === undefined ? {} : { accept },
    });
    assert.deepEqual(Object.fromEntries(response.headers), {
      ...openHeaders,
      "cache-control": "no-store",
      "content-type": types.text,
      "vary": "accept",
      "x-content-type-options": "nosniff",
    });
    await assertResponse(response, 200, types.text, "192.0.2.1\n");
  });
}

Deno.test("GET / - returns JSON for Accept application/json", async () => {
  const response = await app.get("/", {
    headers: { accept: "application/json" },
  });
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("vary"), "accept");
  await assertResponse(response, 200, types.json, '{"ip":"192.0.2.1"}');
});

Deno.test("GET / - respects quality values", async () => {
  const get = async (accept: string) =>
    (await app.get("/", { headers: { accept } })).headers.get("content-type");
  assert.equal(await get("text/html;q=0.4, text/plain;q=0.5"), types.text);
  assert.equal(await get("text/html;q=0.5, text/plain;q=0.4"), types.html);
  assert.equal(await get("application/json, text/html;q=0.9"), types.json);
  assert.equal(await get("text/html;q=0"), types.text);
});

Deno.test("GET / - shows a browser the home page with its address", async () => {
  const response = await app.get("/", {
    peer: "8.8.8.8",
    headers: { accept: browser },
  });
  const html = await response.text();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), types.html);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("vary"), "accept, accept-encoding");
  assert.match(
    response.headers.get("content-security-policy") ?? "",
    /^script-src http:\/\/\*:\*\/_fresh\/ https:\/\/\*:\*\/_fresh\/ http:\/\/\*:\*\/page\.js https:\/\/\*:\*\/page\.js, default-src 'self';/,
  );
  assert.match(html, /^<!DOCTYPE html><html lang="en">/);
  assert.match(html, /<title>8\.8\.8\.8 &#8211; Porthole<\/title>/);
  assert.match(html, /<output id="ip" class="ip">8\.8\.8\.8<\/output>/);
  assert.match(html, /United States/);
  assert.match(html, /AS15169/);
  assert.equal(html.split("<script").length, 4, "the islands and page.js");
  assert.match(html, /href="https:\/\/db-ip\.com"/);
});

Deno.test("GET / - shows unknown values as a dash", async () => {
  const response = await app.get("/", {
    peer: "8.8.8.8",
    headers: { accept: browser },
  });
  const html = await response.text();
  assert.match(
    html,
    /<dt>City<\/dt><dd[^>]*><span [^>]*title="unknown"[^>]*>&#8211;<\/span>/,
  );
  const shown = html.slice(0, html.indexOf('<script type="application/json"'));
  assert.match(shown, /<footer/);
  assert.equal(/\b(null|undefined|NaN)\b/.test(shown), false);
});

Deno.test("GET / - does not call a reserved address public", async () => {
  const response = await app.get("/", {
    peer: "192.168.1.7",
    headers: { accept: browser },
  });
  const html = await response.text();
  assert.match(html, /Your IPv4 address as this server sees it/);
  assert.match(html, /This is not a public address \([^)]+\)\./);
  assert.equal(html.includes("<dt>City"), false);
});

Deno.test("GET / - escapes a hostile Host header", async () => {
  const response = await app.get("/", {
    origin: "http://a'b<script>.test".replace(/[<>]/g, ""),
    headers: { accept: browser },
  });
  const html = await response.text();
  assert.equal(html.split("<script").length, 4, "the islands and page.js");
});

Deno.test("GET / - unmaps an IPv4-mapped peer", async () => {
  const response = await app.get("/", { peer: "::ffff:198.51.100.7" });
  await assertResponse(response, 200, types.text, "198.51.100.7\n");
});

Deno.test("GET / - normalizes an IPv6 peer (RFC 5952), without zone", async () => {
  const response = await app.get("/", { peer: "FE80:0:0:0:0:0:0:1%eth0" });
  await assertResponse(response, 200, types.text, "fe80::1\n");
});

Deno.test("GET / - ignores a spoofed X-Forwarded-For", async () => {
  const names = [
    "x-forwarded-for",
    "forwarded",
    "x-real-ip",
    "cf-connecting-ip",
  ];
  for (const name of names) {
    const response = await app.get("/", { headers: { [name]: "203.0.113.9" } });
    await assertResponse(response, 200, types.text, "192.0.2.1\n");
  }
});

Deno.test("GET /favicon.ico - is an icon, not a lookup", async () => {
  const response = await app.get("/favicon.ico");
  await response.body?.cancel();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/x-icon");
});

// As https://www.ipify.org documents them.
Deno.test("GET /?format - has the forms of ipify, whatever the Accept header", async () => {
  const get = (query: string) =>
    app.get(`/${query}`, { peer: "8.8.8.8", headers: { accept: "text/html" } });
  await assertResponse(await get("?format=text"), 200, types.text, "8.8.8.8");
  const json = await get("?format=json");
  await assertResponse(json, 200, types.json, '{"ip":"8.8.8.8"}');
  const named = await get("?format=jsonp&callback=getip");
  const body = '/**/getip({"ip":"8.8.8.8"});';
  await assertResponse(named, 200, types.script, body);
  const unnamed = await get("?format=jsonp");
  const callback = '/**/callback({"ip":"8.8.8.8"});';
  await assertResponse(unnamed, 200, types.script, callback);
  for (const query of ["?format=xml", "?format=", "?format=jsonp&callback=1"]) {
    assert.equal(await statusOf(get(query)), 400, query);
  }
});
