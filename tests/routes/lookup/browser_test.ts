import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { LookupService } from "../../../lib/lookup/lookup_service.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { MemoryIndex } from "../../lib/lookup/memory_index.ts";
import { policy } from "../../lib/lookup/policy.ts";
import { ptr } from "../../lib/lookup/records.ts";
import { scriptedClient } from "../../lib/lookup/scripted_client.ts";
import { type TestApp, testApp } from "../../support/validated_app.ts";
import { browserTest as test } from "../../support/browser.ts";
import { serveApp } from "../../support/routes.ts";

/** The visible hint, and whether the keyword's position can be chosen. */
async function shownIn(page: Page) {
  const hints = await page.locator(".field-hint:visible strong")
    .allTextContents();
  return [hints, await page.locator(".match").isVisible()];
}

/** Serves an app whose lookups query this client. */
function serveWith(client: LookupDeps["client"], app: TestApp) {
  const now = () => app.clock.now;
  const index = new MemoryIndex();
  app.services.lookup = new LookupService({ client, index, now, policy });
  return serveApp(app);
}

test("lookup page - works without script: modes, result, and a scan while it runs", async (browser) => {
  await using app = await testApp();
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  const scripted = scriptedClient({
    "1.2.0.192.in-addr.arpa. PTR": [ptr("x", "<b>one</b>.test")],
  });
  const client: LookupDeps["client"] = {
    ...scripted,
    async *queryPtr(ips) {
      for await (const ip of ips) {
        yield { ip, names: [`${ip.text}.test`] };
        if (ip.text === "192.0.2.1") await goOn;
      }
    },
  };
  await using server = serveWith(client, app);
  const base = server.url;
  const page = await browser.newPage({ javaScriptEnabled: false });

  await page.goto(`${base}/lookup`);
  assert.deepEqual(await shownIn(page), [["Auto:"], false]);
  await page.getByLabel("DNS lookup", { exact: true }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shownIn(page), [["rDNS search:"], true]);

  await page.getByText("Reverse DNS", { exact: true }).click();
  await page.getByLabel("Query").fill("192.0.2.1");
  await page.getByRole("button", { name: "Look up" }).click();
  assert.equal(page.url(), `${base}/lookup/192.0.2.1?dns_type=rdns_lookup`);
  const values = await page.locator(".result code").allTextContents();
  assert.deepEqual(values, ["<b>one</b>.test"]);

  await page.goto(`${base}/lookup/192.0.2.0/29`, { waitUntil: "commit" });
  await page.getByText("2 of 8 addresses scanned").waitFor();
  assert.equal(await page.locator(".progress:visible").count(), 1);
  release();
  await page.getByText("8 found for 8 addresses").waitFor();
  assert.equal(await page.locator(".progress:visible").count(), 0);
  await page.close();
});

test("lookup page - fits long names and keywords on a phone", async (browser) => {
  await using app = await testApp();
  const longName = [..."abcd"].map((letter) => letter.repeat(63)).join(".")
    .slice(0, 253);
  const question = "1.2.0.192.in-addr.arpa. PTR";
  const client = scriptedClient({ [question]: [ptr("x", longName)] });
  await using server = serveWith(client, app);
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  const paths = [
    "192.0.2.1",
    `${"x".repeat(253)}?dns_type=rdns_pattern`,
    longName,
    `${"x".repeat(500)}`,
  ];
  for (const path of paths) {
    await page.goto(`${server.url}/lookup/${path}`);
    assert.equal(await page.evaluate("document.body.scrollWidth"), 390, path);
  }
  await page.close();
});
