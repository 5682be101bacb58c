import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browserTest as test } from "../support/browser.ts";
import { addressIn } from "../lib/egress/view/verdict/scenarios.ts";
import { axe, type EgressSite } from "./egress/egress_site.ts";
import { scenarioSite } from "./egress/scenario_pages.ts";
import samples from "./home_strip_browser.json" with { type: "json" };

interface Visit {
  page: Page;
  /** How many times the page asked what is known of addresses. */
  lookups: () => number;
}

/** The home page of a visitor whose families leave from two networks. */
async function visit(
  browser: Browser,
  site: EgressSite,
  [own, other]: readonly [own: string, other: string],
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const page = await (await browser.newContext(options)).newPage();
  // Shifts that the visitor did not cause, as in Web Vitals.
  await page.addInitScript(`globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: "layout-shift", buffered: true });`);
  let lookups = 0;
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    const isProbe = url.pathname === "/api/egress/exit";
    if (isProbe && other === "none") return await route.abort();
    if (url.pathname === "/api/egress/enrich") lookups++;
    const headers = {
      ...route.request().headers(),
      "x-forwarded-for": addressIn(isProbe ? other : own),
    };
    await route.continue({ headers });
  });
  await page.goto(site.main);
  return { page, lookups: () => lookups };
}

const STRIP = ".address [role=status] .family-strip";

/** The visitors, and what the strip says. */
const VISITORS = samples.visitors as [
  own: string,
  other: string,
  locale: string,
  state: string,
  text: string,
][];

test("home page - says in a strip what both families tell of a tunnel, without a shift, accessible in both themes", async (browser) => {
  await using site = await scenarioSite();
  for (const [i, [own, other, locale, state, text]] of VISITORS.entries()) {
    for (const width of [390, 1280]) {
      const { page, lookups } = await visit(browser, site, [own, other], {
        locale,
        viewport: { width, height: 844 },
        colorScheme: i % 2 ? "dark" : "light",
      });
      const strip = page.locator(STRIP);
      await strip.waitFor();
      assert.equal(await strip.innerText(), text);
      assert.equal(await strip.getAttribute("class"), `family-strip ${state}`);
      assert.equal(lookups(), 1);
      // Both tiles are as wide, and say where and whose.
      const tiles = page.locator(".address-tile");
      assert.equal(await tiles.locator(".summary").count(), 2);
      assert.equal(await tiles.locator(".holder").count(), 2);
      const widths = await tiles.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().width))
      );
      assert.equal(widths[0], widths[1]);
      if (width === 390) assert.deepEqual(await axe(page), [], text);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      assert.equal(wide, width);
      assert.equal(await page.evaluate("shift"), 0, `${text} ${width}`);
      // All that answers who and where is in view.
      const badges = await page.locator(".badges").boundingBox();
      assert(badges && badges.y + badges.height < 844, text);
      await page.context().close();
    }
  }
  assert.deepEqual(site.app.logged, []);
});

test("home page - without an address of the other family, says so in its room, without a hole or a shift", async (browser) => {
  await using site = await scenarioSite();
  for (const own of ["home4", "home6"]) {
    for (const locale of ["en-GB", "zh-CN"]) {
      for (const [width, spare] of [[390, 64], [1280, 90]]) {
        const { page } = await visit(browser, site, [own, "none"], {
          locale,
          viewport: { width, height: 844 },
        });
        const text = page.locator(".other-ip strong + p");
        await text.getByText(/IPv[46]/).waitFor();
        const below: number = await text.evaluate((element) =>
          element.parentElement!.closest(".other-ip")!.getBoundingClientRect()
            .bottom - element.getBoundingClientRect().bottom
        );
        const name = `${own} ${locale} ${width}`;
        assert(below <= spare, `${name}: ${below}`);
        assert.equal(await page.evaluate("shift"), 0, name);
        await page.context().close();
      }
    }
  }
});

test("home page - has no strip where both families agree, one is missing, or the service refuses", async (browser) => {
  await using site = await scenarioSite({ RATE_LIMIT_LOOKUP: "1" });
  const answered = (page: Page) =>
    page.waitForResponse("**/api/egress/enrich*");
  const { page, lookups } = await visit(browser, site, ["vpn4", "home6"]);
  await page.locator(STRIP).waitFor();
  const [refused] = await Promise.all([answered(page), page.reload()]);
  assert.equal(refused.status(), 429);
  await page.locator("#other-ip").waitFor();
  assert.equal(await page.locator(STRIP).count(), 0);
  assert.equal(lookups(), 2);
  // Another visitor, whose families agree.
  const same = await visit(browser, site, ["home4", "sameIsp6"]);
  await same.page.locator("#other-ip").waitFor();
  await same.page.waitForLoadState("networkidle");
  assert.equal(same.lookups(), 1);
  assert.equal(await same.page.locator(STRIP).count(), 0);
  const single = await visit(browser, site, ["tor4", "none"]);
  await single.page.getByText("No IPv6 found").waitFor();
  await single.page.waitForLoadState("networkidle");
  assert.equal(single.lookups(), 0);
  assert.equal(await single.page.locator(STRIP).count(), 0);
});
