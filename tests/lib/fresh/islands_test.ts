import assert from "node:assert/strict";
import { EndingBuilder } from "../../support/esbuild.ts";
import type { Page } from "playwright-core";
import { browserTest } from "../../support/browser.ts";
import { app } from "./fixtures/site/main.ts";
import { sendTo } from "./request.ts";

const root = new URL("fixtures/site", import.meta.url).pathname;
const applySnapshot = await new EndingBuilder({ root }).build({
  snapshot: "memory",
});
applySnapshot(app);
const handler = app.handler();

Deno.test("islands - are rendered on the server", async () => {
  const { body } = await sendTo(handler, "GET /islands");
  assert.match(body, /<button id="a" type="button" ?>count 3<\/button>/);
  assert.match(body, /<section id="frame" data-live="false">/);
});

Deno.test("islands - a page without any ships no script", async () => {
  for (const path of ["/", "/nested/inner", "/no/where"]) {
    const { body } = await sendTo(handler, `GET ${path}`);
    assert.doesNotMatch(body, /<script|modulepreload/);
  }
});

Deno.test("islands - props cannot end the script element that carries them", async () => {
  const { body } = await sendTo(handler, "GET /islands");
  const count = (text: string) => body.split(text).length - 1;
  assert.equal(count("globalThis.broken"), 2);
  assert.equal(count("</script>"), count("<script "));
});

Deno.test("islands - a prop that is no data is an error, not a broken page", async () => {
  assert.equal((await sendTo(handler, "GET /unsendable")).status, 500);
});

Deno.test("islands - their modules are named after their content and kept for ever", async () => {
  const { body, headers } = await sendTo(handler, "GET /islands");
  const text = `${body} ${headers.get("link") ?? ""}`;
  const urls = new Set(text.match(/\/_fresh\/js\/[\w./-]+\.js/g));
  assert.ok(urls.size >= 1);
  for (const url of urls) {
    const module = await sendTo(handler, `GET ${url}`);
    assert.equal(module.status, 200);
    assert.match(module.headers.get("content-type") ?? "", /^text\/javascript/);
    assert.equal(
      module.headers.get("cache-control"),
      "public, max-age=31536000, immutable",
    );
  }
});

browserTest(
  "islands - react in the browser, and a shared signal stays one",
  async (browser) => {
    await using site = await open(await browser.newPage(), "/islands");
    const { page, errors } = site;
    await page.locator('#frame[data-live="true"]').waitFor();
    await page.click("#a");
    await page.click("#b");
    await page.locator("#a", { hasText: "count 5" }).waitFor();
    assert.equal(await page.textContent("#b"), "count 5");
    assert.equal(
      await page.textContent("q"),
      "</script><script>globalThis.broken = 1</script>",
    );
    assert.equal(await page.evaluate("globalThis.broken"), undefined);
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "islands - one within another is a component of it",
  async (browser) => {
    await using site = await open(await browser.newPage(), "/islands");
    const { page } = site;
    await page.locator('#frame[data-live="true"]').waitFor();
    await page.click("#plain");
    await page.locator("#plain", { hasText: "sum 2" }).waitFor();
    assert.equal(await page.locator("#plain").count(), 1);
  },
);

browserTest(
  "islands - several elements side by side grow where they are; dates and sets arrive",
  async (browser) => {
    await using site = await open(await browser.newPage(), "/more");
    const { page, errors } = site;
    await page.locator('#more[data-live="true"]').waitFor();
    assert.equal(await page.textContent("#more"), "1970 a+b");
    await page.click("#more");
    await page.locator("li", { hasText: "item 1" }).waitFor();
    assert.deepEqual(
      await page.locator("li").allTextContents(),
      ["before", "item 0", "item 1", "1970 a+b", "after"],
    );
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "asset - in an island, has the version in the browser too",
  async (browser) => {
    await using site = await open(await browser.newPage(), "/more");
    const { page, errors } = site;
    const rendered = await page.textContent("#title") ?? "";
    assert.match(rendered, /^\/site\.css\?__frsh_c=[\w-]+$/);
    await page.locator('#title[data-live="true"]').waitFor();
    assert.equal(await page.textContent("#title"), rendered);
    assert.equal(await page.title(), "before");
    assert.deepEqual(errors, []);
  },
);

/** Serves the site and opens one of its pages, noting what goes wrong there. */
async function open(page: Page, path: string) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    handler,
  );
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Chromium asks for an icon by itself, which the site does not have.
    if (
      message.type() === "error" &&
      !message.location().url.endsWith("favicon.ico")
    ) {
      errors.push(message.text());
    }
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
