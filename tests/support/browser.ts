import { type Browser, chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface BrowserTestOptions {
  /** Further arguments of the browser's command line. */
  args?: readonly string[];
  /** Paths of what else the test starts. */
  programs?: readonly string[];
}

/** Those that this file of tests has started, by their arguments: a start takes a second of processor time. */
const browsers = new Map<string, Promise<Browser>>();

function browserWith(
  executablePath: string | undefined,
  args: readonly string[],
): Promise<Browser> {
  const key = JSON.stringify(args);
  let browser = browsers.get(key);
  if (!browser) {
    browser = chromium.launch({
      executablePath,
      args: [...ARGUMENTS, ...args],
    });
    browsers.set(key, browser);
  }
  return browser;
}

Deno.test.afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/**
 * A test in a real Chromium: the one that CHROMIUM names, or the system's. Tests
 * of one file share it, but nothing that is in it. Where it or another program is
 * missing the test is skipped, except in CI, where it fails.
 */
export function browserTest(
  name: string,
  test: (browser: Browser) => Promise<void>,
  { args = [], programs = [] }: BrowserTestOptions = {},
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
    // The browser's process and its connections end with it, but not within the test's own tasks.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      if (isMissing) throw new Error(`Cannot run: ${reason}`);
      const browser = await browserWith(executablePath, args);
      try {
        await test(browser);
      } finally {
        for (const context of browser.contexts()) await context.close();
      }
    },
  });
}

function findChromium(): string | undefined {
  const named = Deno.env.get("CHROMIUM");
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const candidates = named === undefined
    ? ["/usr/bin/chromium", ...folders.map((folder) => `${folder}/chromium`)]
    : [named];
  return candidates.find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
