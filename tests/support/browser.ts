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

/**
 * A test in a real Chromium: the one that CHROMIUM names, or the system's. Without any it is
 * skipped, except in CI, where it fails.
 */
export function browserTest(
  name: string,
  test: (browser: Browser) => Promise<void>,
): void {
  const executablePath = findChromium();
  const isCi = Deno.env.get("CI") !== undefined;
  Deno.test({
    name: executablePath === undefined
      ? `${name} (skipped: there is no Chromium; set CHROMIUM)`
      : name,
    ignore: executablePath === undefined && !isCi,
    // The browser's process and its connections end with it, but not within the test's own tasks.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      if (executablePath === undefined) {
        throw new Error(
          "Cannot find Chromium: set CHROMIUM to the path of its executable",
        );
      }
      const browser = await chromium.launch({
        executablePath,
        args: ARGUMENTS,
      });
      try {
        await test(browser);
      } finally {
        await browser.close();
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
