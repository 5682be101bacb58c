import assert from "node:assert/strict";
import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { LISTS } from "../../../lib/analytics/umami_client.ts";
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
  const rows = [
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
  ] as const;
  for (const [code, locale, name] of rows) {
    assert.equal(countryName(code, locale), name, code);
  }
});

Deno.test("regionName - by code", () => {
  const rows = [
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
  ] as const;
  for (const [code, name] of rows) assert.equal(regionName(code), name, code);
});

Deno.test("countryName, regionName - any input gives a readable name or null", () =>
  forAll([fc.string({ unit: codeUnit })], (text) => {
    for (const name of [countryName(text, "en"), regionName(text)]) {
      assert(name === null || name.length > 0 && name.length <= 200);
      assert.doesNotMatch(name ?? "", /[\p{Cc}\p{Bidi_Control}]/u);
    }
  }));

Deno.test("regionName - in Chinese if there is such a name", () => {
  const rows = [
    ["CN-GD", "广东省"],
    ["CN-BJ", "北京市"],
    ["GB-ENG", "英格兰"],
    ["DE-BY", "巴伐利亚州"],
    ["IN-DL", "Delhi"],
    ["IR-03", "Āz̄ārbāyjān-e Shārqī"],
    ["CN-ZZ", "CN-ZZ"],
    ["CONSTRUCTOR", "CONSTRUCTOR"],
    ["", null],
  ] as const;
  for (const [code, name] of rows) {
    assert.equal(regionName(code, "zh"), name, code);
  }
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
  const lists = Object.fromEntries(LISTS.map((list) => [list, null]));
  const view = viewWith({ pageviewsBefore: null, lists, active: null });
  assert.deepEqual(view.lists, {
    pages: null,
    referrers: null,
    countries: null,
    regions: null,
    browsers: null,
    devices: null,
  });
  assert.deepEqual(view.website, { name: null, href: null });
  assert.equal(view.active, null);
  assert.equal(view.points[0].pageviewsBefore, null);
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
    ["Site", "example.net", "Site", "https://example.net/"],
    ["Site", "example.net/blog", "Site", "https://example.net/blog"],
    [null, "example.net", "example.net", "https://example.net/"],
    ["Site", null, "Site", null],
    ["Site", "a b", "Site", null],
    ["Site", "me:pw@example.net", "Site", null],
    ["Site", "me@example.net", "Site", null],
    ["Site", "https://example.net", "Site", "https://example.net/"],
    ["Site", "javascript:alert(1)", "Site", null],
    ["\u202eetiS", "x".repeat(300), null, null],
  ] as const;
  for (const [given, domain, name, href] of cases) {
    const { website } = viewWith({ website: { id: "1", name: given, domain } });
    assert.deepEqual(website, { name, href }, domain ?? "");
  }
});

Deno.test("dashboardView - is empty only without any pageview and visitor", () => {
  for (const [count, visitors] of [[0, 0], [1, 0], [0, 1]]) {
    const sessions = [{ x: "2026-11-21", y: visitors }];
    const { isEmpty } = viewWith({
      current: { pageviews: count },
      pageviews: { pageviews: [], sessions },
    });
    assert.equal(isEmpty, count + visitors === 0, `${count}, ${visitors}`);
  }
});

Deno.test("dashboardView - of no visitors, nothing has a share", () => {
  const country = [{ x: "DE", y: 5 }];
  const { lists } = viewWith({ lists: { country }, current: { visitors: 0 } });
  const germany = { name: "Germany", count: 5, share: "–" };
  assert.deepEqual(lists.countries, [germany]);
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

Deno.test("dashboardView - can show anything that the schemas accept", () => {
  const amount = fc.oneof(
    fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
    fc.maxSafeNat(),
    fc.nat().map(String),
    fc.constant(null),
    fc.record({ value: fc.maxSafeNat(), prev: fc.nat() }),
  );
  const known = ["DE", "US-CA", "2026-11-21 00:00:00", "2026-11-20T00Z"];
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom(...known)));
  const rows = fc.array(fc.record({ x: text, y: amount, country: text }));
  const names = ["pageviews", "visitors", "visits", "bounces", "totaltime"];
  const statsOf = fc.record(
    Object.fromEntries(names.map((name) => [name, amount])),
  );
  const website = fc.record({ id: fc.constant("1"), name: text, domain: text });
  forAll(
    [statsOf, statsOf, rows, rows, website, fc.constantFrom(...RANGES)],
    (now, then, first, second, website, range) => {
      const one = metricsResponse.parse(first);
      const other = metricsResponse.parse(second);
      const both = { pageviews: first, sessions: second };
      const series = pageviewsResponse.parse(both);
      const dashboard = dashboardOf({
        website,
        current: statsResponse.parse(now),
        before: statsResponse.parse(then),
        pageviews: series,
        pageviewsBefore: series,
        lists: {
          ...{ path: one, country: one, browser: one },
          ...{ referrer: other, region: other, device: other },
        },
        active: 1e15,
      }, windowAt(NOW, range));
      const view = dashboardView(dashboard, range);
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

Deno.test("dashboardView - places, dates and figures in another language", () => {
  const region = [
    { x: "CN-GD", y: 4, country: "CN" },
    { x: "US-CA", y: 3, country: "US" },
    { x: null, y: 2, country: "IE" },
    { x: "X", y: 1 },
  ];
  const given = { lists: { country: [{ x: "DE", y: 4 }], region } };
  const { lists, points, figures } = viewWith(given, "zh");
  assert.equal(lists.countries?.[0].name, "德国");
  const regions = lists.regions?.map(({ name }) => name);
  assert.deepEqual(regions, ["中国 广东省", "美国 加利福尼亚州", null, "X"]);
  assert.equal(points[29].label, "11月21日");
  assert.equal(figures[4].value, "20秒");
});
