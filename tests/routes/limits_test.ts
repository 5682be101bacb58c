import assert from "node:assert/strict";
import { assertGeoipError, statusOf, types } from "../support/responses.ts";
import { URL_TABLE } from "../../lib/http/url_table.ts";
import { newMember } from "../support/members.ts";
import { documentOf } from "../support/openapi.ts";
import { type RequestOptions, testApp } from "../support/validated_app.ts";
import { assertHead, assertText, browse } from "../support/routes.ts";

const html = { headers: { accept: "text/html" } };

const buckets: [
  name: string,
  limit: number,
  path: string,
  options?: RequestOptions,
][] = [
  ["text", 60, "/"],
  ["jsonip", 60, "/api/jsonip"],
  ["geoip", 30, "/api/geoip/8.8.8.8"],
  ["geoip", 30, "/ip"],
  ["geoip", 30, "/8.8.8.8"],
  ["pages", 120, "/", html],
];

for (const [name, limit, path, options] of buckets) {
  Deno.test(`limit - ${path} allows exactly ${limit} requests a minute in bucket ${name}`, async () => {
    await using app = await testApp();
    const status = (more?: RequestOptions) =>
      statusOf(app.get(path, { ...options, ...more }));
    for (let i = 0; i < limit; i++) {
      assert.equal(await status(), 200, `request ${i + 1}`);
    }
    app.clock.now += 20_500;
    const refused = await app.get(path, options);
    assertHead(refused, 429, {
      "retry-after": "40",
      "ratelimit-policy": `"${name}";q=${limit};w=60`,
      "ratelimit": `"${name}";r=0;t=40`,
    });
    await refused.body?.cancel();
    assert.equal(await status({ peer: "192.0.2.2" }), 200);
    app.clock.now += 39_500;
    assert.equal(await status(), 200);
  });
}

Deno.test("limit - refuses in text on the plain-text interface, in JSON on the JSON interface", async () => {
  const env = { RATE_LIMIT_TEXT: "1", RATE_LIMIT_GEOIP: "1" };
  await using app = await testApp({ env });
  await statusOf(app.get("/"));
  const response = await app.get("/");
  assertHead(response, 429, { "content-type": types.text });
  assert.match(await response.text(), /^[^\n]*slow down[^\n]*\n$/i);
  await statusOf(app.get("/ip"));
  await assertGeoipError(app.get("/ip"), 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("limit - refuses with a page on a page", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  await statusOf(app.get("/", html));
  for (const path of ["/", "/8.8.8.0/24"]) {
    const response = await app.get(path, html);
    assertHead(response, 429, {
      "content-type": types.html,
      "retry-after": "60",
    });
    assert.match(await response.text(), /slow down/i);
  }
});

Deno.test("limit - each page of a refusal is that of its request", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  const refused = (path: string, headers = {}) => browse(app, path, headers);
  await refused("/docs");
  const first = await refused("/docs");
  const second = await refused('/docs?q=%22&x=<i>"');
  const returnPath = /<input type="hidden" name="next" value="([^"]*)"/;
  const paths = [first, second].map((page) => returnPath.exec(page.html)![1]);
  assert.deepEqual(paths, ["/docs", "/docs?q=%22&amp;x=%3Ci%3E%22"]);
  const without = ({ html }: { html: string }) =>
    html.replaceAll(/(name="next" value=")[^"]*/g, "$1");
  assert.equal(without(second), without(first));

  // The links mark the part of the site, and the language and theme are those of the reader.
  const linkOf = ({ html }: { html: string }) =>
    /<a href="\/docs"[^>]*>/.exec(html)![0];
  assert.equal(linkOf(first), '<a href="/docs" aria-current="page">');
  assert.equal(linkOf(await refused("/about")), '<a href="/docs">');
  const missing = await refused("/docs/x");
  assert.equal(missing.status, 429);
  assert.equal(linkOf(missing), '<a href="/docs" aria-current="true">');
  assert.equal(linkOf(await refused("/nope/x")), '<a href="/docs">');
  const chinese = await refused("/docs", { "accept-language": "zh" });
  assert.match(chinese.html, /<html lang="zh[^>]*>/);
  const dark = await refused("/docs", { cookie: "porthole_theme=dark" });
  assert.match(dark.html, /<html [^>]*data-theme="dark"/);

  app.clock.now += 10_000;
  assert.match(first.html, /\b60 seconds/);
  assert.match((await refused("/docs")).html, /\b50 seconds/);
});

Deno.test("limit - counts a missing page as a page", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  for (const status of [404, 429]) {
    assert.equal(await statusOf(app.get("/nothing")), status);
  }
});

Deno.test("limit - counts negotiated JSON as JSON", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_JSONIP: "1" } });
  const json = { headers: { accept: "application/json" } };
  await statusOf(app.get("/", json));
  await assertGeoipError(app.get("/", json), 429, "RATE_LIMIT_EXCEEDED");
  await assertText(app.get("/"), 200, "192.0.2.1\n");
});

Deno.test("limit - counts HEAD as GET", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
  await statusOf(app.get("/", { method: "HEAD" }));
  assert.equal((await app.get("/")).status, 429);
});

Deno.test("limit - is off for a bucket with 0", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_TEXT: "0" } });
  for (let i = 0; i < 200; i++) {
    await assertText(app.get("/"), 200, "192.0.2.1\n");
  }
});

Deno.test("limit - does not apply to V1", async () => {
  await using app = await testApp();
  for (let i = 0; i < 200; i++) {
    assert.equal(await statusOf(app.get("/api/v1/ip/8.8.8.8")), 200);
  }
});

Deno.test("limit - counts an IPv6 client by its /64", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_TEXT: "2" } });
  const ask = (peer: string) => statusOf(app.get("/", { peer }));
  assert.equal(await ask("2001:db8:0:1::1"), 200);
  assert.equal(await ask("2001:db8:0:1::2"), 200);
  assert.equal(await ask("2001:db8:0:1:ffff::3"), 429);
  assert.equal(await ask("2001:db8:0:2::1"), 200);
});

Deno.test("limit - RATE_LIMIT_NAMES counts uncached names on V1 and GeoIP together", async () => {
  const zone = { "a.example": ["8.8.8.8"], "b.example": ["8.8.8.8"] };
  await using app = await testApp({ env: { RATE_LIMIT_NAMES: "2" }, zone });
  const paths = [
    "/api/v1/domain/a.example",
    "/api/geoip/b.example",
    // They are cached now.
    "/api/v1/domain/a.example",
    "/api/geoip/b.example",
  ];
  for (const path of paths) {
    assert.equal(await statusOf(app.get(path)), 200, path);
  }
  const refused = await app.get("/api/v1/domain/c.example");
  assertHead(refused, 429, { "ratelimit-policy": '"names";q=2;w=60' });
  assert.equal((await refused.json()).error.code, "RATE_LIMIT_EXCEEDED");
  const other = app.get("/api/v1/domain/a.example", { peer: "192.0.2.2" });
  assert.equal(await statusOf(other), 200);
});

Deno.test("limit - the rows of the URL table that look up names say so, and the document describes their 429", async () => {
  const env = { RATE_LIMIT_NAMES: "1", WHOIS: "off" };
  await using app = await testApp({ env });
  const { token } = await newMember(app, "member@example.net");
  const { paths } = await documentOf(app);
  const headers = { "x-api-key": token };
  const peer = "192.0.2.9";
  app.services.limits.take("names", peer);
  const rows = URL_TABLE.filter(({ openapi, methods, path }) =>
    openapi && methods.includes("GET") && path.includes(":") &&
    !path.endsWith("*")
  );
  for (const { path, buckets } of rows) {
    const name = path.replace(":fact", "asn").replace(/:\w+/, "new.example");
    const response = await app.get(name, { peer, headers });
    const isRefused = response.headers.get("ratelimit") === '"names";r=0;t=60';
    await response.body?.cancel();
    assert.equal(isRefused, buckets.includes("names"), path);
    const { get } = paths[path.replace(/:(\w+)/g, "{$1}")];
    if (isRefused) assert(get?.responses[429], path);
  }
});

Deno.test("limit - batches of V2 have a count of their own, with the limit of V1's", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_BATCH: "2" } });
  const { token } = await newMember(app, "member@example.net");
  const post = (path: string, peer?: string) =>
    app.get(path, {
      peer,
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": token },
      body: '{"targets":["x"]}',
    });
  for (const version of ["v1", "v2"]) {
    const path = `/api/${version}/batch`;
    assert.equal(await statusOf(post(path)), 200, version);
    assert.equal(await statusOf(post(path)), 200, version);
    const refused = await post(path);
    assertHead(refused, 429, { "ratelimit": '"batch";r=0;t=60' });
    const { error } = await refused.json();
    assert.equal(error.code, "RATE_LIMIT_EXCEEDED", version);
    assert.equal(await statusOf(post(path, "192.0.2.2")), 200, version);
  }
});

Deno.test("limit - RATE_LIMIT_V6_PREFIX changes the prefix of an IPv6 client", async () => {
  const env = { RATE_LIMIT_TEXT: "1", RATE_LIMIT_V6_PREFIX: "48" };
  await using app = await testApp({ env });
  const ask = async (peer: string) => (await app.get("/", { peer })).status;
  assert.equal(await ask("2001:db8:0:1::1"), 200);
  assert.equal(await ask("2001:db8:0:2::1"), 429);
  assert.equal(await ask("2001:db8:1::1"), 200);
});

Deno.test("ban - excludes a client for an hour after ten exceeded windows in an hour", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
  const ask = (path = "/") => statusOf(app.get(path));
  for (let window = 0; window < 10; window++) {
    assert.equal(await ask(), 200, `window ${window}`);
    assert.equal(await ask(), 429, `window ${window}`);
    app.clock.now += 61_000;
  }
  assert.equal(await ask(), 403);
  assert.equal(await ask("/api/v1/ip/8.8.8.8"), 403);
  await assertGeoipError(app.get("/ip"), 403, "FORBIDDEN");
  assert.equal(await statusOf(app.get("/", { peer: "192.0.2.2" })), 200);
  app.clock.now += 3_600_000;
  assert.equal(await ask(), 200);
});
