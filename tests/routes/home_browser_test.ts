import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type TestApp, testApp, useFacts } from "../support/app.ts";
import { browserTest as test, linesOfParts } from "../support/browser.ts";
import { firefoxTest } from "../support/firefox.ts";
import { newMember, PASSWORD } from "../support/members.ts";
import { webkitTest } from "../support/webkit.ts";
import {
  CLIENT_V4,
  CLIENT_V6,
  egressSite,
  errorsOf,
} from "./egress/egress_site.ts";
import { browse, serveApp } from "../support/routes.ts";

interface Home {
  app: TestApp;
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
  await using server = serveApp(app, "8.8.8.8");
  const page = await browser.newPage(options);
  await look({ app, page, url: `${server.url}/` });
  await page.close();
}

async function fillIn(page: Page, password: string) {
  await page.getByLabel("E-mail").fill("ann@example.net");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("home page - loads the locked rows in place after signing in", (browser) => {
  const viewport = { width: 390, height: 800 };
  return withHome(browser, { viewport }, async ({ page, url }) => {
    const errors = errorsOf(page);
    await page.goto(url);
    await page.locator(".lock summary").click();
    await fillIn(page, "not the password");
    await page.locator(".lock [role=alert]").getByText(
      "The e-mail address or the password is wrong. If you have forgotten your password, ask the operator for a new one.",
    ).waitFor();
    assert.equal(await page.locator("#lock-password:focus").count(), 1);
    await fillIn(page, PASSWORD);
    const rows = page.locator(".advanced .rows");
    await rows.waitFor();
    const names = ["Abuse contact", "Evidence", "AS dates", "Sources used"];
    assert.deepEqual(await rows.locator("dt").allTextContents(), names);
    assert.equal(await page.locator(".lock").count(), 0);
    assert.equal(page.url(), url);
    assert.equal(await page.locator(":focus").textContent(), "Advanced");
    await page.reload();
    assert.equal(await page.locator(".lock").count(), 0);
    assert.deepEqual(errors, []);
  });
});

test("home page - signs in at the lock without script, too", (browser) =>
  withHome(browser, { javaScriptEnabled: false }, async ({ page, url }) => {
    await page.goto(url);
    await page.locator(".lock summary").click();
    await fillIn(page, PASSWORD);
    await page.waitForURL(url);
    assert.equal(await page.locator(".lock").count(), 0);
    assert.equal(await page.locator(".advanced").count(), 1);
  }));

test("pages - change language and theme without script, and remember both", (browser) =>
  withHome(browser, { javaScriptEnabled: false }, async ({ page, url }) => {
    await page.goto(`${url}lookup`);
    await page.getByRole("button", { name: "简体中文" }).click();
    await page.getByRole("button", { name: "深色" }).click();
    assert.equal(page.url(), `${url}lookup`);
    const html = page.locator("html");
    assert.equal(await html.getAttribute("lang"), "zh-Hans");
    await page.goto(url);
    assert.equal(await html.getAttribute("data-theme"), "dark");
    const ground = "getComputedStyle(document.body).backgroundColor";
    assert.equal(await page.evaluate(ground), "rgb(13, 21, 24)");
  }));

test("address page - the longest IPv4 address fits a phone's width in one line", (browser) =>
  withHome(browser, {}, async ({ page, url }) => {
    await page.goto(`${url}136.254.144.139`);
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.locator(".ip").first().evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      assert.equal(lines, 1, `${width} pixels`);
    }
  }));

const EXIT = "/api/egress/exit";
const COPY_JSON = "Copy the command: Your address as JSON";
const AMSTERDAM = {
  country: "Netherlands",
  countryCode: "NL",
  city: "Amsterdam",
};

test("home page - has a dot before the local time, unless that begins a line", (browser) =>
  withHome(browser, {}, async ({ app, page, url }) => {
    useFacts(app, { ...AMSTERDAM, timezone: "Europe/Amsterdam" });
    for (const [width, isDotted] of [[1280, true], [390, false]] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      const text = await page.locator("p.summary").innerText();
      assert.match(text, /^Amsterdam, Netherlands\s+\d\d:\d\d\slocal\stime$/);
      const dot = await page.locator(".local-time").evaluate((time) => {
        const { left, content } = getComputedStyle(time, "::before");
        const line = time.parentElement!;
        const x = time.getBoundingClientRect().x + parseFloat(left);
        const isCut = getComputedStyle(line).overflowX === "clip" &&
          x < line.getBoundingClientRect().x;
        return { content, isShown: !isCut };
      });
      assert.deepEqual(dot, { content: '"·"', isShown: isDotted });
    }
  }));

test("home page - shows the addresses of both families, copies them, and keeps them in the browser alone", async (browser) => {
  await using site = await egressSite();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const errors = errorsOf(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(site.main);
  const own = await page.locator("#ip").innerText();
  const other = own === CLIENT_V4 ? CLIENT_V6 : CLIENT_V4;
  const link = page.locator(".other-ip a");
  await page.locator("#other-ip").waitFor();
  assert.equal(await link.innerText(), other);
  assert.equal(await link.getAttribute("href"), `/${other}`);
  const [family, origin] = other === CLIENT_V4 ? [4, site.v4] : [6, site.v6];
  const probes = requests.filter((url) => url.includes(EXIT));
  assert.deepEqual(probes, [origin + EXIT]);

  const copies: [name: string, text: string][] = [
    ["Copy your address", own],
    [`Copy the IPv${family} address`, other],
    [COPY_JSON, `curl ${site.main}/api/jsonip`],
  ];
  for (const [name, text] of copies) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("status").getByText("Copied", { exact: true })
      .waitFor({ state: "attached" });
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), text);
  }

  const listed = page.locator(".history li a");
  await listed.nth(1).waitFor();
  assert.deepEqual(await listed.allInnerTexts(), [own, other]);
  const before = requests.length;
  await page.getByRole("button", { name: "Clear the list" }).click();
  await page.getByText("The list is empty.").waitFor();
  assert.equal(await listed.count(), 0);
  const kept = "localStorage.getItem('porthole_addresses')";
  assert.equal(await page.evaluate(kept), null);
  assert.equal(requests.length, before);
  assert.deepEqual(errors, []);
});

test("home page - on a phone, the other address breaks after its colons, as in the history", async (browser) => {
  await using site = await egressSite();
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(insecure(site));
  const tile = page.locator("#other-ip");
  const listed = page.locator(".history a", { hasText: CLIENT_V6 });
  for (const link of [tile, listed]) {
    await link.waitFor();
    assert.equal(await link.textContent(), CLIENT_V6);
    assert.deepEqual(await linesOfParts(link), Array(7).fill(1));
  }
  await page.close();
});

/** A page on a host that browsers do not treat as secure, as in most home networks. */
const insecure = (site: { main: string }) =>
  site.main.replace("localhost", "main.test");

test("home page - without HTTPS, copies as well, and selects the text if the browser refuses", async (browser) => {
  await using site = await egressSite();
  const page = await browser.newPage();
  await page.goto(insecure(site));
  assert.equal(await page.evaluate("navigator.clipboard"), undefined);
  const button = page.locator("[data-copy=curl-json]");
  assert.equal(await button.textContent(), COPY_JSON);
  const status = button.locator("+ [role=status]");
  await button.click();
  await status.getByText("Copied").waitFor({ state: "attached" });
  const field = page.locator("#search");
  await field.focus();
  assert.equal(await button.textContent(), COPY_JSON);
  assert.equal(await status.textContent(), "");
  await page.keyboard.press("Control+V");
  const command = `curl ${insecure(site)}/api/jsonip`;
  assert.equal(await field.inputValue(), command);
  assert.equal(await page.evaluate("String(getSelection())"), "");

  await page.evaluate("document.execCommand = () => false");
  await button.click();
  await status.getByText("Press Ctrl+C").waitFor({ state: "attached" });
  assert.equal(await page.evaluate("String(getSelection())"), command);
  await page.close();
});

test("page about an address - shares its link if the browser can, else copies it", async (browser) => {
  await using site = await egressSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.main}/8.8.8.8`);
  const button = page.locator("[data-copy=link]");
  assert.equal(await button.textContent(), "Share the link to this page");
  await page.evaluate(`navigator.share = undefined`);
  await button.click();
  await button.locator("+ [role=status]").getByText("Copied")
    .waitFor({ state: "attached" });
  await page.evaluate(`{
    globalThis.shared = [];
    navigator.share = (link) => {
      shared.push(link);
      return Promise.reject(new DOMException("changed their mind", "AbortError"));
    };
  }`);
  await button.click();
  const title = await page.title();
  const url = `${site.main}/8.8.8.8`;
  assert.deepEqual(await page.evaluate("shared"), [{ title, url }]);
  await context.close();
});

firefoxTest("home page - in Firefox, copies without HTTPS", async (page) => {
  await using site = await egressSite();
  await page.goto(insecure(site));
  assert.equal(await page.evaluate("navigator.clipboard"), null);
  const cases = [
    ["curl-json", `curl ${insecure(site)}/api/jsonip`],
    ["ip", CLIENT_V4],
  ];
  for (const [id, text] of cases) {
    await page.click(`[data-copy=${id}]`);
    await page.until(
      `document.querySelector("[data-copy=${id}]").innerText.startsWith("Copied")`,
    );
    await page.click("#search");
    await page.pressCtrl("a");
    await page.pressCtrl("v");
    await page.until(`document.querySelector("#search").value !== ""`);
    const value = `document.querySelector("#search").value`;
    assert.equal(await page.evaluate(value), text);
  }
});

webkitTest(
  "home page - in WebKit, its map is no higher than what is beside it",
  async (page) => {
    await using site = await egressSite();
    useFacts(site.app, { ...AMSTERDAM, latitude: 52.37, longitude: 4.9 });
    await page.goto(site.main);
    await page.until(`document.querySelector("#other-ip") !== null`);
    const [checks, map] = await page.evaluate<number[]>(
      `[".address-checks", ".place-map"].map((part) =>
      Math.round(document.querySelector(part).getBoundingClientRect().bottom))`,
    );
    assert.equal(map, checks);
  },
);

test("home page - says in words why there is no address of the other family", async (browser) => {
  let response: () => Response;
  let policy: string | null = null;
  await using site = await egressSite({
    async before({ url }) {
      const { pathname } = new URL(url);
      if (pathname === EXIT) return response();
      if (pathname !== "/" || policy === null) return;
      const options = { peer: CLIENT_V4 };
      const { html, headers } = await browse(site.app, "/", {}, options);
      headers.set("content-security-policy", policy);
      return new Response(html, { headers });
    },
  });
  const headers = { "access-control-allow-origin": "*" };
  const busy = { status: 429, headers };
  const wrong = { ip: "::1", family: 0 };
  const answers: [response: () => Response, expected: RegExp][] = [
    [() => new Response("{}"), /^No IPv[46] found$/],
    [() => new Response(null, busy), /^Too many requests$/],
    [
      () => Response.json(wrong, { headers }),
      /^This server cannot test IPv[46]$/,
    ],
  ];
  const page = await browser.newPage();
  for (const [given, expected] of answers) {
    response = given;
    await page.goto(site.main);
    await page.locator(".other-ip").getByText(expected).waitFor();
  }
  policy = "default-src 'self'";
  await page.goto(site.main);
  await page.getByText("Blocked by the browser").waitFor();
});

test("home page - without script links to the other family, and has no button that does nothing", async (browser) => {
  await using site = await egressSite();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site.v4);
  assert.equal(await page.locator("body").innerText(), `${CLIENT_V4}\n`);
  await page.goto(site.main);
  const own = await page.locator("#ip").innerText();
  const [family, origin] = own === CLIENT_V4 ? [6, site.v6] : [4, site.v4];
  const link = page.getByRole("link", { name: `Show my IPv${family} address` });
  assert.equal(await link.getAttribute("href"), `${origin}/`);
  assert.equal(await page.getByRole("button", { name: /Copy/ }).count(), 0);
  const notice = await page.locator(".history noscript").innerText();
  assert.equal(notice, "This list needs JavaScript, which is off.");
});
