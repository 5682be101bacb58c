import assert from "node:assert/strict";
import fc from "fast-check";
import { dashboardOf } from "../../../lib/analytics/dashboard.ts";
import { dashboardView } from "../../../lib/analytics/dashboard_view.ts";
import {
  metricsResponse,
  pageviewsResponse,
  statsResponse,
} from "../../../lib/analytics/umami_responses.ts";
import { RANGES } from "../../../lib/analytics/view/dashboard_view.ts";
import type { UmamiResponses } from "../../../lib/analytics/umami_client.ts";
import { windowAt } from "../../../lib/analytics/window.ts";
import type { Language } from "../../../lib/i18n/language.ts";
import { NOW } from "./site.ts";
import { forAll } from "../../support/for_all.ts";

const window = windowAt(NOW, "30d");
const stats = {
  pageviews: 10,
  visitors: 4,
  visits: 5,
  bounces: 2,
  totaltime: 100,
};
const none = { pageviews: [], sessions: [] };
const noLists: UmamiResponses["lists"] = {
  path: [],
  referrer: [],
  country: [],
  region: [],
  browser: [],
  device: [],
};
const answers: UmamiResponses = {
  website: { id: "1" },
  current: stats,
  before: stats,
  pageviews: none,
  pageviewsBefore: none,
  lists: noLists,
  active: 0,
};

interface Given extends Partial<Omit<UmamiResponses, "lists" | "current">> {
  lists?: Partial<UmamiResponses["lists"]>;
  current?: Partial<UmamiResponses["current"]>;
}

/** The dashboard of a server that answers this, and else nothing. */
function dashboardWith({ lists, current, ...more }: Given, of = window) {
  return dashboardOf({
    ...answers,
    ...more,
    lists: { ...noLists, ...lists },
    current: { ...stats, ...current },
  }, of);
}

/** Its view. */
const viewWith = (given: Given, language?: Language) =>
  dashboardView(dashboardWith(given), "30d", language);

Deno.test("dashboardOf - accepts both time formats, and has each day once", () => {
  const sessions = [
    { x: "2026-11-21 00:00:00", y: 1 },
    { x: "2026-11-21T05:00:00Z", y: 2 },
    { x: "2026-11-20", y: 4 },
    { x: "2026-11-201", y: 8 },
    { x: "20 Nov", y: 16 },
    { x: null, y: 32 },
    { x: "2027-01-01 00:00:00", y: 64 },
  ];
  const { points } = dashboardWith({ pageviews: { pageviews: [], sessions } });
  assert.equal(points.length, 30);
  assert.deepEqual(points.slice(-2), [
    { time: "2026-11-20", pageviews: 0, visitors: 4, pageviewsBefore: 0 },
    { time: "2026-11-21", pageviews: 0, visitors: 3, pageviewsBefore: 0 },
  ]);
});

Deno.test("dashboardOf - hours, each beside the same hour of the day before", () => {
  const { points, unit } = dashboardWith({
    pageviews: {
      pageviews: [
        { x: "2026-11-21 12:00:00", y: 5 },
        { x: "2026-11-20T13:00:00Z", y: 3 },
        { x: "2026-11-20", y: 64 },
      ],
      sessions: [{ x: "2026-11-21 12:00:00", y: 2 }],
    },
    pageviewsBefore: {
      pageviews: [{ x: "2026-11-20 12:00:00", y: 9 }],
      sessions: [],
    },
  }, windowAt(NOW, "24h"));
  assert.equal(unit, "hour");
  assert.deepEqual([points.length, points[0], points[23]], [
    24,
    { time: "2026-11-20 13:00", pageviews: 3, visitors: 0, pageviewsBefore: 0 },
    { time: "2026-11-21 12:00", pageviews: 5, visitors: 2, pageviewsBefore: 9 },
  ]);
});

Deno.test("dashboardOf, dashboardView - what the server did not report is unknown, and the rest stays", () => {
  const view = viewWith({
    pageviewsBefore: null,
    lists: {
      path: null,
      referrer: null,
      country: null,
      region: null,
      browser: null,
      device: null,
    },
    active: null,
  });
  assert.deepEqual(view.lists, {
    pages: null,
    referrers: null,
    countries: null,
    regions: null,
    browsers: null,
    devices: null,
  });
  assert.deepEqual(
    [view.active, view.website, view.points[0].pageviewsBefore],
    [
      null,
      { name: null, href: null },
      null,
    ],
  );
  assert.equal(view.figures[0].value, "4");
});

Deno.test("dashboardView - pages, referrers, browsers and devices in readable text", () => {
  const lists = {
    path: [
      { x: "/b", y: 2 },
      { x: "/a", y: 3 },
      { x: `/${"long".repeat(100)}`, y: 1 },
      { x: "/\u202egnp.exe", y: 1 },
      { x: "/none", y: 0 },
    ],
    referrer: [{ x: "example.org", y: 2 }, { x: null, y: 1 }, { x: " ", y: 1 }],
    browser: [{ x: "edge-chromium", y: 2 }, { x: "constructor", y: 1 }],
    device: [{ x: "mobile", y: 2 }, { x: "fridge", y: 1 }],
  };
  const names = (language: "en" | "zh") => {
    const view = viewWith({ lists }, language);
    const { pages, referrers, browsers, devices } = view.lists;
    return [pages, referrers, browsers, devices].map((bars) =>
      bars?.map(({ name, count, share }) => [name, count, share])
    );
  };
  const [pages, referrers, browsers, devices] = names("en");
  assert.deepEqual(pages, [
    ["/a", 3, null],
    ["/b", 2, null],
    [`/${"long".repeat(24)}lo…`, 1, null],
    ["/\\u{202e}gnp.exe", 1, null],
  ]);
  assert.deepEqual(referrers, [
    ["example.org", 2, null],
    ["Direct", 1, null],
    ["Direct", 1, null],
  ]);
  assert.deepEqual(browsers, [["Edge", 2, "50%"], ["constructor", 1, "25%"]]);
  assert.deepEqual(devices, [["Phone", 2, "50%"], ["fridge", 1, "25%"]]);
  const inChinese = names("zh");
  assert.deepEqual(inChinese[1]?.[1], ["直接访问", 1, null]);
  assert.deepEqual(inChinese[3]?.[0], ["手机", 2, "50%"]);
});

Deno.test("dashboardView - a website has a link only if its host is one", () => {
  const cases = [
    ["Site", "example.net", { name: "Site", href: "https://example.net/" }],
    ["Site", "example.net/blog", {
      name: "Site",
      href: "https://example.net/blog",
    }],
    [null, "example.net", {
      name: "example.net",
      href: "https://example.net/",
    }],
    ["Site", null, { name: "Site", href: null }],
    ["Site", "a b", { name: "Site", href: null }],
    ["Site", "me:pw@example.net", { name: "Site", href: null }],
    ["Site", "me@example.net", { name: "Site", href: null }],
    ["Site", "https://example.net", {
      name: "Site",
      href: "https://example.net/",
    }],
    ["Site", "javascript:alert(1)", { name: "Site", href: null }],
    ["\u202eetiS", "x".repeat(300), { name: null, href: null }],
  ] as const;
  for (const [name, domain, expected] of cases) {
    const website = { id: "1", name, domain };
    assert.deepEqual(viewWith({ website }).website, expected, domain ?? "");
  }
});

Deno.test("dashboardOf - the bounce rate is at most 1", () => {
  const { totals } = dashboardWith({ current: { bounces: 9 } });
  assert.equal(totals.bounceRate, 1);
});

Deno.test("dashboardOf - the five places with the most visitors, in any input order", () => {
  const countries = [1, 6, 0, 3, 5, 2, 4].map((y) => ({ x: ` c${y} `, y }));
  const dashboard = dashboardWith({ lists: { country: countries } });
  assert.deepEqual(
    dashboard.countries?.map(({ country }) => country),
    ["C6", "C5", "C4", "C3", "C2"],
  );
});

Deno.test("dashboardOf - visitors without a country are the rest", () => {
  const countriesOf = (
    visitors: number,
    countries: { x: string | null; y: number }[],
  ) =>
    dashboardWith({ lists: { country: countries }, current: { visitors } })
      .countries!.map(({ country, visitors }) => [country, visitors]);
  const known = [{ x: "DE", y: 5 }, { x: "T1", y: 2 }];
  assert.deepEqual(countriesOf(7, known), [["DE", 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(10, known), [["DE", 5], [null, 3], ["T1", 2]]);
  const rows = [...known, { x: "XX", y: 1 }, { x: null, y: 3 }, {
    x: "",
    y: 1,
  }];
  assert.deepEqual(countriesOf(12, rows), [["DE", 5], [null, 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(16, rows), [[null, 9], ["DE", 5], ["T1", 2]]);
  // Servers may count the two roughly, each by itself.
  assert.deepEqual(countriesOf(3, rows), [["DE", 5], [null, 5], ["T1", 2]]);
  const many = Array.from({ length: 9 }, (_, i) => ({ x: `C${i}`, y: 10 + i }));
  assert.deepEqual(countriesOf(200, many).slice(0, 2), [[null, 74], [
    "C8",
    18,
  ]]);
});

Deno.test("dashboardOf - regions include their country in every notation", () => {
  const regions = [
    { x: "US-CA", y: 9, country: "US" },
    { x: "ca", y: 8, country: "us" },
    { x: "FR-IDF", y: 7 },
    { x: "KA", y: 6, country: null },
    { x: "", y: 5, country: "IE" },
  ];
  const dashboard = dashboardWith({ lists: { region: regions } });
  assert.deepEqual(
    dashboard.regions?.map(({ country, region }) => [country, region]),
    [
      ["US", "US-CA"],
      ["US", "US-CA"],
      ["FR", "FR-IDF"],
      [null, "KA"],
      ["IE", null],
    ],
  );
});

Deno.test("dashboardView - of no visitors, nothing has a share", () => {
  const { lists } = viewWith({
    lists: { country: [{ x: "DE", y: 5 }] },
    current: { visitors: 0 },
  });
  assert.deepEqual(lists.countries, [{
    name: "Germany",
    count: 5,
    share: "–",
  }]);
});

Deno.test("dashboardView - names places, with shares and axis ticks", () => {
  const view = viewWith({
    lists: {
      country: [
        { x: "DE", y: 500 },
        { x: "US", y: 100 },
        { x: "FR", y: 4 },
        { x: null, y: 1 },
      ],
      region: [
        { x: "US-CA", y: 100, country: "US" },
        { x: null, y: 90, country: "IE" },
        { x: "X", y: 80 },
      ],
    },
    current: { visitors: 400 },
    pageviews: { pageviews: [{ x: "2026-11-21", y: 90 }], sessions: [] },
    pageviewsBefore: { pageviews: [{ x: "2026-10-22", y: 140 }], sessions: [] },
  });
  assert.deepEqual(view.lists.countries, [
    { name: "Germany", count: 500, share: "100%" },
    { name: "United States", count: 100, share: "25%" },
    { name: "France", count: 4, share: "1%" },
    { name: null, count: 1, share: "<1%" },
  ]);
  assert.deepEqual(view.lists.regions, [
    { name: "California, United States", count: 100, share: "25%" },
    { name: null, count: 90, share: "23%" },
    { name: "X", count: 80, share: "20%" },
  ]);
  assert.deepEqual(view.ticks, [0, 50, 100, 150]);
  assert.deepEqual(view.points[29], {
    time: "2026-11-21",
    label: "Nov 21",
    pageviews: 90,
    visitors: 0,
    pageviewsBefore: 140,
  });
  assert.equal(view.isEmpty, false);
});

Deno.test("dashboardView - countries and dates in another language", () => {
  const { lists, points } = viewWith({
    lists: { country: [{ x: "DE", y: 4 }] },
  }, "zh");
  assert.equal(lists.countries?.[0].name, "德国");
  assert.equal(points[29].label, "11月21日");
});

Deno.test("dashboardView - can show anything that the schemas accept", () => {
  const amount = fc.oneof(
    fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
    fc.maxSafeNat(),
    fc.nat().map(String),
    fc.constant(null),
    fc.record({ value: fc.maxSafeNat(), prev: fc.nat() }),
  );
  const text = fc.option(
    fc.oneof(
      fc.string(),
      fc.constantFrom("DE", "US-CA", "2026-11-21 00:00:00", "2026-11-20T00Z"),
    ),
  );
  const rows = fc.array(fc.record({ x: text, y: amount, country: text }));
  const statsOf = fc.record({
    pageviews: amount,
    visitors: amount,
    visits: amount,
    bounces: amount,
    totaltime: amount,
  });
  const website = fc.record({ id: fc.constant("1"), name: text, domain: text });
  forAll(
    [statsOf, statsOf, rows, rows, website, fc.constantFrom(...RANGES)],
    (now, then, first, second, website, range) => {
      const lists = [first, second].map((rows) => metricsResponse.parse(rows));
      const series = pageviewsResponse.parse({
        pageviews: first,
        sessions: second,
      });
      const view = dashboardView(
        dashboardOf({
          website,
          current: statsResponse.parse(now),
          before: statsResponse.parse(then),
          pageviews: series,
          pageviewsBefore: series,
          lists: {
            path: lists[0],
            referrer: lists[1],
            country: lists[0],
            region: lists[1],
            browser: lists[0],
            device: lists[1],
          },
          active: 1e15,
        }, windowAt(NOW, range)),
        range,
      );
      assert.doesNotMatch(
        JSON.stringify([view.figures, view.points, view.ticks]),
        /NaN|Infinity|undefined|null,null/,
      );
      for (const bars of Object.values(view.lists)) {
        assert(bars && bars.length <= 5);
        for (const { name, count, share } of bars) {
          assert(count > 0);
          assert.match(share ?? "1%", /^(?:–|<1%|\d{1,3}%)$/);
          assert.doesNotMatch(name ?? "", /[\p{Cc}\p{Bidi_Control}]/u);
          assert((name ?? "").length <= 200);
        }
      }
    },
  );
});

Deno.test("dashboardView - regions and figures in another language", () => {
  const { lists, figures } = viewWith({
    lists: {
      region: [
        { x: "CN-GD", y: 4, country: "CN" },
        { x: "US-CA", y: 3, country: "US" },
        { x: null, y: 2, country: "IE" },
        { x: "X", y: 1 },
      ],
    },
  }, "zh");
  assert.deepEqual(
    lists.regions?.map(({ name }) => name),
    ["中国 广东省", "美国 加利福尼亚州", null, "X"],
  );
  assert.equal(figures[4].value, "20秒");
});
