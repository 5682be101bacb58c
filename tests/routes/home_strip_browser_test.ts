import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { browserTest as test } from "../support/browser.ts";
import { addressIn } from "../lib/egress/view/verdict/scenarios.ts";
import { axe, type EgressSite } from "./egress/egress_site.ts";
import { scenarioSite } from "./egress/scenario_pages.ts";
import samples from "./home_strip_browser.json" with { type: "json" };

/** The home page in one window, for one visitor after the other. */
class Home {
  /** How many times the page asked what is known of addresses. */
  lookups = 0;
  #other = "none";

  private constructor(readonly page: Page, readonly site: EgressSite) {}

  static async open(
    browser: Browser,
    site: EgressSite,
    locale = "en-GB",
  ): Promise<Home> {
    const page = await browser.newPage({ locale });
    const home = new Home(page, site);
    // Each visitor is new. Shifts that they did not cause, as in Web Vitals.
    await page.addInitScript(`localStorage.clear();
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shift += value;
      }).observe({ type: "layout-shift", buffered: true });`);
    page.on("request", (request) => {
      if (request.url().includes("/api/egress/enrich")) home.lookups++;
    });
    await page.route("**/api/egress/exit*", async (route) => {
      if (home.#other === "none") return await route.abort();
      const headers = {
        ...route.request().headers(),
        "x-forwarded-for": addressIn(home.#other),
      };
      await route.continue({ headers });
    });
    return home;
  }

  /** Opens it for a visitor whose families leave from two networks. */
  async visit(
    [own, other]: readonly [own: string, other: string],
    { width, isDark = false }: { width: number; isDark?: boolean } = {
      width: 1280,
    },
  ): Promise<void> {
    const { page, site } = this;
    this.lookups = 0;
    this.#other = other;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    await page.setExtraHTTPHeaders({ "x-forwarded-for": addressIn(own) });
    await page.goto(site.main);
  }
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
  const homes: Record<string, Home> = {};
  for (const [i, [own, other, locale, state, text]] of VISITORS.entries()) {
    const home = homes[locale] ??= await Home.open(browser, site, locale);
    const { page } = home;
    for (const width of [390, 1280]) {
      await home.visit([own, other], { width, isDark: i % 2 === 1 });
      const strip = page.locator(STRIP);
      await strip.waitFor();
      assert.equal(await strip.innerText(), text);
      assert.equal(await strip.getAttribute("class"), `family-strip ${state}`);
      assert.equal(home.lookups, 1);
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
    }
  }
  assert.deepEqual(site.app.logged, []);
});

test("home page - without an address of the other family, says so in its room, without a hole or a shift", async (browser) => {
  await using site = await scenarioSite();
  for (const locale of ["en-GB", "zh-CN"]) {
    const home = await Home.open(browser, site, locale);
    const { page } = home;
    for (const own of ["home4", "home6"]) {
      for (const [width, spare] of [[390, 64], [1280, 90]]) {
        await home.visit([own, "none"], { width });
        const text = page.locator(".other-ip strong + p");
        await text.getByText(/IPv[46]/).waitFor();
        const below: number = await text.evaluate((element) =>
          element.parentElement!.closest(".other-ip")!.getBoundingClientRect()
            .bottom - element.getBoundingClientRect().bottom
        );
        const name = `${own} ${locale} ${width}`;
        assert(below <= spare, `${name}: ${below}`);
        assert.equal(await page.evaluate("shift"), 0, name);
      }
    }
  }
});

test("home page - has no strip where both families agree, one is missing, or the service refuses", async (browser) => {
  await using site = await scenarioSite({ RATE_LIMIT_LOOKUP: "1" });
  const answered = (page: Page) =>
    page.waitForResponse("**/api/egress/enrich*");
  const home = await Home.open(browser, site);
  const { page } = home;
  await home.visit(["vpn4", "home6"]);
  await page.locator(STRIP).waitFor();
  const [refused] = await Promise.all([answered(page), page.reload()]);
  assert.equal(refused.status(), 429);
  await page.locator("#other-ip").waitFor();
  assert.equal(await page.locator(STRIP).count(), 0);
  assert.equal(home.lookups, 2);
  // Another visitor, whose families agree.
  await home.visit(["home4", "sameIsp6"]);
  await page.locator("#other-ip").waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(home.lookups, 1);
  assert.equal(await page.locator(STRIP).count(), 0);
  await home.visit(["tor4", "none"]);
  await page.getByText("No IPv6 found").waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(home.lookups, 0);
  assert.equal(await page.locator(STRIP).count(), 0);
});
