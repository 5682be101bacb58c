import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { HOME_FIELD_NAMES } from "../../../../lib/ipinfo/view/home_fields.ts";
import { browserTest as test } from "../../../support/browser.ts";
import { openAnalytics } from "./fixture.ts";
import { serveApp } from "../../../support/routes.ts";

/** An administrator's pages, without script. */
async function openPages() {
  await using stack = new AsyncDisposableStack();
  const { admin } = stack.use(await openAnalytics());
  const { url } = stack.use(serveApp(admin.app));
  const opened = stack.move();
  return {
    /** The page at a path, on a screen of that many CSS pixels. */
    async open(browser: Browser, path: string, width: number) {
      const viewport = { width, height: 640 };
      const page = await browser.newPage({
        viewport,
        javaScriptEnabled: false,
      });
      const value = admin.root.session;
      await page.context()
        .addCookies([{ name: "porthole_session", value, url }]);
      await page.goto(url + path);
      return page;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Of all tests of this file. */
let opened: ReturnType<typeof openPages> | undefined;
const pages = () => opened ??= openPages();
Deno.test.afterAll(async () => await (await opened)?.[Symbol.asyncDispose]());

test("fields page - on a phone, the two boxes of a field are next to its name", async (browser) => {
  const { open } = await pages();
  const page = await open(browser, "/admin/fields", 360);
  const rows = page.locator(".switches tbody tr");
  assert.equal(await rows.count(), HOME_FIELD_NAMES.length);
  for (const row of await rows.all()) {
    const cells = row.locator("td");
    const [name, guests, members] = await Promise.all(
      (await cells.all()).map((cell) => cell.boundingBox()),
    );
    assert(name && guests && members);
    assert(name.x + name.width <= guests.x, "name beside guests");
    assert(guests.x + guests.width <= members.x, "guests beside members");
    assert(members.x + members.width <= 360, "members within the screen");
  }
  for (const group of await page.locator(".switches fieldset").all()) {
    const heads = await group.locator("th:visible").allTextContents();
    assert.deepEqual(heads, ["Field", "Guests", "Members"]);
  }
  const overflow = page.locator("html");
  assert.equal(await overflow.evaluate((html) => html.scrollWidth), 360);
});

test("analytics page - the chart lines up with its dates, and nothing is wider than a phone", async (browser) => {
  const { open } = await pages();
  for (const width of [320, 1000]) {
    const page = await open(browser, "/admin/analytics", width);
    await page.locator(".days summary").click();
    const html = page.locator("html");
    assert.equal(await html.evaluate((html) => html.scrollWidth), width);

    const last = await page.locator(".chart rect.pageviews").last()
      .boundingBox();
    const label = await page.locator(".chart-units li").last().boundingBox();
    const top = await page.locator(".chart-scale li").first().boundingBox();
    const chart = await page.locator(".chart > svg").boundingBox();
    assert(last && label && top && chart);
    assert(Math.abs(label.x + label.width - (last.x + last.width)) < 3);
    assert(label.y >= last.y + last.height);
    const middle = top.y + top.height / 2;
    assert(Math.abs(middle - chart.y) < 3, "top of the scale");
    // 140 of 150.
    assert(Math.abs(last.height / chart.height - 140 / 150) < 0.01);

    const cells = await page.locator(".days tbody tr").first().locator("td")
      .all();
    const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
    assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, "one line");
    await page.context().close();
  }
});
