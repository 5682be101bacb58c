import assert from "node:assert/strict";
import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { dashboardOf } from "../../../lib/analytics/dashboard.ts";
import {
  countryName,
  dashboardView,
  regionName,
} from "../../../lib/analytics/dashboard_view.ts";
import {
  metricsResponse,
  pageviewsResponse,
  statsResponse,
} from "../../../lib/analytics/umami_responses.ts";
import { RANGES } from "../../../lib/analytics/view/dashboard_view.ts";
import { windowAt } from "../../../lib/analytics/window.ts";
import { viewWith } from "./dashboards.ts";
import { NOW } from "./site.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./dashboard_view.json" with { type: "json" };

/** Of UTF-16, lone surrogates included. */
const codeUnit = fc.integer({ min: 0, max: 0xffff })
  .map((unit) => String.fromCharCode(unit));

Deno.test("countryName - by code, in each language", () => {
  for (
    const [code, locale, name] of [
      ["DE", "en", "Germany"],
      ["DE", "zh", "德国"],
      ["US", "en", "United States"],
      ["T1", "en", "Tor network"],
      ["T1", "zh", "Tor 网络"],
      ["XX", "en", "XX"],
      ["Elsewhere", "en", "Elsewhere"],
      ["", "en", null],
      ["\u202e", "en", null],
      ["X".repeat(201), "en", null],
    ] as const
  ) assert.equal(countryName(code, locale), name, code);
});

Deno.test("regionName - by code", () => {
  for (
    const [code, name] of [
      ["US-CA", "California"],
      ["DE-BY", "Bavaria"],
      ["FR-IDF", "Île-de-France"],
      ["GB-ENG", "England"],
      // CLDR has the name of another region here.
      ["IR-03", "Āz̄ārbāyjān-e Shārqī"],
      ["LU-D", "Diekirch"],
      ["US-ZZZ", "US-ZZZ"],
      ["CA", "CA"],
      ["USC-A", "USC-A"],
      ["__PROTO__", "__PROTO__"],
      ["", null],
      ["US-\u202e", null],
    ] as const
  ) assert.equal(regionName(code), name, code);
});

Deno.test("countryName, regionName - any input gives a readable name or null", () =>
  forAll([fc.string({ unit: codeUnit })], (text) => {
    for (const name of [countryName(text, "en"), regionName(text)]) {
      assert(name === null || name.length > 0 && name.length <= 200);
      assert.doesNotMatch(name ?? "", /[\p{Cc}\p{Bidi_Control}]/u);
    }
  }));

Deno.test("regionName - in Chinese if there is such a name", () => {
  for (
    const [code, name] of [
      ["CN-GD", "广东省"],
      ["CN-BJ", "北京市"],
      ["GB-ENG", "英格兰"],
      ["DE-BY", "巴伐利亚州"],
      ["IN-DL", "Delhi"],
      ["IR-03", "Āz̄ārbāyjān-e Shārqī"],
      ["CN-ZZ", "CN-ZZ"],
      ["CONSTRUCTOR", "CONSTRUCTOR"],
      ["", null],
    ] as const
  ) assert.equal(regionName(code, "zh"), name, code);
});

Deno.test("regionName - every province-level division of China has its Chinese name", () => {
  const codes = iso31662.filter(({ parent }) => parent === "CN")
    .map(({ code }) => code);
  assert.equal(codes.length, 34);
  const names = codes.map((code) => regionName(code, "zh") ?? "");
  assert(names.every((name) => /^\p{Script=Han}{3,8}$/u.test(name)));
  assert.equal(new Set(names).size, 34);
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
    [null, { name: null, href: null }, null],
  );
  assert.equal(view.figures[0].value, "4");
});

Deno.test("dashboardView - pages, referrers, browsers and devices in readable text", () => {
  const lists = {
    path: [
      { x: "/b", y: 2 },
      { x: "/a", y: 3 },
      { x: `/${"long".repeat(100)}`, y: 1 },
      { x: "/".repeat(100), y: 1 },
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
    ["/".repeat(100), 1, null],
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

Deno.test("dashboardView - is empty only without any pageview and visitor", () => {
  const emptyWith = (pageviews: number, visitors = 0) =>
    viewWith({
      current: { pageviews },
      pageviews: {
        pageviews: [],
        sessions: [{ x: "2026-11-21", y: visitors }],
      },
    }).isEmpty;
  assert.deepEqual(
    [emptyWith(0), emptyWith(1), emptyWith(0, 1)],
    [true, false, false],
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
  const view = viewWith(samples.lists);
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
