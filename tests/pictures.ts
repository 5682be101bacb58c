/**
 * Takes the pictures of the README, from services that send nothing outside: run
 * it where there is no interface but `lo`. Settings are the defaults, except for
 * a name server and an analytics server. The leak test shows two of its scenarios.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { SCENARIOS } from "./lib/egress/view/verdict/scenarios.ts";
import { scenarioPage, scenarioSite } from "./routes/egress/scenario_pages.ts";
import { createFeeds } from "../lib/data/feeds/catalogue.ts";
import { launchChromium } from "./support/chromium.ts";
import { freePorts } from "./support/programs.ts";
import { startApp } from "./support/app_process.ts";
import { startNsd } from "./support/nsd.ts";
import {
  UMAMI_PASSWORD,
  type UmamiData,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "./support/umami_server.ts";

const folder = new URL("../docs/images/", import.meta.url);

/** RIPE NCC's website, so that no picture shows anybody's home. */
const VISITOR = { v4: "193.0.6.139", v6: "2001:67c:2e8:22::c100:68b" };

/** Lists of made-up addresses, by the names of the feeds that they stand for. */
const LISTS: Readonly<Record<string, string>> = {
  "tor-exits": listOf("185.220.101."),
  "x4bnet-vpn": listOf("5.9.9."),
  "firehol-proxies": listOf("45.83.64."),
  "firehol-level1": listOf("45.83.65."),
  googlebot: JSON.stringify({
    creationTime: new Date().toISOString().slice(0, 19),
    prefixes: [{ ipv4Prefix: "66.249.64.0/27" }, {
      ipv6Prefix: "2001:4860:4801:10::/64",
    }],
  }),
  "icloud-relay": "172.224.224.0/31,GB,GB-ENG,London,\n",
};

function listOf(prefix: string): string {
  return Array.from({ length: 100 }, (_, i) => `${prefix}${i}\n`).join("");
}

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

const ADMINISTRATOR = {
  ADMIN_EMAIL: "you@example.net",
  ADMIN_PASSWORD: "correct horse battery",
};

interface Picture {
  name: string;
  path: string;
  screen: BrowserContextOptions;
  isSignedIn?: true;
  /** What is done on the page before the picture is taken. */
  before?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: "home", path: "/", screen: DESK },
  { name: "home-phone", path: "/", screen: PHONE },
  { name: "address", path: "/8.8.8.8", screen: DESK },
  { name: "lookup", path: "/lookup/porthole.example", screen: DESK },
  { name: "docs", path: "/docs/geoip", screen: DESK, before: openEndpoint },
  {
    name: "console",
    path: "/console",
    screen: DESK,
    isSignedIn: true,
    before: createToken,
  },
  { name: "admin", path: "/admin", screen: DESK, isSignedIn: true },
  {
    name: "analytics",
    path: "/admin/analytics",
    screen: DESK,
    isSignedIn: true,
  },
];

/** The zone that the lookup shows. Answers with reserved addresses would be withheld. */
const ZONE = `
@ A 193.0.11.51
@ AAAA 2001:67c:2e8:25::c100:b33
@ MX 100 mail.porthole.example.
@ MX 250 backup.porthole.example.
@ TXT "v=spf1 mx -all"
@ CAA 0 issue "letsencrypt.org"
mail A 193.0.23.4
`;

/** Made-up figures of a small site. */
function statistics(): UmamiData {
  const DAY_MS = 86_400_000;
  const days = Array.from({ length: 60 }, (_, i) => {
    const day = new Date(Date.now() - i * DAY_MS).toISOString().slice(0, 10);
    const weekday = new Date(day).getUTCDay() % 6 === 0 ? 0.6 : 1;
    const visitors = Math.round(weekday * (210 - 2 * i + 25 * Math.sin(i)));
    return [day, visitors] as const;
  });
  return {
    stats: (startMs) => {
      const isEarlier = startMs < Date.now() - 45 * DAY_MS;
      return {
        visitors: isEarlier ? 2_871 : 4_128,
        pageviews: isEarlier ? 7_940 : 10_655,
        visits: isEarlier ? 3_402 : 4_951,
        bounces: isEarlier ? 1_701 : 2_129,
        totaltime: isEarlier ? 226_000 : 361_000,
      };
    },
    visitors: Object.fromEntries(days),
    pageviews: Object.fromEntries(
      days.map(([day, visitors]) => [day, Math.round(2.6 * visitors)]),
    ),
    countries: [["DE", 1_204], ["US", 861], ["CN", 540], ["GB", 312]],
    regions: [
      ["DE-BE", 388, "DE"],
      ["US-CA", 301, "US"],
      ["CN-GD", 207, "CN"],
      ["GB-ENG", 198, "GB"],
    ],
    pages: [["/", 3_310], ["/egress", 1_127], ["/lookup", 640], ["/docs", 299]],
    referrers: [[null, 2_020], ["news.example", 811], ["forum.example", 402]],
    browsers: [["chrome", 2_204], ["firefox", 1_102], ["safari", 640]],
    devices: [["desktop", 2_406], ["mobile", 1_511], ["tablet", 211]],
    active: 7,
  };
}

async function openEndpoint(page: Page): Promise<void> {
  await page.locator(".endpoint > summary").first().click();
}

async function createToken(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("home router");
  await page.getByRole("button", { name: "Create" }).click();
  await page.goto(new URL("/console", page.url()).href);
}

async function signIn(page: Page): Promise<void> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = ADMINISTRATOR;
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("E-mail address").fill(ADMIN_EMAIL);
  await page.getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/console/);
}

await using nsd = await startNsd({
  "porthole.example": ZONE,
  "6.0.193.in-addr.arpa": "139 PTR www.ripe.net.\n",
  // The names of V4_URL and V6_URL, which /admin checks.
  localhost: "v4 A 127.0.0.1\nv6 AAAA ::1\n",
});
await using umami = umamiServer({
  version: "3.1",
  data: statistics(),
  websites: [{ id: WEBSITE_ID, name: "porthole.example" }],
});
await using lists = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen() {} },
  ({ url }) => new Response(LISTS[new URL(url).pathname.slice(1)]),
);
// The browser resolves names below localhost to this machine.
const [port] = freePorts(1).map(String);
const origin = `http://localhost:${port}`;
await using _app = await startApp({
  ...ADMINISTRATOR,
  PORT: port,
  BASE_URL: origin,
  V4_URL: `http://v4.localhost:${port}`,
  V6_URL: `http://v6.localhost:${port}`,
  DATA_UPDATE: "daily",
  DATA_URLS: createFeeds({ now: Date.now, edition: "city" }).map(({ name }) =>
    name in LISTS
      ? `${name}=http://127.0.0.1:${lists.addr.port}/${name}`
      : `${name}=off`
  ).join(),
  ANALYTICS_URL: umami.url.href,
  ANALYTICS_USERNAME: USERNAME,
  ANALYTICS_PASSWORD: UMAMI_PASSWORD,
  DNS_SERVERS: `${nsd.ip}:${nsd.port}`,
  GEO_EDITION: "city",
  RATE_LIMIT_PAGES: "0",
  TRUSTED_PROXIES: "127.0.0.1",
});
const html = { accept: "text/html", "x-forwarded-for": VISITOR.v4 };
while (true) {
  const page = await (await fetch(origin, { headers: html })).text();
  if (!page.includes("Not checked")) break;
  await new Promise((resolve) => setTimeout(resolve, 500));
}
const browser = await launchChromium();
try {
  for (const picture of pictures) {
    const { name, path, screen, isSignedIn, before } = picture;
    const context = await browser.newContext({
      ...screen,
      locale: "en-GB",
      reducedMotion: "reduce",
    });
    // As a proxy would see the visitor on either host.
    await context.route("**/*", async (route) => {
      const request = route.request();
      const isV6 = new URL(request.url()).hostname.startsWith("v6.");
      await route.continue({
        headers: {
          ...request.headers(),
          "x-forwarded-for": isV6 ? VISITOR.v6 : VISITOR.v4,
        },
      });
    });
    const page = await context.newPage();
    if (isSignedIn) await signIn(page);
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await before?.(page);
    await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
    await context.close();
  }
  // What the browser of a visitor with a VPN would find.
  await using site = await scenarioSite();
  const cases = [
    ["egress", "leak", DESK],
    ["egress-phone", "leak", PHONE],
    ["egress-protected", "protected", DESK],
  ] as const;
  for (const [name, whole, screen] of cases) {
    const scenario = SCENARIOS.find((one) => one.whole === whole)!;
    const page = await scenarioPage(browser, site, scenario, {
      ...screen,
      locale: "en-GB",
      reducedMotion: "reduce",
    });
    await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
    await page.context().close();
  }
} finally {
  await browser.close();
}
