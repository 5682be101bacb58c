/** Whether islands come alive in a browser: the lock card, a copy button and the leak test. */
import type { Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { VISITOR } from "./smoke.ts";

const LIMIT_MS = 15_000;

/** Twice, because the second page comes from the cache. */
async function lockCard(page: Page, origin: string) {
  await page.goto(`${origin}/`);
  await page.goto(`${origin}/`);
  await page.locator(".lock summary").click();
  await page.getByLabel("E-mail").fill("nobody@example.net");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".lock [role=alert]")
    .getByText(
      "The e-mail address or the password is wrong. If you have forgotten your password, ask the operator for a new one.",
    ).waitFor();
  if (new URL(page.url()).pathname !== "/") {
    throw new Error(`the form left the page for ${page.url()}`);
  }
}

async function copyButton(page: Page, origin: string) {
  await page.goto(`${origin}/8.8.8.8`);
  await page.locator("[data-copy]").first().click();
  await page.getByRole("status").getByText("Copied")
    .waitFor({ state: "attached" });
}

async function leakTest(page: Page, origin: string) {
  await page.goto(`${origin}/egress`);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Copy as JSON" }).waitFor();
}

/** Each island with what went wrong, in the Chromium that CHROMIUM names or the system's. */
export async function islandReport(
  origin: string,
): Promise<[name: string, problems: string[]][]> {
  const browser = await launchChromium();
  try {
    const report: [string, string[]][] = [];
    for (const island of [lockCard, copyButton, leakTest]) {
      const page = await browser.newPage({ extraHTTPHeaders: VISITOR });
      page.setDefaultTimeout(LIMIT_MS);
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => {
        // The lock card is told that the password is wrong.
        const isExpected = message.location().url.endsWith("/session");
        if (message.type() === "error" && !isExpected) {
          problems.push(message.text());
        }
      });
      await island(page, origin).catch((error) => problems.push(String(error)));
      report.push([`island ${island.name}`, problems]);
      await page.close();
    }
    return report;
  } finally {
    await browser.close();
  }
}
