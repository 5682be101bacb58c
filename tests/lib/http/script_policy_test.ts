/** What the pages' policy does in a browser. */
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { testApp } from "../../support/app.ts";
import { browserTest as test } from "../../support/browser.ts";
import { words } from "../../support/tables.ts";

/** Every JSONP endpoint. */
const JSONP = words`/?format=jsonp&callback=called
  /api/jsonip?callback=called /api/geoip/8.8.8.8?callback=called
  /api/v1?callback=called /json/8.8.8.8?callback=called`;

async function violationsAndCalls(browser: Browser, origin: string) {
  const page = await browser.newPage();
  await page.addInitScript(`
    calls = violations = 0;
    called = () => calls++;
    addEventListener("securitypolicyviolation", () => violations++);
  `);
  await page.goto(origin);
  const modules = page.locator('script[src^="/_fresh/js/"]');
  const src = await modules.first().getAttribute("src");
  await page.waitForLoadState("networkidle");
  const counts = () => page.evaluate("[violations, calls]");
  const loaded = await counts();
  for (const url of JSONP) {
    await assert.rejects(page.addScriptTag({ url: origin + url }), url);
  }
  // The event of a violation can come after the error of its tag.
  await page.evaluate(`new Promise((resolve) => {
    setInterval(() => violations >= ${JSONP.length} && resolve(), 10);
    setTimeout(resolve, 10_000);
  })`);
  const injected = await counts();
  // The same tag is no problem for the build's own scripts.
  await page.addScriptTag({ url: `${origin}${src}`, type: "module" });
  await page.close();
  return { loaded, injected };
}

test("pageHeaders - an injected tag cannot run JSONP, whatever the host", async (browser) => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "0" } });
  await using server = Deno.serve(
    { hostname: "::", port: 0, onListen() {} },
    ({ url, headers }) => {
      const { pathname, search, origin } = new URL(url);
      const peer = "8.8.8.8";
      return app.get(pathname + search, { peer, headers, origin });
    },
  );
  for (const host of ["127.0.0.1", "[::1]", "localhost", "main.test"]) {
    const origin = `http://${host}:${server.addr.port}`;
    assert.deepEqual(await violationsAndCalls(browser, origin), {
      loaded: [0, 0],
      injected: [JSONP.length, 0],
    }, host);
  }
});
