import assert from "node:assert/strict";
import { stringify } from "devalue";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { parseIslandProps } from "../../../lib/fresh/client.ts";
import { browserTest } from "../../support/browser.ts";
import { handler } from "./built_site.ts";
import { sendTo } from "./request.ts";

Deno.test("islands - are rendered on the server", async () => {
  const { body } = await sendTo(handler, "GET /islands");
  assert.match(body, /<button id="a" type="button" ?>count 3<\/button>/);
  assert.match(body, /<section id="frame" data-live="false">/);
});

Deno.test("islands - ship no script on a page without any", async () => {
  for (const path of ["/", "/nested/inner", "/no/where"]) {
    const { body } = await sendTo(handler, `GET ${path}`);
    assert.doesNotMatch(body, /<script|modulepreload/);
  }
});

Deno.test("islands - have props that cannot end their script element", async () => {
  const { body } = await sendTo(handler, "GET /islands");
  const count = (text: string) => body.split(text).length - 1;
  assert.equal(count("globalThis.broken"), 2);
  assert.equal(count("</script>"), count("<script "));
});

Deno.test("islands - reject props that are not data", async () => {
  assert.equal((await sendTo(handler, "GET /unsendable")).status, 500);
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
    assert.equal(
      module.headers.get("cache-control"),
      "public, max-age=31536000, immutable",
    );
  }
});

browserTest(
  "islands - react in the browser, and share a signal",
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
  "islands - can contain another island as a component",
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
  "islands - update several root elements in place, and receive dates and sets",
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
  "asset - adds the version in an island, too",
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

/** Serves the site, opens one of its pages and records its errors. */
async function open(page: Page, path: string) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    handler,
  );
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Chromium requests an icon by itself, which the site does not have.
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

const values = fc.object({
  key: fc.string().filter((key) => key !== "__proto__"),
  maxDepth: 4,
  withDate: true,
  withMap: true,
  withSet: true,
  values: [
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, NaN, Infinity, -Infinity),
  ],
});

Deno.test("parseIslandProps - parses devalue's output", () => {
  fc.assert(fc.property(values, (value) => {
    assert.deepEqual(parseIslandProps(stringify(value), {}), value);
  }));
});

Deno.test("parseIslandProps - keeps shared and circular references", () => {
  const shared = { n: 1 };
  const circle: unknown[] = [];
  circle.push(circle);
  const text = stringify({ a: shared, b: [shared], circle });
  const read = parseIslandProps(text, {}) as {
    a: object;
    b: object[];
    circle: unknown[];
  };
  assert.equal(read.a, read.b[0]);
  assert.equal(read.circle[0], read.circle);
});

Deno.test("parseIslandProps - calls a reviver once for a shared value", () => {
  class Box {
    constructor(readonly content: unknown) {}
  }
  const box = new Box({ deep: new Box(undefined) });
  const text = stringify([box, box], {
    Box: (value: unknown) => value instanceof Box && [value.content],
  });
  const read = parseIslandProps(text, {
    Box: (value) => new Box((value as unknown[])[0]),
  }) as Box[];
  assert.deepEqual(read, [box, box]);
  assert.equal(read[0], read[1]);
});

Deno.test("parseIslandProps - rejects other types", () => {
  for (const value of [/x/, new URL("http://x.test"), new Uint8Array(1), 1n]) {
    assert.throws(() => parseIslandProps(stringify(value), {}), {
      name: "TypeError",
      message: /^No island gets a \w+$/,
    });
  }
});
