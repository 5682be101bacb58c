import type { Browser, Locator, Page } from "playwright-core";
import { findChromium, launchChromium } from "./chromium.ts";
import { isFile } from "./programs.ts";

export interface BrowserTestOptions {
  /** Paths of other programs that the test starts. */
  programs?: readonly string[];
}

/** Shared by all tests of a group of files, because a start takes two seconds of processor time. */
let started: Promise<Browser> | undefined;

let plain: Promise<Page> | undefined;

/** The page of all tests that leave nothing in it: to open one takes longer than to load it. */
export function plainPage(browser: Browser): Promise<Page> {
  return plain ??= browser.newPage();
}

Deno.test.afterAll(async () => {
  await (await started)?.close();
});

/**
 * A test in a real Chromium: the one that CHROMIUM names, or the system's. Tests of
 * one group of files share the browser, but not its contexts. If it or another
 * program is missing, the test is skipped; in CI, it fails.
 */
export function browserTest(
  name: string,
  test: (browser: Browser) => Promise<void>,
  { programs = [] }: BrowserTestOptions = {},
): void {
  const executablePath = findChromium();
  const missing = programs.filter((path) => !isFile(path));
  const reason = executablePath === undefined
    ? "there is no Chromium; set CHROMIUM"
    : `there is no ${missing.join(", ")}`;
  const isMissing = executablePath === undefined || missing.length > 0;
  const isCi = Deno.env.get("CI") !== undefined;
  Deno.test({
    name: isMissing ? `${name} (skipped: ${reason})` : name,
    ignore: isMissing && !isCi,
    // The browser's process and its connections end with it, but not within the
    // test's own tasks.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      if (isMissing) throw new Error(`Cannot run: ${reason}`);
      const browser = await (started ??= launchChromium(executablePath));
      try {
        await test(browser);
      } finally {
        const kept = (await plain)?.context();
        for (const context of browser.contexts()) {
          if (context !== kept) await context.close();
        }
      }
    },
  });
}

/** In how many lines each part of an address is that may not break. */
export function linesOfParts(address: Locator): Promise<number[]> {
  return address.locator("span").evaluateAll((parts) =>
    parts.map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part.lastChild!);
      return range.getClientRects().length;
    })
  );
}
