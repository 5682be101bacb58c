import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { setTimeout as delay } from "node:timers/promises";
import { useFacts } from "../../support/app.ts";
import { browserTest as test } from "../../support/browser.ts";
import { CLOCK, endLimits } from "./clock_script.ts";
import {
  axe,
  CLIENT_V4,
  CLIENT_V6,
  egressSite,
  errorsOf,
  finished,
  run,
  statesIn,
  statusOf,
} from "./egress_site.ts";
import { freeUdpPort, translatedStun } from "./translated_stun.ts";

const EXITS = "Exit addresses and resolvers";

/** The states without a name server, with everything else configured. */
const exits = ["IPv4 exit", "IPv6 exit", "Preferred exit", "Large response"];
const allFound = Object.fromEntries(
  [...exits, "IPv6 literal"].map((name) => [name, "found"]),
);

async function runToEnd(page: Page): Promise<void> {
  await run(page);
  await finished(page);
}

test("egress page - finds every exit and its place, and exports the report", async (browser) => {
  await using site = await egressSite();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const errors = errorsOf(page);
  await page.goto(`${site.main}/egress`);
  assert.equal(await page.getByRole("table").count(), 0);
  await runToEnd(page);
  assert.deepEqual(await statesIn(page, EXITS), allFound);
  // Without EGRESS_SITES, the service's own hosts.
  const sites = page.getByRole("table", { name: "Sites" });
  const hosts = sites.locator("tr td:first-child .probe-name");
  const origins = [site.main, site.v4, site.v6];
  const own = origins.map((origin) => new URL(origin).host);
  assert.deepEqual(await hosts.allTextContents(), own);
  const seen = await sites.locator("code").allTextContents();
  assert.deepEqual(seen.slice(1), [CLIENT_V4, CLIENT_V6]);
  const addresses = await page.getByRole("table", { name: EXITS })
    .locator("code").allTextContents();
  assert.deepEqual(addresses.slice(0, 2), [CLIENT_V4, CLIENT_V6]);
  assert.equal(addresses[4], CLIENT_V6);
  assert([CLIENT_V4, CLIENT_V6].includes(addresses[2]));
  assert.equal(addresses[2], addresses[3]);
  const candidates = page.getByRole("table", { name: /WebRTC/ });
  assert(await candidates.locator("tbody tr").count() > 0);

  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("Copied.").waitFor();
  const copied: string = await page.evaluate("navigator.clipboard.readText()");
  const { exits, places, verdict } = JSON.parse(copied);
  // Both families are in networks of hosting, which a table of networks tells.
  const shown = page.locator("[data-verdict]");
  assert.equal(verdict.state, await shown.getAttribute("data-verdict"));
  const headline = await page.locator(".headline strong").textContent();
  assert.equal(verdict.headline, headline);
  assert.equal(Object.keys(verdict.parts).join(), "ipv4,ipv6,dns,webrtc");
  assert.deepEqual(verdict.parts.ipv6.addresses, [CLIENT_V6]);
  assert.deepEqual(exits.v4.value, { ip: CLIENT_V4, family: 4 });
  const placed = places.map(({ ip }: { ip: string }) => ip).sort();
  assert.deepEqual(placed, [CLIENT_V6, CLIENT_V4]);
  await page.getByRole("button", { name: "Copy as text" }).click();
  const before = JSON.stringify(copied);
  await page.waitForFunction(
    `navigator.clipboard.readText().then((text) => text !== ${before})`,
  );
  const text: string = await page.evaluate("navigator.clipboard.readText()");
  assert(text.startsWith(`${headline}\n`), text);
  assert(text.includes(CLIENT_V4) && text.includes(CLIENT_V6), text);
  assert.deepEqual(await axe(page), []);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page), []);
  // The longest address, and a long candidate name, fit a phone.
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  assert.equal(wide, 390);
  assert.deepEqual(errors, []);
  assert.deepEqual(site.app.logged, []);
  await context.close();
});

test("egress page - finds the WebRTC address and the mapping of the NAT by STUN, and copies without HTTPS", async (browser) => {
  await using stun = translatedStun(false);
  const { STUN_URLS } = stun;
  await using site = await egressSite({ env: () => ({ STUN_URLS }) });
  const page = await browser.newPage();
  const errors = errorsOf(page);
  // Not one of the hosts that browsers treat as secure.
  await page.goto(`${site.main.replace("localhost", "main.test")}/egress`);
  await runToEnd(page);
  const row = page.getByRole("table", { name: /WebRTC/ })
    .locator("tbody tr", { hasText: "Server reflexive" });
  assert.equal(await row.locator("code").textContent(), "127.0.0.1");
  assert.match(
    await row.locator(".probe-detail").first().textContent() ?? "",
    new RegExp(`UDP, port ${stun.outerPorts[0]}`),
  );
  await page.getByText(/^Your NAT keeps one public port/).waitFor();

  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("Copied.").waitFor();
  await page.evaluate("document.execCommand = () => false");
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("Press Ctrl+C or ⌘C to copy the selected text.")
    .waitFor();
  const area = page.getByLabel("Results to copy");
  const selected = await page.evaluate("String(getSelection())");
  const text = await area.inputValue();
  assert.equal(selected, text.replaceAll("\r", ""));
  assert.equal(JSON.parse(text).exits.v4.value.ip, CLIENT_V4);
  assert.deepEqual(errors, []);
  await page.close();
});

test("egress page - recognizes a NAT that uses a port for each STUN server, and a NAT64", async (browser) => {
  await using stun = translatedStun(true);
  await using nat64 = translatedStun(false, "::1");
  const { STUN_URLS } = stun;
  const STUN_PORT = `${freeUdpPort()}`;
  const env = { STUN_URLS, STUN_PORT, DNS_PROBE_ADDRESSES: "8.8.4.1" };
  await using site = await egressSite({ env: () => env });
  const page = await browser.newPage();
  // No packet may leave the machine, so the translator is at another address.
  // Nor may the test depend on how fast the machine is.
  await page.addInitScript(`
      const timer = setTimeout;
      globalThis.setTimeout = (run, ms, ...more) =>
        timer(run, [2000, 4000].includes(ms) ? 60_000 : ms, ...more);
      globalThis.RTCPeerConnection = class extends RTCPeerConnection {
        constructor({ iceServers: [{ urls: [url, ...more] }] }) {
          const urls = url === "stun:[64:ff9b::808:401]:${STUN_PORT}"
            ? "stun:[::1]:${nat64.ports[0]}"
            : [url, ...more];
          super({ iceServers: [{ urls }] });
        }
      };
    `);
  await page.goto(`${site.main}/egress`);
  await run(page);
  const details = await page.getByRole("table", { name: /WebRTC/ })
    .locator("tbody tr", { hasText: "Server reflexive" })
    .locator(".probe-detail:nth-child(2)").allTextContents();
  const outer = stun.outerPorts.map((port) => `UDP, port ${port}`).sort();
  assert.deepEqual(details.filter((text) => text).sort(), outer);
  await page.getByText(/^Your NAT uses a different public port/).waitFor();
  await page.getByText(/^Your network uses NAT64.* They see 127\.0\.0\.1\b/)
    .waitFor();
  await page.close();
});

test("egress page - works by keyboard; Stop ends all probes, and focus stays; measures the speed", async (browser) => {
  await using site = await egressSite({ env: () => ({ SPEED_TEST: "on" }) });
  const page = await browser.newPage();
  const errors = errorsOf(page);
  // Transfers of full size would take long.
  await page.addInitScript(`
      globalThis.Blob = class extends Blob {
        constructor(parts) {
          super(parts.slice(0, 2));
        }
      };
    `);
  await page.route(/speed.download\?bytes=25000000$/, (route) => {
    const url = route.request().url().replace("25000000", "9999");
    return route.continue({ url });
  });
  let isHanging = true;
  await page.route(/exit$/, async (route) => {
    if (!isHanging) await route.continue();
  });
  await page.goto(`${site.main}/egress`);
  const button = page.locator(".egress-start button").first();
  await page.locator(".egress-start button:enabled").first().waitFor();
  const focused = () => page.evaluate("document.activeElement.textContent");
  const tabTo = async (text: string) => {
    for (let i = 0; i < 20 && await focused() !== text; i++) {
      await page.keyboard.press("Tab");
    }
    assert.equal(await focused(), text);
  };
  await tabTo("Start");
  await page.keyboard.press("Enter");
  await page.waitForFunction("document.activeElement.textContent === 'Stop'");
  const status = page.locator(".egress-status");
  assert.equal(await status.textContent(), "Running tests.");
  assert.equal((await statesIn(page, EXITS))["IPv4 exit"], "running…");
  await page.keyboard.press("Space");
  await status.getByText("Stopped.").waitFor();
  const states = await statesIn(page, EXITS);
  for (const name of ["IPv4 exit", "IPv6 literal"]) {
    assert.equal(states[name], "stopped", name);
  }
  assert.equal(await focused(), "Start again");

  isHanging = false;
  await page.keyboard.press("Enter");
  await finished(page);
  assert.deepEqual(await statesIn(page, EXITS), allFound);
  assert.equal(await focused(), "Start again");
  assert.equal(await button.isEnabled(), true);

  const speed = page.getByRole("region", { name: "Speed to this server" });
  // Nothing is reserved before it starts.
  assert.equal(await speed.locator("dd").count(), 0);
  await tabTo("Measure");
  await page.keyboard.press("Enter");
  await speed.getByRole("status").getByText(
    /^Finished\. Latency [\d.]+ ms, jitter [\d.]+ ms, download [\d.]+ [kM]bit\/s, upload [\d.]+ [kM]bit\/s\.$/,
  ).waitFor({ timeout: 60_000 });
  assert.equal(await focused(), "Measure again");
  const figures = await speed.locator("dd").allTextContents();
  assert.equal(figures.length, 6);
  assert.equal(figures.includes("–"), false);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test("egress page - a host that blocks or hangs affects only its own rows", async (browser) => {
  await using site = await egressSite({ env: () => ({ V6_LITERAL_URL: "" }) });
  const page = await browser.newPage();
  await page.route(`${site.v4}/**`, (route) => route.abort("blockedbyclient"));
  let hanging = 0;
  await page.route(`${site.v6}/**`, () => void hanging++);
  await page.addInitScript(CLOCK);
  await page.goto(`${site.main}/egress`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await endLimits(page, () => hanging);
  await finished(page);
  const { "IPv6 literal": _, ...others } = allFound;
  const states = { ...others, "IPv4 exit": "none", "IPv6 exit": "timed out" };
  assert.deepEqual(await statesIn(page, EXITS), states);
  await page.close();
});

test("egress page - visits the sites, and recognizes those that its own policy blocks", async (browser) => {
  await using site = await egressSite({
    env: (port) => ({
      V6_URL: "",
      V6_LITERAL_URL: "",
      EGRESS_SITES: [`${port}/`, `${port}/silent`, `${port}/away`, "1/"]
        .map((path) => `http://127.0.0.1:${path}`).join(),
    }),
    before({ url }) {
      if (url.endsWith("/silent")) return new Response("not for you");
      if (url.endsWith("/away")) {
        return Response.redirect("http://elsewhere.test/");
      }
    },
  });
  const page = await browser.newPage();
  await page.goto(`${site.main}/egress`);
  await runToEnd(page);
  const rows = page.getByRole("table", { name: "Sites" }).locator("tbody tr");
  const states = await rows.locator(".state").allTextContents();
  assert.deepEqual(states, ["found", "reached", "blocked", "failed"]);
  assert.deepEqual(await rows.locator("code").allTextContents(), [CLIENT_V4]);
  await page.close();
});

test("egress page - works without WebRTC, and if the server limits requests", async (browser) => {
  const env = { RATE_LIMIT_LOOKUP: "1" };
  await using site = await egressSite({ env: () => env });
  const page = await browser.newPage();
  await page.addInitScript("delete globalThis.RTCPeerConnection");
  const errors = errorsOf(page);
  await page.goto(`${site.main}/egress`);
  // The page's own requests, over either family, have used up the limit.
  for (const peer of [CLIENT_V4, CLIENT_V6]) {
    const body = '{"ips":["8.8.8.8"]}';
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body, peer };
    const { status } = await site.app.get("/api/egress/enrich", request);
    assert.equal(status, 200);
  }
  await runToEnd(page);
  assert.deepEqual(await statesIn(page, EXITS), allFound);
  const candidates = page.getByRole("table", { name: /WebRTC/ });
  const states = await candidates.locator(".state").allTextContents();
  assert.deepEqual(states, ["not supported"]);
  const webrtc = page.locator("[data-tile=webrtc]");
  assert.equal(await webrtc.getAttribute("data-state"), "none");
  assert.match(await webrtc.innerText(), /has no WebRTC/);
  assert.match(
    await statusOf(page),
    /^Finished\. You've reached the rate limit\. Start again in \d+ s\. It is not known/,
  );
  assert.deepEqual(errors, []);
  await page.close();
});

test("egress page - without script, shows only the address and a notice", async (browser) => {
  await using site = await egressSite();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.v4.replace("127.0.0.1", "localhost")}/egress`);
  const text = await page.locator("main").innerText();
  assert.match(
    text,
    /You requested this page from (66\.102\.0\.2|2001:4860:4860:1111:2222:3333:4444:8888)\./,
  );
  assert.match(text, /need JavaScript/);
  assert.equal(await page.locator(".egress").first().isVisible(), false);
  await page.close();
});

test("egress page - does not shift content as rows fill", async (browser) => {
  await using site = await egressSite();
  const asnOrg = "A company whose name has three lines in a tile, or more";
  useFacts(site.app, { asnOrg, latitude: 52.37, longitude: 4.9 });
  // At the end, what is below the verdict comes into view on a desk.
  for (const [width, limit] of [[390, 0.005], [1000, 0.03]]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.addInitScript(`
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries()) {
            if (!hadRecentInput) shift += value;
          }
        }).observe({ type: "layout-shift", buffered: true });
      `);
    // Half a second after the click, what moves is no longer its effect.
    await page.route("**/api/egress/exit", async (route) => {
      await delay(600);
      await route.continue();
    });
    await page.goto(`${site.main}/egress`);
    await runToEnd(page);
    const shift: number = await page.evaluate("globalThis.shift");
    // "Good" is 0.1 in the Core Web Vitals (web.dev/articles/cls, 2023).
    assert(shift < limit, `shifted by ${shift} at ${width}`);
    assert.equal(await page.locator(".map circle").count() > 0, true);
    await page.close();
  }
});
