import assert from "node:assert/strict";
import { HOME_FIELD_NAMES } from "../../../../lib/ipinfo/view/home_fields.ts";
import { browserTest } from "../../../support/browser.ts";
import { openAdmin } from "./rig.ts";

browserTest(
  "fields page - on a phone, the two boxes of a field are next to its name",
  async (browser) => {
    await using rig = await openAdmin();
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url, headers, signal }) => {
        const { origin, pathname, search } = new URL(url);
        return rig.app.get(pathname + search, { origin, headers, signal });
      },
    );
    const base = `http://127.0.0.1:${server.addr.port}`;
    const page = await browser.newPage({
      viewport: { width: 360, height: 640 },
      javaScriptEnabled: false,
    });
    await page.context().addCookies([
      { name: "porthole_session", value: rig.root.session, url: base },
    ]);
    await page.goto(`${base}/admin/fields`);
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
  },
);
