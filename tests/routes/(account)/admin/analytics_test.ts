import assert from "node:assert/strict";
import {
  UMAMI_PASSWORD,
  UMAMI_VERSIONS,
  type UmamiServer,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../../support/umami_server.ts";
import { desert, site } from "../../../lib/analytics/site.ts";
import { element, openAdmin } from "./fixture.ts";

const PATH = "/admin/analytics";

function openWith(
  { url }: Pick<UmamiServer, "url">,
  env: Record<string, string> = {},
) {
  return openAdmin({
    env: {
      ANALYTICS_URL: url.href,
      ANALYTICS_WEBSITE_ID: WEBSITE_ID,
      ANALYTICS_USERNAME: USERNAME,
      ANALYTICS_PASSWORD: UMAMI_PASSWORD,
      ...env,
    },
  });
}

/** The words of a piece of a page, without its marks. */
function words(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

for (const version of UMAMI_VERSIONS) {
  Deno.test(`GET ${PATH} - shows what ${version} counted`, async () => {
    await using umami = umamiServer({ version, data: site });
    await using admin = await openWith(umami);
    const { status, html } = await admin.get(PATH);
    assert.equal(status, 200);
    assert.equal(
      words(element(html, '<dl class="visits">', "</dl>")),
      "Visitors 1,234 +23.4% from 1,000 " +
        "Pageviews 4,321 −13.6% from 5,000 " +
        "Sessions 2,000 +25.0% from 1,600 " +
        "Bounce rate 25.0% +5.0 points from 20.0% " +
        "Session time 1m 30s −10.0% from 1m 40s",
    );
    assert.equal(
      words(element(html, "<h2>Top countries</h2>", "</ol>")),
      "Top countries Germany 600 49% United States 300 24% China 150 12% " +
        "Unknown 101 8% France 80 6%",
    );
    assert.equal(
      words(element(html, "<h2>Top regions</h2>", "</ol>")),
      "Top regions Bavaria, Germany 400 32% California, United States 200 16% " +
        "Île-de-France, France 80 6% Beijing, China 70 6% " +
        (version === "3.1" ? "Berlin, Germany 10 &lt;1%" : "Unknown 20 2%"),
    );
    const lists = [
      "Top pages / 900 /docs 300 /blog/first 120",
      "Top referrers news.example.org 200 search.example.com 50",
      "Browsers Chrome 700 57% Safari 400 32% lynx 2 &lt;1%",
      "Devices Desktop 800 65% Phone 434 35%",
    ];
    for (const text of lists) {
      const [title] = /^[A-Z][a-z]+(?: [a-z]+)?/.exec(text)!;
      assert.equal(words(element(html, `<h2>${title}</h2>`, "</ol>")), text);
    }
    assert.equal(
      element(html, '<p class="website">', "</p>"),
      '<p class="website"><a href="https://example.net/" rel="noreferrer">' +
        '<bdi>Site</bdi></a><span class="active"><strong>7</strong> ' +
        "visitors in the last 5 minutes</span></p>",
    );
  });
}

Deno.test(`GET ${PATH} - draws each day, labels the axes and has a table of the numbers`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using admin = await openWith(umami);
  const { html } = await admin.get(PATH);
  const chart = element(html, '<figure class="chart">', "</figure>");
  assert.match(
    chart,
    /<svg [^>]*role="img" aria-labelledby="chart-title chart-text"/,
  );
  assert(
    chart.includes(
      '<desc id="chart-text">From 2026-10-23 to 2026-11-21. The most pageviews: 2026-11-21: 140 pageviews, 70 visitors.',
    ),
  );
  assert.equal(
    words(element(chart, '<ol class="chart-scale"', "</ol>")),
    "150 100 50 0",
  );
  assert.equal(
    words(element(chart, '<ol class="chart-units of-30d"', "</ol>")),
    "Oct 23 Oct 31 Nov 7 Nov 14 Nov 21",
  );
  assert.equal(chart.match(/<rect class="pageviews" x=/g)?.length, 30);
  assert(
    chart.includes(
      '<rect class="pageviews" x="291" y="6.67" width="8" height="93.33"',
    ),
  );
  assert(
    chart.includes(
      '<rect class="visitors" x="292.5" y="53.33" width="5" height="46.67"',
    ),
  );
  assert.match(
    chart,
    /<path class="earlier" d="M0 100V100h10.*V50h10V70h10V100z"/,
  );
  const table = element(html, '<details class="days">', "</details>");
  const rows = [...table.matchAll(/<tr\s+role="row">.*?<\/tr>/gs)]
    .map(([row]) => words(row));
  assert.equal(rows.length, 31);
  assert.deepEqual(rows.slice(0, 3), [
    "Day Pageviews Visitors Pageviews before",
    "2026-11-21 140 70 45",
    "2026-11-20 60 30 75",
  ]);
  assert.equal(/ style=|<script/.test(html), false);
});

Deno.test(`GET ${PATH}?range= - shows other ranges, and thirty days for an unknown one`, async () => {
  await using umami = umamiServer({ version: "2.15", data: site });
  await using admin = await openWith(umami);
  const current = async (query: string) => {
    const { status, html } = await admin.get(PATH + query);
    assert.equal(status, 200);
    const tabs = element(
      html,
      '<nav class="tabs" aria-label="Period">',
      "</nav>",
    );
    return {
      html,
      tab: /<a href="([^"]+)" aria-current="page">([^<]+)</.exec(tabs)?.slice(
        1,
      ),
    };
  };
  const hours = await current("?range=24h");
  assert.deepEqual(hours.tab, [`${PATH}?range=24h`, "24 hours"]);
  assert(hours.html.includes(
    "Last 24 hours, compared with the previous 24 hours. As of ",
  ));
  assert.equal(
    words(element(hours.html, '<ol class="chart-units of-24h"', "</ol>")),
    "18:00 00:00 06:00 12:00",
  );
  const table = element(hours.html, '<details class="days">', "</details>");
  const rows = [...table.matchAll(/<tr\s+role="row">.*?<\/tr>/gs)]
    .map(([row]) => words(row));
  assert.equal(rows.length, 25);
  assert.deepEqual([rows[0], rows[1], rows[5]], [
    "Hour Pageviews Visitors Pageviews before",
    "2026-11-21 12:00 20 15 0",
    "2026-11-21 08:00 30 0 0",
  ]);
  const week = await current("?range=7d");
  assert.deepEqual(week.tab, [`${PATH}?range=7d`, "7 days"]);
  assert.equal(
    words(element(week.html, '<ol class="chart-units of-7d"', "</ol>")),
    "Nov 15 Nov 16 Nov 17 Nov 18 Nov 19 Nov 20 Nov 21",
  );
  const quarter = await current("?range=90d");
  assert.deepEqual(quarter.tab, [`${PATH}?range=90d`, "90 days"]);
  assert.equal(
    words(element(quarter.html, '<ol class="chart-units of-90d"', "</ol>")),
    "Sep 7 Sep 22 Oct 7 Oct 22 Nov 6 Nov 21",
  );
  for (const query of ["", "?range=30d", "?range=1y", "?range=__proto__"]) {
    assert.deepEqual((await current(query)).tab, [PATH, "30 days"]);
  }
});

Deno.test(`GET ${PATH} - says what the server does not report, and shows the rest`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  umami.before = ({ query, path }) =>
    query.type === "browser" || path.endsWith("/active")
      ? new Response(null, { status: 500 })
      : undefined;
  await using admin = await openWith(umami);
  const { html } = await admin.get(PATH);
  assert.equal(
    words(element(html, "<h2>Browsers</h2>", "</section>")),
    "Browsers The analytics server doesn&#39;t report this.".replace(
      "&#39;",
      "'",
    ),
  );
  assert.equal(html.includes('class="active"'), false);
  assert(html.includes("<h2>Devices</h2><ol"));
  assert.equal(html.includes("message-error"), false);
});

Deno.test(`GET ${PATH} - without an ID, takes the only website or lists all`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using admin = await openWith(umami, { ANALYTICS_WEBSITE_ID: "" });
  assert((await admin.get(PATH)).html.includes("<bdi>Site</bdi>"));
  umami.options.websites = [
    { id: WEBSITE_ID, name: "Site" },
    { id: "00000000-0000-4000-8000-000000000000", name: "Blog" },
  ];
  admin.app.clock.now += 300_000;
  const { html } = await admin.get(PATH);
  assert(html.includes(
    "Set ANALYTICS_WEBSITE_ID, unless the account has exactly one website.",
  ));
  assert.equal(
    words(element(html, '<ul class="listed">', "</ul>")),
    `Site ${WEBSITE_ID} Blog 00000000-0000-4000-8000-000000000000`,
  );
});

Deno.test(`GET ${PATH} - sends no further requests within five minutes`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using admin = await openWith(umami);
  const first = await admin.get(PATH);
  const requestCount = umami.requests.length;
  admin.app.clock.now += 299_999;
  assert.equal((await admin.get(PATH)).html, first.html);
  assert.equal(umami.requests.length, requestCount);
  assert(first.html.includes("2026-11-21 12:00 UTC"));
});

Deno.test(`GET ${PATH} - shows the last figures with their time while the server is away`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using admin = await openWith(umami);
  await admin.get(PATH);
  umami.before = () => new Response(null, { status: 503 });
  admin.app.clock.now += 3_600_000;
  const { status, html } = await admin.get(PATH);
  assert.equal(status, 200);
  assert(html.includes(
    '<div class="message message-error" role="alert">The analytics server returned an error: 503.</div>',
  ));
  assert(html.includes(
    '<p>The figures below are the last ones received, <time datetime="2026-11-21T12:00:00.000Z" title="2026-11-21 12:00 UTC">1 hour ago</time>.</p>',
  ));
  assert.equal(html.includes("visitors in the last 5 minutes"), false);
  assert(html.includes("2026-11-21 12:00 UTC"));
  assert(element(html, '<dl class="visits">', "</dl>").includes("1,234"));
  umami.before = undefined;
  admin.app.clock.now += 10_000;
  const later = await admin.get(PATH);
  assert(later.html.includes("2026-11-21 13:00 UTC"));
  assert.equal(later.html.includes("message-error"), false);
});

Deno.test(`GET ${PATH} - sends no request before an administrator opens the page`, async () => {
  await using umami = umamiServer({ version: "3.1", data: site });
  await using admin = await openWith(umami);
  await admin.get(PATH, null);
  await admin.get(PATH, admin.ann);
  await admin.get("/admin");
  assert.deepEqual(umami.requests, []);
});

Deno.test(`GET ${PATH} - a site without visitors`, async () => {
  await using umami = umamiServer({ version: "3.0.0", data: desert });
  await using admin = await openWith(umami);
  const { html } = await admin.get(PATH);
  assert(html.includes("No visits in the last 30 days."));
  assert.equal(html.includes("<figure"), false);
  assert.equal(
    words(element(html, '<dl class="visits">', "</dl>")),
    "Visitors 0 from 0 Pageviews 0 from 0 Sessions 0 from 0 " +
      "Bounce rate – Session time –",
  );
});

Deno.test(`GET ${PATH} - without configuration, names the variables to set`, async () => {
  await using admin = await openAdmin();
  const { status, html } = await admin.get(PATH);
  assert.equal(status, 200);
  const setup = element(html, '<div class="unconfigured">', "</div>");
  assert(setup.includes("No analytics server is configured."));
  assert.deepEqual(
    [...setup.matchAll(/<code>([^<]+)<\/code>/g)].map((match) => match[1]),
    [
      "ANALYTICS_URL",
      "ANALYTICS_USERNAME",
      "ANALYTICS_PASSWORD",
      "ANALYTICS_API_KEY",
    ],
  );
});

const faults: [
  what: string,
  response: ((umami: UmamiServer) => void) | null,
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
    { ANALYTICS_WEBSITE_ID: "00000000-0000-4000-8000-000000000000" },
    "The website does not exist, or the account has no access to it. Check ANALYTICS_WEBSITE_ID.",
  ],
  [
    "a redirect",
    (umami) =>
      umami.before = () =>
        new Response(null, { status: 301, headers: { location: "/x" } }),
    {},
    "The analytics server redirects to another address. To protect the password, Porthole doesn't follow redirects. Set ANALYTICS_URL to the final address.",
  ],
  [
    "another kind of server",
    (umami) => umami.before = () => new Response("<!DOCTYPE html>"),
    {},
    "The response from ANALYTICS_URL is not that of Umami 2.15 or later.",
  ],
  [
    "an error",
    (umami) =>
      umami.before = () =>
        Response.json({ error: { message: "<b>Out of disk" } }, {
          status: 500,
        }),
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

for (const [what, prepare, env, text] of faults) {
  Deno.test(`GET ${PATH} - ${what} has a message, on the page and in the log`, async () => {
    await using umami = umamiServer({ version: "3.1", data: site });
    prepare?.(umami);
    await using admin = await openWith(umami, env);
    const { status, html } = await admin.get(PATH);
    assert.equal(status, 200);
    assert.equal(
      element(
        html,
        '<div class="message message-error" role="alert">',
        "</div>",
      ),
      `<div class="message message-error" role="alert">${text}</div>`,
    );
    const warnings = admin.app.logged.filter((line) =>
      line.includes("analytics")
    );
    assert.equal(warnings.length, 1);
    assert(/ warn .* failure=\w+ reason=/.test(warnings[0]), warnings[0]);
    for (const secret of [UMAMI_PASSWORD, "not-this-one"]) {
      assert.equal((html + warnings[0]).includes(secret), false);
    }
  });
}

Deno.test(`GET ${PATH} - for an unknown website, lists those of the account`, async () => {
  await using umami = umamiServer({
    version: "3.1",
    data: site,
    websites: [{ id: WEBSITE_ID, name: "<i>Blog" }],
  });
  await using admin = await openWith(umami, {
    ANALYTICS_WEBSITE_ID: "00000000-0000-4000-8000-000000000000",
  });
  const { html } = await admin.get(PATH);
  assert.equal(
    words(element(html, '<ul class="listed">', "</ul>")),
    `&lt;i>Blog ${WEBSITE_ID}`,
  );
});

Deno.test(`GET ${PATH} - escapes texts that visitors choose`, async () => {
  await using umami = umamiServer({
    version: "3.1",
    data: {
      ...site,
      countries: [["<b>x</b>", 9], ["\u202eevil", 8]],
      regions: [['"><script>', 7, "DE"]],
    },
  });
  await using admin = await openWith(umami);
  const { html } = await admin.get(PATH);
  assert.equal(
    words(element(html, "<h2>Top countries</h2>", "</ol>")),
    "Top countries Unknown 1,217 99% &lt;B>X&lt;/B> 9 &lt;1% Unknown 8 &lt;1%",
  );
  assert.equal(html.includes("<script"), false);
});
