/**
 * Takes the pictures of the README, from a service with default settings that
 * sends nothing outside: run it where there is no interface but `lo`.
 */
import {
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { startApp } from "./support/app_process.ts";

const folder = new URL("../docs/images/", import.meta.url);

/** RIPE NCC's website, so that no picture shows anybody's home. */
const VISITOR = "193.0.6.139";

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

interface Picture {
  name: string;
  path: string;
  screen: BrowserContextOptions;
  /** What is done on the page before the picture is taken. */
  before?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: "home", path: "/", screen: DESK },
  { name: "home-phone", path: "/", screen: PHONE },
  { name: "address", path: "/8.8.8.8", screen: DESK },
  { name: "egress", path: "/egress", screen: DESK, before: runLeakTest },
  { name: "lookup", path: "/lookup", screen: DESK },
  { name: "docs", path: "/docs", screen: DESK },
];

async function runLeakTest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".egress-status").getByText("Finished.").waitFor();
}

await using app = await startApp({
  GEO_EDITION: "city",
  RATE_LIMIT_PAGES: "0",
  TRUSTED_PROXIES: "127.0.0.1",
});
const browser = await chromium.launch({
  executablePath: Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const { name, path, screen, before } of pictures) {
    const context = await browser.newContext({
      ...screen,
      locale: "en-GB",
      reducedMotion: "reduce",
      extraHTTPHeaders: { "x-forwarded-for": VISITOR },
    });
    const page = await context.newPage();
    await page.goto(app.origin + path, { waitUntil: "networkidle" });
    await before?.(page);
    await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
    await context.close();
  }
} finally {
  await browser.close();
}
