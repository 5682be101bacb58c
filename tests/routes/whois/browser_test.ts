import assert from "node:assert/strict";
import { browserTest as test } from "../../support/browser.ts";
import { withWhois } from "./fixture.ts";
import { serveApp } from "../../support/routes.ts";

test("whois page - works without script, by keyboard and on a phone", async (browser) => {
  await withWhois(async ({ app }) => {
    await using server = serveApp(app);
    const base = server.url;
    const viewport = { width: 320, height: 640 };
    const page = await browser.newPage({ javaScriptEnabled: false, viewport });
    await page.goto(`${base}/whois`);
    await page.getByLabel("Domain, IP address, AS number or handle").focus();
    await page.keyboard.type(" Bücher.test ");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${base}/whois/xn--bcher-kva.test`);
    const badges = await page.locator(".badge").allTextContents();
    assert.deepEqual(badges, ["Domain", "31 years old"]);
    const raw = page.locator("pre");
    assert.equal(await raw.isVisible(), false);
    await page.locator("summary").last().focus();
    await page.keyboard.press("Enter");
    await raw.waitFor();
    // The raw response is wider than a phone; the page is not.
    assert.equal((await page.locator("main").boundingBox())?.width, 288);
    const bounds = await page.locator(".registration *").evaluateAll(
      (all) => Math.max(...all.map((e) => e.getBoundingClientRect().right)),
    );
    assert(bounds <= 320, `something reaches to ${bounds}`);
    await page.close();
  });
});
