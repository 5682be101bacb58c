import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type Language, LANGUAGES } from "../../lib/i18n/language.ts";
import { browserTest } from "../support/browser.ts";
import {
  ALL_RULES,
  AXE,
  faint,
  motions,
  openDetails,
  RULES_OF_LENGTHS,
  RULES_OF_LOOKS,
  shifts,
  tooWide,
  unprintable,
  violations,
} from "./looks.ts";
import { openSite, type Site, type SitePage } from "./site.ts";

const DESK = { colorScheme: "light", width: 1000 } as const;
const PHONE = { colorScheme: "dark", width: 390 } as const;

/** Each language comes to a desk and to a phone, and is held against all rules of looks on the first, and of contrast on both. */
const screens = { en: [DESK, PHONE], zh: [PHONE, DESK] } as const;

/** Where WCAG wants no scrolling to the side (320: 1.4.10, a window of 640 at 200%), and around the width at which pages change. Either screen is another. */
const WIDTHS = [320, 560];

/** Of the many endpoints of /docs, which look alike, as many are opened again in the second language. */
const FIRST_DETAILS = 10;

async function findings(
  page: Page,
  language: Language,
  { name, path }: SitePage,
  { origin }: Site,
): Promise<string[]> {
  const [first, second] = screens[language];
  const isFirst = language === LANGUAGES[0];
  const found: string[] = [];
  // High: what moves is counted on the screen alone.
  await page.setViewportSize({ width: first.width, height: 1600 });
  await page.emulateMedia({ ...first, media: null, reducedMotion: "reduce" });
  await page.goto(origin + path);
  // The rows of a scan come as they are found, and take what is below them along.
  if (name !== "lookup-scan") found.push(...await shifts(page));
  await openDetails(page, isFirst ? Infinity : FIRST_DETAILS);
  found.push(...await violations(page, isFirst ? ALL_RULES : RULES_OF_LOOKS));
  found.push(...await tooWide(page));
  for (const width of [...WIDTHS, second.width]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...await tooWide(page));
  }
  await page.emulateMedia({ colorScheme: second.colorScheme });
  found.push(...await faint(page));
  if (!isFirst) return found;
  // Neither language nor colors change these.
  found.push(...await motions(page));
  found.push(...await violations(page, RULES_OF_LENGTHS));
  await page.emulateMedia({ media: "print" });
  return [...found, ...await unprintable(page)];
}

/** Of all pages, so that no test takes minutes, not even on a busy machine; each opens a window, which takes a second. */
const PARTS = 3;

async function walk(
  browser: Browser,
  site: Site,
  language: Language,
  part: number,
): Promise<string[]> {
  const page = await browser.newPage();
  page.on("pageerror", (error) => all.push(String(error)));
  await page.addInitScript(AXE);
  const all: string[] = [];
  const pages = site.pages.filter((_, i) => i % PARTS === part);
  assert(pages.length > 0);
  for (const shown of pages) {
    await page.setExtraHTTPHeaders(site.headers(shown, language));
    const found = await findings(page, language, shown, site);
    all.push(...found.map((what) => `${shown.name} in ${language}: ${what}`));
  }
  return all;
}

let opened: Promise<Site> | undefined;
Deno.test.afterAll(async () => await (await opened)?.[Symbol.asyncDispose]());

for (const language of LANGUAGES) {
  for (let part = 0; part < PARTS; part++) {
    browserTest(
      `pages - in ${language}, part ${
        part + 1
      } of ${PARTS}: axe finds nothing, nothing moves, nothing is too wide${
        language === LANGUAGES[0] ? ", and prints are dark on white" : ""
      }`,
      async (browser) => {
        const site = await (opened ??= openSite());
        assert.deepEqual(await walk(browser, site, language, part), []);
      },
    );
  }
}
