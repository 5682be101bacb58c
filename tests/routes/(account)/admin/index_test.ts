import assert from "node:assert/strict";
import { configuredFeeds } from "../../../../lib/data/update/update_settings.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { feedServer } from "../../../lib/data/update/feed_server.ts";
import { element, openAdmin } from "./fixture.ts";

Deno.test("GET /admin - shows counts with links", async () => {
  await using admin = await openAdmin();
  const ban = { cidr: "198.51.100.0/24", hours: "1", reason: "scans" };
  await admin.post("/admin/bans", { action: "ban", ...ban });
  const { html } = await admin.get("/admin");
  const pattern = /<a href="([^"]+)"><strong>([^<]+)<\/strong> ([^<]+)<\/a>/g;
  const figures = Array.from(
    html.matchAll(pattern),
    ([, href, value, label]) => `${label}: ${value} ${href}`,
  );
  assert.deepEqual(figures, [
    "Members: 2 /admin/members",
    "Administrators: 1 /admin/members",
    "Manual bans: 1 /admin/bans",
    "Automatic bans: 0 /admin/bans",
    "Fields for guests (of 27): 23 /admin/fields",
    "Fields for members (of 27): 27 /admin/fields",
  ]);
  assert(html.includes("Ban added"));
});

/** The lines of the setup list, without the lines that mend them. */
function setupOf(html: string): string[] {
  const pattern =
    /<strong>([^<]+)<\/strong><div><h3>([^<]+)<\/h3><p>([^<]+)<\/p>/g;
  return Array.from(
    html.matchAll(pattern),
    ([, ...texts]) => texts.join(" | "),
  );
}

Deno.test("GET /admin - says what is set up, and what mends the rest", async () => {
  await using admin = await openAdmin({
    env: {
      BASE_URL: "http://localhost",
      V4_URL: "http://v4.example.net",
      V6_URL: "http://v6.example.net",
      DATA_UPDATE: "off",
      WHOIS: "off",
    },
    zone: {
      "v4.example.net": ["192.0.2.1", "2001:db8::1"],
      "v6.example.net": ["2001:db8::1"],
    },
  });
  const headers = { "x-forwarded-for": "198.51.100.7" };
  const { html } = await admin.send(admin.root, "/admin", { headers });
  const lines = setupOf(html);
  assert.equal(lines.length, 10);
  assert.match(
    html,
    /<details><summary>2 of 8 parts are set up\.<\/summary><ul class="setup"><li\s*class="tone tone-good">/,
  );
  assert.deepEqual(lines.slice(0, 3), [
    "Failing | Proxy | 8.8.8.8 sends x-forwarded-for, but is not in TRUSTED_PROXIES, so all visitors behind it have the address 8.8.8.8. Trust it only if it is your proxy.",
    "To do | HTTPS | BASE_URL is http://localhost, without encryption.",
    "Failing | IPv4 and IPv6 | v4.example.net has AAAA records, too. It must have A records only.",
  ]);
  assert(lines.includes("Off | Whois page | WHOIS is off."));
  // Nothing was tried over it.
  assert(lines.some((line) => line.startsWith("Set up | Administrator | ")));
  assert.match(html, /<code>TRUSTED_PROXIES=8\.8\.8\.8\nCLIENT_IP_HEADER=/);
  const cookie = `porthole_session=${admin.root.session}; porthole_language=zh`;
  const chinese = await admin.send(admin.root, "/admin", {
    headers: { ...headers, cookie, "accept-language": "zh" },
  });
  const translated = setupOf(chinese.html);
  assert.equal(
    translated[2],
    "故障 | IPv4 和 IPv6 | v4.example.net 还有 AAAA 记录。它只能有 A 记录。",
  );
  assert.doesNotMatch(translated.join(), /To do|Failing|Set up/);
  // A member learns nothing of it.
  assert.equal((await admin.get("/admin", admin.ann)).status, 403);
});

Deno.test("GET /admin - the navigation marks the current page", async () => {
  await using admin = await openAdmin();
  const cases = [
    ["/admin", "/admin"],
    ["/admin/members?q=a", "/admin/members"],
    [admin.pageOf(admin.ann), "/admin/members"],
    ["/admin/analytics", "/admin/analytics"],
    ["/admin/audit", "/admin/audit"],
  ];
  for (const [path, current] of cases) {
    const { html } = await admin.get(path);
    const marked = Array.from(
      html.matchAll(/<a href="([^"]+)" aria-current="(page|true)">/g),
      (match) => match.slice(1),
    );
    assert.deepEqual(marked, [
      // The header's link to the administration, then the tab.
      ["/admin", path === "/admin" ? "page" : "true"],
      [current, "page"],
    ], path);
  }
});

/** The cells of a table's rows. */
function rowsOf(html: string, caption: string): string[][] {
  const table = element(html, `aria-label="${caption}"`, "</table>");
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].slice(1)
    .map(([, row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
        .map(([, cell]) => cell.replace(/<[^>]*>/g, ""))
    );
}

Deno.test("GET /admin - shows the dates of all data, and warns of old data", async () => {
  await using admin = await openAdmin({ env: { DATA_UPDATE: "off" } });
  const { html } = await admin.get("/admin");
  const [[name, built, ...others]] = rowsOf(html, "Places");
  assert.equal(name, "DB-IP Country Lite (bundled)");
  assert.deepEqual(others.slice(0, 3), [
    "never",
    "–",
    "old: more than 60 days",
  ]);
  assert.match(built, /^\d+ (months|year)( ago)?/);
  assert.match(
    html,
    /<h3>Places<\/h3><span>2 of \d+ in use<\/span><strong class="warn">2 old</,
  );
  assert.match(html, /Automatic updates are off/);
  assert.deepEqual(
    rowsOf(html, "VPN, Tor and proxies")[0],
    ["Tor Project: list of exits", "–", "never", "–", "not downloaded"],
  );
});

Deno.test("POST /admin - updates the data once in the background, and records it", async () => {
  const requested = Promise.withResolvers<void>();
  const list = Promise.withResolvers<Response>();
  await using server = feedServer({
    "/tor": () => {
      requested.resolve();
      return list.promise;
    },
  });
  const DATA_DIR = await Deno.makeTempDir();
  const feeds = await configuredFeeds(
    { DATA_DIR, GEO_EDITION: "country", DATA_URLS: [], GEOFEEDS: [] },
    bundledData,
    Date.now,
  );
  const DATA_URLS = feeds.map(({ name }) =>
    `${name}=${name === "tor-exits" ? `${server.origin}/tor` : "off"}`
  ).join();
  {
    await using admin = await openAdmin({
      env: { DATA_DIR, DATA_URLS, DATA_UPDATE: "off" },
    });
    const update = { action: "update-data" };
    assert.equal((await admin.post("/admin", update, admin.ann)).status, 403);
    const foreign = { "sec-fetch-site": "cross-site" };
    const forged = await admin.post("/admin", update, admin.root, foreign);
    assert.equal(forged.status, 403);
    assert.equal(server.requests.length, 0);
    await admin.sends("/admin", update, "/admin?done=data-started");
    await requested.promise;
    const { html } = await admin.get("/admin?done=data-started");
    assert.match(html, /role="status">The update has started\./);
    assert.match(html, /An update is running\. Reload this page/);
    assert(!html.includes("Update now"));
    await admin.sends("/admin", update, "/admin?done=data-running");
    list.resolve(new Response("<!doctype html>"));
    await admin.app.services.dataUpdates.running;
    const failed = await admin.get("/admin");
    assert.match(
      failed.html,
      /<details class="sources" open><summary><h3>VPN, Tor and proxies<\/h3><span>0 of 1 in use<\/span><strong class="bad">1 failed</,
    );
    assert.deepEqual(rowsOf(failed.html, "VPN, Tor and proxies")[0].slice(-1), [
      "The file is not in the expected form",
    ]);
    assert.match(failed.html, /command deno task start data status have/);
    server.routes["/tor"] = () => new Response("185.220.101.1\n");
    admin.app.clock.now += 1_000;
    await admin.post("/admin", update);
    await admin.app.services.dataUpdates.running;
    const after = await admin.get("/admin");
    assert.match(after.html, /Update now/);
    assert.doesNotMatch(after.html, /class="bad"/);
    assert.equal(server.requests.length, 2);
    await admin.recorded(...Array(2).fill("data.update | data | "));
  }
  await Deno.remove(DATA_DIR, { recursive: true });
});
