import assert from "node:assert/strict";
import {
  UMAMI_PASSWORD,
  UMAMI_VERSIONS,
  type UmamiServer,
  WEBSITE_ID,
} from "../../../support/umami_server.ts";
import { desert, site } from "../../../lib/analytics/site.ts";
import { element, openAdmin, openAnalytics } from "./fixture.ts";
import { testWith } from "../../../support/test_with.ts";
import { assertHidden, assertShown } from "../../../support/routes.ts";

const PATH = "/admin/analytics";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

const test = testWith(openAnalytics);

/** The words of a piece of a page, without its marks. */
function words(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

/** Asserts the words of the element of a page that begins with a mark. */
function assertWords(
  html: string,
  start: string,
  end: string,
  ...lines: string[]
) {
  assert.equal(words(element(html, start, end)), lines.join(" "));
}

/** The rows of the table of numbers. */
function rowsOf(html: string): string[] {
  const table = element(html, '<details class="days">', "</details>");
  const rows = table.matchAll(/<tr\s+role="row">.*?<\/tr>/gs);
  return Array.from(rows, ([row]) => words(row));
}

for (const version of UMAMI_VERSIONS) {
  Deno.test(`GET ${PATH} - shows what ${version} counted`, async () => {
    await using opened = await openAnalytics({ version });
    const html = await opened.page();
    assertWords(
      html,
      '<dl class="visits">',
      "</dl>",
      "Visitors 1,234 +23.4% from 1,000",
      "Pageviews 4,321 −13.6% from 5,000",
      "Sessions 2,000 +25.0% from 1,600",
      "Bounce rate 25.0% +5.0 points from 20.0%",
      "Session time 1m 30s −10.0% from 1m 40s",
    );
    const last = version === "3.1"
      ? "Berlin, Germany 10 &lt;1%"
      : "Unknown 20 2%";
    const lists = [
      "Top countries Germany 600 49% United States 300 24% China 150 12% Unknown 101 8% France 80 6%",
      `Top regions Bavaria, Germany 400 32% California, United States 200 16% Île-de-France, France 80 6% Beijing, China 70 6% ${last}`,
      "Top pages / 900 /docs 300 /blog/first 120",
      "Top referrers news.example.org 200 search.example.com 50",
      "Browsers Chrome 700 57% Safari 400 32% lynx 2 &lt;1%",
      "Devices Desktop 800 65% Phone 434 35%",
    ];
    for (const text of lists) {
      const [title] = /^[A-Z][a-z]+(?: [a-z]+)?/.exec(text)!;
      assertWords(html, `<h2>${title}</h2>`, "</ol>", text);
    }
    assert.equal(
      element(html, '<p class="website">', "</p>"),
      '<p class="website"><a href="https://example.net/" rel="noreferrer"><bdi>Site</bdi></a><span class="active"><strong>7</strong> visitors in the last 5 minutes</span></p>',
    );
  });
}

test(`GET ${PATH} - draws each day, labels the axes and has a table of the numbers`, async ({ page }) => {
  const html = await page();
  const chart = element(html, '<figure class="chart">', "</figure>");
  assertShown(
    chart,
    /<svg [^>]*role="img" aria-labelledby="chart-title chart-text"/,
    '<desc id="chart-text">From 2026-10-23 to 2026-11-21. The most pageviews: 2026-11-21: 140 pageviews, 70 visitors.',
    '<rect class="pageviews" x="291" y="6.67" width="8" height="93.33"',
    '<rect class="visitors" x="292.5" y="53.33" width="5" height="46.67"',
    /<path class="earlier" d="M0 100V100h10.*V50h10V70h10V100z"/,
  );
  assertWords(chart, '<ol class="chart-scale"', "</ol>", "150 100 50 0");
  const days = "Oct 23 Oct 31 Nov 7 Nov 14 Nov 21";
  assertWords(chart, '<ol class="chart-units of-30d"', "</ol>", days);
  assert.equal(chart.match(/<rect class="pageviews" x=/g)?.length, 30);
  const rows = rowsOf(html);
  assert.equal(rows.length, 31);
  assert.deepEqual(rows.slice(0, 3), [
    "Day Pageviews Visitors Pageviews before",
    "2026-11-21 140 70 45",
    "2026-11-20 60 30 75",
  ]);
  assert.equal(/ style=|<script/.test(html), false);
});

const ranges = [
  ["24h", "24 hours", "18:00 00:00 06:00 12:00"],
  ["7d", "7 days", "Nov 15 Nov 16 Nov 17 Nov 18 Nov 19 Nov 20 Nov 21"],
  ["90d", "90 days", "Sep 7 Sep 22 Oct 7 Oct 22 Nov 6 Nov 21"],
];

Deno.test(`GET ${PATH}?range= - shows other ranges, and thirty days for an unknown one`, async () => {
  await using opened = await openAnalytics({ version: "2.15" });
  const current = async (query: string) => {
    const html = await opened.page(query);
    const start = '<nav class="tabs" aria-label="Period">';
    const tabs = element(html, start, "</nav>");
    const link = /<a href="([^"]+)" aria-current="page">([^<]+)</;
    return { html, tab: link.exec(tabs)?.slice(1) };
  };
  for (const [range, name, units] of ranges) {
    const { html, tab } = await current(`?range=${range}`);
    assert.deepEqual(tab, [`${PATH}?range=${range}`, name]);
    assertWords(html, `<ol class="chart-units of-${range}"`, "</ol>", units);
  }
  const { html } = await current("?range=24h");
  const caption = "Last 24 hours, compared with the previous 24 hours. As of ";
  assertShown(html, caption);
  const rows = rowsOf(html);
  assert.equal(rows.length, 25);
  assert.deepEqual([rows[0], rows[1], rows[5]], [
    "Hour Pageviews Visitors Pageviews before",
    "2026-11-21 12:00 20 15 0",
    "2026-11-21 08:00 30 0 0",
  ]);
  for (const query of ["", "?range=30d", "?range=1y", "?range=__proto__"]) {
    assert.deepEqual((await current(query)).tab, [PATH, "30 days"]);
  }
});

test(`GET ${PATH} - says what the server does not report, and shows the rest`, async ({ umami, page }) => {
  umami.before = ({ query, path }) =>
    query.type === "browser" || path.endsWith("/active")
      ? new Response(null, { status: 500 })
      : undefined;
  const html = await page();
  const unknown = "Browsers The analytics server doesn't report this.";
  assertWords(html, "<h2>Browsers</h2>", "</section>", unknown);
  assertHidden(html, 'class="active"', "message-error");
  assertShown(html, "<h2>Devices</h2><ol");
});

Deno.test(`GET ${PATH} - without an ID, takes the only website or lists all`, async () => {
  await using opened = await openAnalytics({}, { ANALYTICS_WEBSITE_ID: "" });
  const { umami, admin, page } = opened;
  assertShown(await page(), "<bdi>Site</bdi>");
  umami.options.websites = [
    { id: WEBSITE_ID, name: "Site" },
    { id: UNKNOWN_ID, name: "Blog" },
  ];
  admin.app.clock.now += 300_000;
  const html = await page();
  assertShown(
    html,
    "Set ANALYTICS_WEBSITE_ID, unless the account has exactly one website.",
  );
  const listed = `Site ${WEBSITE_ID} Blog ${UNKNOWN_ID}`;
  assertWords(html, '<ul class="listed">', "</ul>", listed);
});

test(`GET ${PATH} - sends no further requests within five minutes`, async ({ umami, admin, page }) => {
  const first = await page();
  const requestCount = umami.requests.length;
  admin.app.clock.now += 299_999;
  assert.equal(await page(), first);
  assert.equal(umami.requests.length, requestCount);
  assertShown(first, "2026-11-21 12:00 UTC");
});

test(`GET ${PATH} - shows the last figures with their time while the server is away`, async ({ umami, admin, page }) => {
  await page();
  umami.before = () => new Response(null, { status: 503 });
  admin.app.clock.now += 3_600_000;
  const html = await page();
  assertShown(
    html,
    '<div class="message message-error" role="alert">The analytics server returned an error: 503.</div>',
    '<p>The figures below are the last ones received, <time datetime="2026-11-21T12:00:00.000Z" title="2026-11-21 12:00 UTC">1 hour ago</time>.</p>',
    "2026-11-21 12:00 UTC",
  );
  assertHidden(html, "visitors in the last 5 minutes");
  assertShown(element(html, '<dl class="visits">', "</dl>"), "1,234");
  umami.before = undefined;
  admin.app.clock.now += 10_000;
  const later = await page();
  assertShown(later, "2026-11-21 13:00 UTC");
  assertHidden(later, "message-error");
});

test(`GET ${PATH} - sends no request before an administrator opens the page`, async ({ umami, admin }) => {
  await admin.get(PATH, null);
  await admin.get(PATH, admin.ann);
  await admin.get("/admin");
  assert.deepEqual(umami.requests, []);
});

Deno.test(`GET ${PATH} - a site without visitors`, async () => {
  await using opened = await openAnalytics({ version: "3.0.0", data: desert });
  const html = await opened.page();
  assertShown(html, "No visits in the last 30 days.");
  assertHidden(html, "<figure");
  assertWords(
    html,
    '<dl class="visits">',
    "</dl>",
    "Visitors 0 from 0 Pageviews 0 from 0 Sessions 0 from 0",
    "Bounce rate – Session time –",
  );
});

Deno.test(`GET ${PATH} - without configuration, names the variables to set`, async () => {
  await using admin = await openAdmin();
  const { status, html } = await admin.get(PATH);
  assert.equal(status, 200);
  const setup = element(html, '<div class="unconfigured">', "</div>");
  assertShown(setup, "No analytics server is configured.");
  const names = setup.matchAll(/<code>([^<]+)<\/code>/g);
  assert.equal(
    Array.from(names, ([, name]) => name).join(" "),
    "ANALYTICS_URL ANALYTICS_USERNAME ANALYTICS_PASSWORD ANALYTICS_API_KEY",
  );
});

const faults: [
  what: string,
  response: UmamiServer["before"] | null,
  env: Record<string, string>,
  text: string,
][] = [
  [
    "a wrong password",
    null,
    { ANALYTICS_PASSWORD: "not-this-one" },
    "The analytics server rejected the user name or password. Check ANALYTICS_USERNAME and ANALYTICS_PASSWORD.",
  ],
  [
    "a wrong key",
    null,
    { ANALYTICS_API_KEY: "not-this-one" },
    "The analytics server rejected the API key. Check ANALYTICS_API_KEY.",
  ],
  [
    "an unknown website",
    null,
    { ANALYTICS_WEBSITE_ID: UNKNOWN_ID },
    "The website does not exist, or the account has no access to it. Check ANALYTICS_WEBSITE_ID.",
  ],
  [
    "a redirect",
    () => new Response(null, { status: 301, headers: { location: "/x" } }),
    {},
    "The analytics server redirects to another address. To protect the password, Porthole doesn't follow redirects. Set ANALYTICS_URL to the final address.",
  ],
  [
    "another kind of server",
    () => new Response("<!DOCTYPE html>"),
    {},
    "The response from ANALYTICS_URL is not that of Umami 2.15 or later.",
  ],
  [
    "an error",
    () =>
      Response.json({ error: { message: "<b>Out of disk" } }, { status: 500 }),
    {},
    "The analytics server returned an error: 500, “&lt;b>Out of disk”.",
  ],
  [
    "nobody there",
    null,
    { ANALYTICS_URL: "http://127.0.0.1:1" },
    "The analytics server cannot be reached. Check ANALYTICS_URL.",
  ],
];

for (const [what, before, env, text] of faults) {
  Deno.test(`GET ${PATH} - ${what} has a message, on the page and in the log`, async () => {
    await using opened = await openAnalytics({}, env);
    if (before) opened.umami.before = before;
    const html = await opened.page();
    const start = '<div class="message message-error" role="alert">';
    assert.equal(element(html, start, "</div>"), `${start}${text}</div>`);
    const warnings = opened.admin.app.logged
      .filter((line) => line.includes("analytics"));
    assert.equal(warnings.length, 1);
    assertShown(warnings[0], / warn .* failure=\w+ reason=/);
    assertHidden(html + warnings[0], UMAMI_PASSWORD, "not-this-one");
  });
}

Deno.test(`GET ${PATH} - for an unknown website, lists those of the account`, async () => {
  const websites = [{ id: WEBSITE_ID, name: "<i>Blog" }];
  const env = { ANALYTICS_WEBSITE_ID: UNKNOWN_ID };
  await using opened = await openAnalytics({ websites }, env);
  const listed = `&lt;i>Blog ${WEBSITE_ID}`;
  assertWords(await opened.page(), '<ul class="listed">', "</ul>", listed);
});

Deno.test(`GET ${PATH} - escapes texts that visitors choose`, async () => {
  await using opened = await openAnalytics({
    data: {
      ...site,
      countries: [["<b>x</b>", 9], ["\u202eevil", 8]],
      regions: [['"><script>', 7, "DE"]],
    },
  });
  const html = await opened.page();
  const countries =
    "Top countries Unknown 1,217 99% &lt;B>X&lt;/B> 9 &lt;1% Unknown 8 &lt;1%";
  assertWords(html, "<h2>Top countries</h2>", "</ol>", countries);
  assertHidden(html, "<script");
});
