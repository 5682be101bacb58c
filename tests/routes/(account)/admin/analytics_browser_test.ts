import assert from "node:assert/strict";
import { site } from "../../../lib/analytics/site.ts";
import { browserTest } from "../../../support/browser.ts";
import {
  UMAMI_PASSWORD,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../../support/umami_server.ts";
import { openAdmin } from "./rig.ts";

browserTest(
  "analytics page - the chart lines up with its dates, and nothing is wider than a phone",
  async (browser) => {
    await using umami = umamiServer({ version: "3.1", data: site });
    await using rig = await openAdmin({
      env: {
        ANALYTICS_URL: umami.url.href,
        ANALYTICS_WEBSITE_ID: WEBSITE_ID,
        ANALYTICS_USERNAME: USERNAME,
        ANALYTICS_PASSWORD: UMAMI_PASSWORD,
      },
    });
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url, headers, signal }) => {
        const { origin, pathname, search } = new URL(url);
        return rig.app.get(pathname + search, { origin, headers, signal });
      },
    );
    const base = `http://127.0.0.1:${server.addr.port}`;
    for (const width of [320, 1000]) {
      const page = await browser.newPage({
        viewport: { width, height: 640 },
        javaScriptEnabled: false,
      });
      await page.context().addCookies([
        { name: "porthole_session", value: rig.root.session, url: base },
      ]);
      await page.goto(`${base}/admin/analytics`);
      await page.locator(".days summary").click();
      const html = page.locator("html");
      assert.equal(await html.evaluate((html) => html.scrollWidth), width);

      const last = await page.locator(".chart rect.pageviews").last()
        .boundingBox();
      const label = await page.locator(".chart-days li").last().boundingBox();
      const top = await page.locator(".chart-scale li").first().boundingBox();
      const chart = await page.locator(".chart > svg").boundingBox();
      assert(last && label && top && chart);
      assert(Math.abs(label.x + label.width - (last.x + last.width)) < 3);
      assert(label.y >= last.y + last.height);
      assert(
        Math.abs(top.y + top.height / 2 - chart.y) < 3,
        "top of the scale",
      );
      // 140 of 150.
      assert(Math.abs(last.height / chart.height - 140 / 150) < 0.01);

      const cells = await page.locator(".days tbody tr").first().locator("td")
        .all();
      const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
      assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, "one line");
      await page.context().close();
    }
  },
);
