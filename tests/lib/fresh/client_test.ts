import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import fc from "fast-check";
import { App } from "fresh";
import { type FunctionComponent, h } from "preact";
import type { Browser } from "playwright-core";
import { parseRichProps } from "../../../lib/fresh/rich_props.ts";
import { browserTest as test } from "../../support/browser.ts";
import { applySnapshot, handler } from "./built_site.ts";
import Frame from "./fixtures/site/islands/Frame.tsx";
import { send, sendTo } from "./request.ts";
import { forAllAsync } from "../../support/for_all.ts";

Deno.test("islands - are rendered on the server, with props that cannot end their script element", async () => {
  const { body } = await sendTo(handler, "GET /islands");
  assert.match(body, /<button id="a" type="button" ?>count 3<\/button>/);
  assert.match(body, /<section id="frame" data-live="false">/);
  const count = (text: string) => body.split(text).length - 1;
  assert.equal(count("globalThis.broken"), 2);
  assert.equal(count("</script>"), count("<script "));
});

Deno.test("islands - ship no script on a page without any", async () => {
  for (const path of ["/", "/nested/inner", "/no/where"]) {
    const { body } = await sendTo(handler, `GET ${path}`);
    assert.doesNotMatch(body, /<script|modulepreload/);
  }
});

Deno.test("islands - have modules named by content, cached forever", async () => {
  const { body, headers } = await sendTo(handler, "GET /islands");
  const text = `${body} ${headers.get("link") ?? ""}`;
  const urls = new Set(text.match(/\/_fresh\/js\/[\w./-]+\.js/g));
  assert.ok(urls.size >= 1);
  for (const url of urls) {
    const module = await sendTo(handler, `GET ${url}`);
    assert.equal(module.status, 200);
    assert.match(module.headers.get("content-type") ?? "", /^text\/javascript/);
    const lifetime = module.headers.get("cache-control");
    assert.equal(lifetime, "public, max-age=31536000, immutable");
  }
});

test("islands - react in the browser, share a signal, and can contain another island as a component", async (browser) => {
  await using site = await open(browser, "/islands");
  const { page, errors } = site;
  await page.locator('#frame[data-live="true"]').waitFor();
  await page.click("#a");
  await page.click("#b");
  await page.locator("#a", { hasText: "count 5" }).waitFor();
  assert.equal(await page.textContent("#b"), "count 5");
  const note = "</script><script>globalThis.broken = 1</script>";
  assert.equal(await page.textContent("q"), note);
  assert.equal(await page.evaluate("globalThis.broken"), undefined);
  await page.click("#plain");
  await page.locator("#plain", { hasText: "sum 2" }).waitFor();
  assert.equal(await page.locator("#plain").count(), 1);
  assert.deepEqual(errors, []);
});

test("islands - update several root elements in place, receive dates and sets, and get the version of an asset", async (browser) => {
  await using site = await open(browser, "/more");
  const { page, errors } = site;
  const rendered = await page.textContent("#title") ?? "";
  assert.match(rendered, /^\/site\.css\?__frsh_c=[\w-]+$/);
  await page.locator('#title[data-live="true"]').waitFor();
  assert.equal(await page.textContent("#title"), rendered);
  assert.equal(await page.title(), "before");
  await page.locator('#more[data-live="true"]').waitFor();
  assert.equal(await page.textContent("#more"), "1970 a+b");
  await page.click("#more");
  await page.locator("li", { hasText: "item 1" }).waitFor();
  const texts = await page.locator("li").allTextContents();
  const expected = ["before", "item 0", "item 1", "1970 a+b", "after"];
  assert.deepEqual(texts, expected);
  assert.deepEqual(errors, []);
});

/** Serves the site, opens one of its pages and records its errors. */
async function open(browser: Browser, path: string) {
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  const server = Deno.serve(options, handler);
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Chromium requests an icon by itself, which the site does not have.
    const isIcon = message.location().url.endsWith("favicon.ico");
    if (message.type() === "error" && !isIcon) errors.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${server.addr.port}${path}`);
  return {
    page,
    errors,
    async [Symbol.asyncDispose]() {
      await page.close();
      await server.shutdown();
    },
  };
}

/** Renders an island with a value in its props, and reads them as a browser does. */
async function received(value: unknown) {
  const props: object = { note: { value } };
  const frame = h(Frame as FunctionComponent<object>, props);
  const app = new App()
    .onError("*", (ctx) => new Response(String(ctx.error), { status: 500 }))
    .get("/", (ctx) => ctx.render(frame));
  applySnapshot(app);
  const { status, body } = await send(app, "GET /");
  const [, rich, text] = body.match(
    /<script type="application\/json" id="fresh:island"( data-rich)?>(.*?)<\/script>/s,
  ) ?? [];
  if (status !== 200) return { error: body };
  const isRich = rich !== undefined;
  const [[name, read]] = (isRich ? parseRichProps : JSON.parse)(text);
  assert.equal(name, "Frame.tsx");
  return { isRich, value: read.note.value };
}

const values = fc.object({
  key: fc.string().filter((key) => key !== "__proto__"),
  maxDepth: 4,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withNullPrototype: true,
  values: [
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, NaN, Infinity, -Infinity),
    fc.constantFrom(/x/gi, new URL("http://x.test/?y"), "</script>"),
  ],
});

Deno.test("islands - receive the props that were rendered, as JSON, which needs no further module, if it says all", async () => {
  await forAllAsync([values], async (value) => {
    assert.deepEqual((await received(value)).value, value);
  });
  const { isRich, value } = await received({ a: [1, "<b>", null, {}] });
  assert.deepEqual([isRich, value], [false, { a: [1, "<b>", null, {}] }]);
  assert.equal((await received({ a: undefined })).isRich, true);
  assert.equal((await received([new Date(0)])).isRich, true);
});

Deno.test("islands - keep signals, shared and circular references", async () => {
  const count = signal({ n: 1 });
  const circle: unknown[] = [];
  circle.push(circle);
  const { value } = await received({ a: count, b: [count], circle });
  assert.deepEqual(value.a.peek(), { n: 1 });
  assert.equal(value.a, value.b[0]);
  assert.equal(value.circle[0], value.circle);
});

Deno.test("islands - refuse props that no browser could revive", async () => {
  class Point {}
  const refused: [value: unknown, error: string][] = [
    [() => {}, "DevalueError: Cannot stringify a function"],
    [Symbol("s"), "DevalueError: Cannot stringify a Symbol primitive"],
    [new Point(), "DevalueError: Cannot stringify arbitrary non-POJOs"],
    [h("b", null, "bold"), "TypeError: Cannot pass JSX to an island"],
  ];
  for (const [value, error] of refused) {
    assert.equal((await received([value])).error, error);
  }
});
