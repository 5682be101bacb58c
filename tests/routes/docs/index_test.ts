import assert from "node:assert/strict";
import { OPERATIONS } from "../../../lib/docs/operations.ts";
import { statusOf, types } from "../../support/responses.ts";
import { testApp } from "../../support/app.ts";
import { turnsDuring } from "../../support/turns.ts";
import {
  assertHead,
  assertHidden,
  assertShown,
  browse,
} from "../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const peer = "8.8.8.8";
const response = await browse(app, "/docs");
const { html } = response;
/** The pages of the groups that it leads to. */
const groups = await Promise.all(Array.from(
  html.matchAll(/<h2 id="[^"]+"><a href="([^"]+)">/g),
  async ([, path]) => (await browse(app, path)).html,
));

/** Elements that a browser has at first paint. */
const elementsOf = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;

Deno.test("GET /docs, /docs/{group} - each is light for a phone", () => {
  assert.equal(groups.length, 9);
  for (const page of [html, ...groups]) {
    const title = /<title>([^<]+)/.exec(page)?.[1];
    assert(elementsOf(page) <= 1_200, `${title}: ${elementsOf(page)}`);
  }
});

Deno.test("GET /docs/{group} - 404 for a group that does not exist", async () => {
  for (const path of ["/docs/x", "/docs/V2", "/docs/__proto__"]) {
    const { html, ...response } = await browse(app, path);
    assertHead(response, 404, { "content-type": types.html }, path);
    assertShown(html, '<p class="status">404<');
  }
});

Deno.test("GET /docs - a page with the headers of every page", () => {
  assertHead(response, 200, {
    "content-type": types.html,
    "cache-control": "no-store",
    "content-security-policy":
      "script-src http://*:*/_fresh/ https://*:*/_fresh/ http://*:*/page.js https://*:*/page.js, default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  });
  assertShown(html, "<title>API – Porthole</title>");
  assertShown(html, /<meta name="description" content="[^"]{50,}"/);
  assertShown(html, '<a href="/openapi.json">');
});

Deno.test("GET /docs - yields to other requests between sections", async () => {
  await using own = await testApp();
  await browse(own, "/docs");
  // The document is there now: only its Chinese page is not.
  const headers = { accept: "text/html", "accept-language": "zh-CN" };
  const turns = await turnsDuring(() => own.get("/docs", { headers, peer }));
  const sections = html.match(/<section class="panel docs"/g)?.length ?? 0;
  assert(sections > 8, `${sections} sections`);
  // The last three are rendered together.
  assert(turns >= sections - 2, `${turns} turns for ${sections}`);
});

Deno.test("GET /docs - has only the script of copy buttons, and no undefined values", () => {
  for (const page of [html, ...groups]) {
    const scripts = page.match(/<script[^>]*>/g) ?? [];
    // The list of endpoints has nothing to copy.
    assert.equal(scripts.length, page === html ? 0 : 1);
    for (const script of scripts) assert.match(script, / src="\/page\.js\?/);
    assertHidden(page, /\son\w+=|javascript:/i);
    assertHidden(page, /\bundefined\b|\bNaN\b|\[object /);
  }
});

Deno.test("GET /docs - contains every path and error codes", () => {
  for (const { path } of OPERATIONS) {
    // A long path breaks before a parameter.
    const broken = path.replaceAll("{", "<wbr>{");
    assert(html.includes(`<code>${broken}</code>`), path);
  }
  const codes = ["INVALID_TARGET", "QUERY_FAILED", "FORBIDDEN"];
  assertShown(html, ...codes.map((code) => `<code>${code}</code>`));
});

Deno.test("GET /docs - links and anchors exist and are unique", () => {
  const idsOf = (page: string) =>
    [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const all = new Set([html, ...groups].flatMap(idsOf));
  for (const page of [html, ...groups]) {
    const ids = idsOf(page);
    assert.equal(new Set(ids).size, ids.length);
    const own = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of own) assert(ids.includes(id), id);
    const links = [...page.matchAll(/href="\/docs[^"#]*#([^"]+)"/g)];
    for (const [, id] of links) assert(all.has(id), id);
  }
  const examples = groups.join("").match(/<details class="more"|<dd><code>/g);
  assert(examples && examples.length >= OPERATIONS.length);
});

Deno.test("GET /docs - the links to try endpoints work", async () => {
  // Names and ports are asked for outside, and a thread draws pictures.
  const outside =
    /\/(?:lookup|whois|preview|port|domain|hostname|city|coordinates|timezone)\b/;
  const links = Array.from(
    groups.join("").matchAll(/href="([^"]+)" aria-label="Try /g),
    ([, href]) => new URL(href.replaceAll("&amp;", "&")),
  );
  // Not those that take a token or a body, have no body, or are not switched on.
  assert.equal(links.length, OPERATIONS.length - 18);
  for (const { origin, pathname, search } of links) {
    assert.equal(origin, "http://porthole.test");
    if (outside.test(pathname)) continue;
    const response = app.get(pathname + search, { peer });
    assert.equal(await statusOf(response), 200, pathname);
  }
});

Deno.test("GET /docs - is cached by origin and language, without the member", async () => {
  const ask = async (origin: string, headers: Record<string, string> = {}) =>
    (await browse(app, "/docs?a=1", headers, { origin })).html;
  const first = await ask("http://porthole.test");
  // The forms in the footer lead back to the address that was asked for.
  assert.equal(
    first,
    html.replace('name="next" value="/docs"', 'name="next" value="/docs?a=1"'),
  );
  const [main, other] = ["http://porthole.test", "http://other.test"];
  assert.equal(await ask(other), first.replaceAll(main, other));
  const dark = await ask(main, { cookie: "porthole_theme=dark" });
  assertShown(dark, '<html lang="en" data-theme="dark">');
  const chinese = await ask(main, { "accept-language": "zh-CN" });
  assertShown(chinese, "<h1>API 文档</h1>");
  assert.equal(await ask(main), first);
});

Deno.test("GET /docs - counts as a page", async () => {
  await using strict = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  await browse(strict, "/docs");
  const { status, type, html } = await browse(strict, "/docs");
  assert.deepEqual([status, type], [429, types.html]);
  assertShown(html, "Please slow down, and try again in 60 seconds.");
});
