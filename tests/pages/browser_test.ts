import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type Language, LANGUAGES } from "../../lib/i18n/language.ts";
import { browserTest } from "../support/browser.ts";
import { AXE, motions, shifts, tooWide, violations } from "./looks.ts";
import { openSite, type Site, type SitePage } from "./site.ts";

const DESK = { colorScheme: "light", width: 1000 } as const;
const PHONE = { colorScheme: "dark", width: 390 } as const;

/** Each language comes to a desk and to a phone, one after the other. */
const screens = { en: [DESK, PHONE], zh: [PHONE, DESK] } as const;

/** Where WCAG wants no scrolling to the side (320: 1.4.10, a window of 640 at 200%), and around the width at which pages change. Either screen is another. */
const WIDTHS = [320, 560];

async function findings(
  page: Page,
  language: Language,
  { name, path }: SitePage,
  { origin }: Site,
): Promise<string[]> {
  const [first, second] = screens[language];
  const found: string[] = [];
  // High: what moves is counted on the screen alone.
  await page.setViewportSize({ width: first.width, height: 1600 });
  await page.emulateMedia({ ...first, reducedMotion: "reduce" });
  await page.goto(origin + path);
  // The rows of a scan come as they are found, and take what is below them along.
  if (name !== "lookup-scan") found.push(...await shifts(page));
  await page.locator("details").evaluateAll((all) =>
    all.forEach((details) => {
      // Of those with one name, only one would be open.
      details.removeAttribute("name");
      details.setAttribute("open", "");
    })
  );
  found.push(...await motions(page));
  found.push(...await violations(page, { isAgain: false }));
  found.push(...await tooWide(page));
  await page.emulateMedia(second);
  for (const width of [...WIDTHS, second.width]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...await tooWide(page));
  }
  found.push(...await violations(page, { isAgain: true }));
  return found;
}

async function walk(
  browser: Browser,
  site: Site,
  language: Language,
): Promise<string[]> {
  const page = await browser.newPage();
  page.on("pageerror", (error) => all.push(String(error)));
  await page.addInitScript(AXE);
  const all: string[] = [];
  for (const shown of site.pages) {
    await page.setExtraHTTPHeaders(site.headers(shown, language));
    const found = await findings(page, language, shown, site);
    all.push(...found.map((what) => `${shown.name} in ${language}: ${what}`));
  }
  return all;
}

let opened: Promise<Site> | undefined;
Deno.test.afterAll(async () => await (await opened)?.[Symbol.asyncDispose]());

for (const language of LANGUAGES) {
  browserTest(
    `pages - in ${language}, light and dark, on desk and phone: axe finds nothing, nothing moves, nothing is too wide`,
    async (browser) => {
      const site = await (opened ??= openSite());
      assert.deepEqual(await walk(browser, site, language), []);
    },
  );
}
