import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { testApp } from "../support/app.ts";
import { browserTest } from "../support/browser.ts";
import { newMember, PASSWORD } from "../support/members.ts";

interface Home {
  page: Page;
  url: string;
}

/** Opens the home page as a visitor from 8.8.8.8. */
async function withHome(
  browser: Browser,
  options: Parameters<Browser["newPage"]>[0],
  look: (home: Home) => Promise<void>,
) {
  await using app = await testApp();
  await newMember(app, "ann@example.net");
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (req) => {
      const { origin, pathname, search } = new URL(req.url);
      const { method, headers, signal } = req;
      return await app.get(pathname + search, {
        origin,
        method,
        headers,
        signal,
        peer: "8.8.8.8",
        body: method === "POST" ? await req.text() : undefined,
      });
    },
  );
  const page = await browser.newPage(options);
  await look({ page, url: `http://127.0.0.1:${server.addr.port}/` });
  await page.close();
}

async function fillIn(page: Page, password: string) {
  await page.getByLabel("E-mail").fill("ann@example.net");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

browserTest(
  "home page - loads the locked rows in place after signing in",
  (browser) =>
    withHome(
      browser,
      { viewport: { width: 390, height: 800 } },
      async (home) => {
        const { page, url } = home;
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        await page.goto(url);
        await fillIn(page, "not the password");
        const alert = page.locator(".lock [role=alert]");
        await alert.getByText("The e-mail address or the password is wrong.")
          .waitFor();
        await fillIn(page, PASSWORD);
        const rows = page.locator(".advanced .rows");
        await rows.waitFor();
        assert.deepEqual(await rows.locator("dt").allTextContents(), [
          "Abuse contact",
          "Evidence",
          "AS dates",
          "Sources used",
        ]);
        assert.equal(await page.locator(".lock").count(), 0);
        assert.equal(page.url(), url);
        const focused = page.locator(":focus");
        assert.equal(await focused.textContent(), "Advanced");
        await page.reload();
        assert.equal(await page.locator(".lock").count(), 0);
        assert.deepEqual(errors, []);
      },
    ),
);

browserTest(
  "home page - signs in at the lock without script, too",
  (browser) =>
    withHome(browser, { javaScriptEnabled: false }, async ({ page, url }) => {
      await page.goto(url);
      await fillIn(page, PASSWORD);
      await page.waitForURL(url);
      assert.equal(await page.locator(".lock").count(), 0);
      assert.equal(await page.locator(".advanced").count(), 1);
    }),
);

browserTest(
  "pages - change language and theme without script, and remember both",
  (browser) =>
    withHome(browser, { javaScriptEnabled: false }, async ({ page, url }) => {
      await page.goto(`${url}lookup`);
      await page.getByRole("button", { name: "简体中文" }).click();
      await page.getByRole("button", { name: "深色" }).click();
      assert.equal(page.url(), `${url}lookup`);
      const html = page.locator("html");
      assert.equal(await html.getAttribute("lang"), "zh-Hans");
      await page.goto(url);
      assert.equal(await html.getAttribute("data-theme"), "dark");
      const ground = await page.locator("body").evaluate((body) =>
        getComputedStyle(body).backgroundColor
      );
      assert.equal(ground, "rgb(13, 21, 24)");
    }),
);
