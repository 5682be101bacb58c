import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import {
  browserTest as test,
  linesOfParts,
  plainPage,
} from "../support/browser.ts";
import { shifts } from "./looks.ts";
import { openSite, type Site, type SitePage } from "./site.ts";

/** Of all tests of this file. */
let opened: Promise<Site> | undefined;
const siteOfAll = () => opened ??= openSite();
Deno.test.afterAll(async () => await (await opened)?.[Symbol.asyncDispose]());

async function open(page: Page, site: Site, name: string) {
  const shown = site.pages.find((each) => each.name === name);
  assert(shown);
  await page.setExtraHTTPHeaders(site.headers(shown, "en"));
  await page.goto(site.origin + shown.path);
}

/** Opens a page in the window of all tests that only look, with a width. */
async function look(browser: Browser, name: string, width: number) {
  const page = await plainPage(browser);
  await page.setViewportSize({ width, height: 800 });
  await open(page, await siteOfAll(), name);
  return page;
}

/** Opens the home page, until its islands have put their controls into it. */
async function openHome(page: Page, site: Site) {
  await open(page, site, "home-guest");
  await page.locator(".seen button").waitFor();
  await page.locator(".other-ip a").waitFor({ state: "detached" });
}

/** Sends a page to the browser in parts, the next when the one before can be seen, or could be. */
class PageInParts implements AsyncDisposable {
  readonly #opened = Promise.withResolvers<
    WritableStreamDefaultWriter<Uint8Array>
  >();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #encoder = new TextEncoder();

  constructor(site: Site, shown: SitePage) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url }) => {
        const { pathname, search } = new URL(url);
        if (pathname !== "/") return site.get(shown, "en", pathname + search);
        const { readable, writable } = new TransformStream<Uint8Array>();
        this.#opened.resolve(writable.getWriter());
        // Compression would hold parts back.
        const headers = { "cache-control": "no-transform" };
        return new Response(readable, {
          headers: { ...headers, "content-type": "text/html; charset=utf-8" },
        });
      },
    );
  }

  /** Opens the page with its first part. */
  async open(page: Page, part: string): Promise<void> {
    const { port } = this.#server.addr;
    const opened = page.goto(`http://127.0.0.1:${port}/`, {
      waitUntil: "commit",
    });
    this.send(part);
    await opened;
  }

  send(part: string): void {
    this.#opened.promise
      .then((parts) => parts.write(this.#encoder.encode(part)))
      .catch(() => {});
  }

  end(): void {
    this.#opened.promise.then((parts) => parts.close()).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#opened.promise.then((parts) => parts.abort()).catch(() => {});
    await this.#server.shutdown();
  }
}

const partsOf = async (site: Site, name: string, cuts: RegExp) => {
  const shown = site.pages.find((each) => each.name === name);
  assert(shown);
  const html = await (await site.get(shown)).text();
  const starts = [0, ...[...html.matchAll(cuts)].map(({ index }) => index)];
  const parts = starts.map((at, index) => html.slice(at, starts[index + 1]));
  return { shown, parts };
};

test("pages - nothing moves while a page arrives in parts", async (browser) => {
  const site = await siteOfAll();
  const found: string[] = [];
  for (const name of ["audit", "members"]) {
    const { shown, parts } = await partsOf(
      site,
      name,
      /<(?:main|table|tr|footer|form|fieldset|button|p|a|span id|\/html)\b/g,
    );
    assert(parts.length > 20);
    await using sent = new PageInParts(site, shown);
    const page = await browser.newPage({
      viewport: { width: 1000, height: 1600 },
    });
    await sent.open(page, parts[0]);
    for (const part of parts.slice(1)) {
      sent.send(part);
      // Long enough for a frame, if nothing keeps the browser from drawing one.
      await delay(25);
    }
    sent.end();
    await page.waitForLoadState();
    found.push(...(await shifts(page)).map((what) => `${name}: ${what}`));
  }
  assert.deepEqual(found, []);
});

test("lookup - the rows of a scan are drawn as they arrive", async (browser) => {
  const site = await siteOfAll();
  const { shown, parts } = await partsOf(
    site,
    "lookup-scan",
    /<tbody|<\/table/g,
  );
  assert(parts.length > 2);
  await using sent = new PageInParts(site, shown);
  const page = await browser.newPage();
  await sent.open(page, parts[0]);
  sent.send(parts[1]);
  await page.getByText("one.example.test").waitFor();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))");
});

test("pages - /docs/public-ip opens the endpoint of a link, one at a time", async (browser) => {
  const site = await siteOfAll();
  const page = await browser.newPage({
    viewport: { width: 1000, height: 800 },
    javaScriptEnabled: false,
  });
  await open(page, site, "docs-group");
  const opened = page.locator(".endpoint[open] > div");
  assert.equal(await opened.count(), 0);
  for (const path of ["/country", "/asn"]) {
    const link = page.locator(".contents").getByText(path, { exact: true });
    await link.click();
    await opened.getByText(`porthole.test${path}`).first().waitFor();
    assert.equal(await opened.count(), 1);
  }
  await page.emulateMedia({ media: "print" });
  const body = page.locator("#getOwnCountry");
  assert.notEqual((await body.boundingBox())?.height ?? 0, 0);
});

/** What has the focus, and how the eye can tell. */
const FOCUSED = `(() => {
  const { activeElement, body } = document;
  if (activeElement === body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  const { width, height } = activeElement.getBoundingClientRect();
  return {
    what: activeElement.textContent.trim() || activeElement.name,
    isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 &&
      width > 1 && height > 1,
  };
})()`;

interface Focused {
  what: string;
  isSeen: boolean;
}

test("home page - the keyboard reaches the skip link first, and then every control", async (browser) => {
  const site = await siteOfAll();
  const page = await browser.newPage({
    viewport: { width: 1000, height: 800 },
  });
  await openHome(page, site);
  const reached: string[] = [];
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<Focused | null>(FOCUSED);
    // Past the last, where the browser's own controls would come.
    if (focused === null) break;
    assert(focused.isSeen, `the focus on ${focused.what} is not to be seen`);
    reached.push(focused.what);
  }
  const all: string[] = await page.evaluate(`
      [...document.querySelectorAll("a[href], button, input, summary")]
        .filter((element) => element.checkVisibility() && element.type !== "hidden")
        .map((element) => element.textContent.trim() || element.name)
    `);
  assert.deepEqual(reached, all);
  assert.equal(reached[0], "Skip to content");

  await openHome(page, site);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(page.url(), /#content$/);
  await page.keyboard.press("Tab");
  const next = await page.evaluate<Focused>(FOCUSED);
  assert.equal(next.what, "Copy your address");
});

test("lookup and whois - a button copies the result, and says so", async (browser) => {
  const site = await siteOfAll();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1000, height: 800 },
  });
  const page = await context.newPage();
  const copied = async (name: string, what: string) => {
    await open(page, site, name);
    await page.getByRole("button", { name: `Copy ${what}`, exact: true })
      .click();
    await page.getByRole("status").getByText("Copied", { exact: true })
      .waitFor({ state: "attached" });
    return await page.evaluate<string>("navigator.clipboard.readText()");
  };
  assert.equal(
    await copied("lookup-reverse", "the result"),
    "Name\tResolves back\tTTL\none.example.test\tyes\t60 s",
  );
  assert.equal(
    await copied("lookup-scan", "the result"),
    "Address\tName\n192.0.2.1\tone.example.test\n" +
      "192.0.2.2\ta-much-longer-name.of-a-customer.example.test",
  );
  const records = await copied("lookup-records", "the result");
  assert(
    records.includes(
      "\nSOA\tns.example.test. root@example.test 2026112200 7200 3600 1209600 300\t",
    ),
    records,
  );
  const registration = await copied("whois-asn", "the registration");
  assert(registration.startsWith("Number\n"), registration);
  assert.equal(registration.includes("{"), false);
});

test("docs - a button copies the command of an endpoint", async (browser) => {
  const site = await siteOfAll();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1000, height: 800 },
  });
  const page = await context.newPage();
  await open(page, site, "docs-group");
  await page.locator(".contents").getByText("/country", { exact: true })
    .click();
  await page.getByRole("button", { name: "Copy the command: GET /country" })
    .first().click();
  await page.getByRole("status").getByText("Copied", { exact: true })
    .waitFor({ state: "attached" });
  assert.match(
    await page.evaluate<string>("navigator.clipboard.readText()"),
    /^curl http:\/\/.*\/country$/,
  );
});

test("ad - the button counts down until the server would accept the ticket", async (browser) => {
  const site = await siteOfAll();
  const page = await browser.newPage();
  // The page's time passes only where the test says so, however slow the machine is.
  const start = new Date("2026-01-01T00:00:00Z");
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await open(page, site, "ad-shown");
  const button = page.locator("[data-wait-seconds]");
  const seconds = await button.getAttribute("data-wait-seconds");
  assert.equal(await button.textContent(), `Wait ${seconds} s`);
  assert.equal(await button.isDisabled(), true);
  await page.clock.fastForward(2_000);
  assert.equal(await button.textContent(), `Wait ${Number(seconds) - 2} s`);
  await page.clock.fastForward(1_000 * Number(seconds));
  assert.match(await button.textContent() ?? "", /^(?!Wait)/);
  assert.equal(await button.isEnabled(), true);
});

test("lookup page - on a phone, the button is below the field, and two dates say which is which", async (browser) => {
  const page = await look(browser, "lookup-names", 500);
  const field = await page.getByLabel("Query").boundingBox();
  const button = await page.getByRole("button", { name: "Look up" })
    .boundingBox();
  assert(field && button && button.y >= field.y + field.height);
  const labels = await page.locator(".result tbody tr").first().locator("td")
    .evaluateAll((cells) =>
      cells.map((cell) => getComputedStyle(cell, "::before").content)
    );
  assert.deepEqual(labels, ["none", "none", '"First seen "', '"Last seen "']);
});

test("lookup page - on a phone, an IPv6 address breaks after its colons", async (browser) => {
  const page = await look(browser, "lookup-records", 390);
  const ip = "2001:db8:1234:5678:9abc:def0:1234:5678";
  const link = page.locator(`a[href="/${ip}"]`);
  assert.equal(await link.textContent(), ip);
  const groups = await linesOfParts(link);
  assert.deepEqual(groups, [1, 1, 1, 1, 1, 1, 1]);
  const lines = await link.locator("span").evaluateAll((spans) =>
    new Set(spans.map((span) => span.lastChild && span.getClientRects()[0].y))
      .size
  );
  assert.equal(lines, 2);
});

test("audit log - a desk shows an address block in one line", async (browser) => {
  const page = await look(browser, "audit", 1280);
  const lines = await page.locator("td bdi", { hasText: "2001:db8:1234::/48" })
    .evaluate((target) =>
      new Set([...target.getClientRects()].map(({ y }) => y)).size
    );
  assert.equal(lines, 1);
});

test("analytics page - has space between the paragraphs about its setup", async (browser) => {
  const page = await look(browser, "analytics-off", 1280);
  const margin = await page.locator("p", { hasText: "Set these variables" })
    .evaluate((paragraph) => parseFloat(getComputedStyle(paragraph).marginTop));
  assert(margin > 0);
});

test("navigation - on a phone, takes one row below the name, whoever is signed in", async (browser) => {
  for (const name of ["home-guest", "console", "admin"]) {
    const page = await look(browser, name, 375);
    const middles = (selector: string) =>
      page.locator(selector).evaluateAll((links) =>
        new Set(links.map((link) => {
          const { top, bottom } = link.getBoundingClientRect();
          return Math.round((top + bottom) / 2);
        })).size
      );
    assert.equal(await middles(".site-links > a"), 1, name);
    assert.equal(await middles(".brand, .account :is(a, button)"), 1, name);
  }
});

test("bans - between a phone and a desk, no word breaks, and nothing is cut off", async (browser) => {
  for (const name of ["bans", "audit"]) {
    const page = await look(browser, name, 640);
    for (const width of [640, 704, 768, 880]) {
      await page.setViewportSize({ width, height: 800 });
      const broken = await page.locator("table bdi, table time").evaluateAll(
        (all) =>
          all.flatMap((each) =>
            [...each.childNodes].filter(({ nodeType }) => nodeType === 3)
              .flatMap((node) =>
                [...node.textContent!.matchAll(/[\w.@/]+/g)].filter((word) => {
                  const range = document.createRange();
                  range.setStart(node, word.index);
                  range.setEnd(node, word.index + word[0].length);
                  return range.getClientRects().length > 1;
                }).map(([text]) => text)
              )
          ),
      );
      assert.deepEqual(broken, [], `${name} ${width}`);
      const overflow = await page.locator("table").first().evaluate((table) =>
        table.getBoundingClientRect().right -
        table.closest(".panel")!.getBoundingClientRect().right
      );
      assert(overflow < 0, `${name} ${width}: ${overflow}`);
    }
  }
});
