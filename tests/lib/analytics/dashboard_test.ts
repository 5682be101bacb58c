import assert from "node:assert/strict";
import fc from "fast-check";
import { dashboardOf } from "../../../lib/analytics/dashboard.ts";
import { dashboardView } from "../../../lib/analytics/dashboard_view.ts";
import {
  metricsResponse,
  pageviewsResponse,
  statsResponse,
} from "../../../lib/analytics/umami_responses.ts";
import type { UmamiResponses } from "../../../lib/analytics/umami_client.ts";
import { windowAt } from "../../../lib/analytics/window.ts";
import { NOW } from "./site.ts";

const window = windowAt(NOW);
const stats = {
  pageviews: 10,
  visitors: 4,
  visits: 5,
  bounces: 2,
  totaltime: 100,
};
const answers: UmamiResponses = {
  current: stats,
  before: stats,
  pageviews: { pageviews: [], sessions: [] },
  countries: [],
  regions: [],
};

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
  const { days } = dashboardOf({
    ...answers,
    pageviews: { pageviews: [], sessions },
  }, window);
  assert.equal(days.length, 30);
  assert.deepEqual(days.slice(-2), [
    { date: "2026-11-20", pageviews: 0, visitors: 4 },
    { date: "2026-11-21", pageviews: 0, visitors: 3 },
  ]);
});

Deno.test("dashboardOf - the bounce rate is at most 1", () => {
  const { totals } = dashboardOf({
    ...answers,
    current: { ...stats, bounces: 9 },
  }, window);
  assert.equal(totals.bounceRate, 1);
});

Deno.test("dashboardOf - the five places with the most visitors, in any input order", () => {
  const countries = [1, 6, 0, 3, 5, 2, 4].map((y) => ({ x: ` c${y} `, y }));
  const dashboard = dashboardOf({ ...answers, countries }, window);
  assert.deepEqual(
    dashboard.countries.map(({ country }) => country),
    ["C6", "C5", "C4", "C3", "C2"],
  );
});

Deno.test("dashboardOf - visitors without a country are the rest", () => {
  const countriesOf = (
    visitors: number,
    countries: { x: string | null; y: number }[],
  ) =>
    dashboardOf(
      { ...answers, current: { ...stats, visitors }, countries },
      window,
    )
      .countries.map(({ country, visitors }) => [country, visitors]);
  const known = [{ x: "DE", y: 5 }, { x: "T1", y: 2 }];
  assert.deepEqual(countriesOf(7, known), [["DE", 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(10, known), [["DE", 5], [null, 3], ["T1", 2]]);
  const told = [...known, { x: "XX", y: 1 }, { x: null, y: 3 }, {
    x: "",
    y: 1,
  }];
  assert.deepEqual(countriesOf(12, told), [["DE", 5], [null, 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(16, told), [[null, 9], ["DE", 5], ["T1", 2]]);
  // Servers may count the two roughly, each by itself.
  assert.deepEqual(countriesOf(3, told), [["DE", 5], [null, 5], ["T1", 2]]);
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
  const dashboard = dashboardOf({ ...answers, regions }, window);
  assert.deepEqual(
    dashboard.regions.map(({ country, region }) => [country, region]),
    [
      ["US", "US-CA"],
      ["US", "US-CA"],
      ["FR", "FR-IDF"],
      [null, "KA"],
      ["IE", null],
    ],
  );
});

Deno.test("dashboardView - names places, with shares and axis ticks", () => {
  const view = dashboardView(
    dashboardOf({
      ...answers,
      current: { ...stats, visitors: 400 },
      countries: [
        { x: "DE", y: 500 },
        { x: "US", y: 100 },
        { x: null, y: 1 },
      ],
      regions: [
        { x: "US-CA", y: 100, country: "US" },
        { x: null, y: 90, country: "IE" },
        { x: "X", y: 80 },
      ],
      pageviews: { pageviews: [{ x: "2026-11-21", y: 140 }], sessions: [] },
    }, window),
  );
  assert.deepEqual(view.countries, [
    { name: "Germany", visitors: 500, share: "100%" },
    { name: "United States", visitors: 100, share: "25%" },
    { name: null, visitors: 1, share: "<1%" },
  ]);
  assert.deepEqual(view.regions, [
    { name: "California, United States", visitors: 100, share: "25%" },
    { name: null, visitors: 90, share: "23%" },
    { name: "X", visitors: 80, share: "20%" },
  ]);
  assert.deepEqual(view.ticks, [0, 50, 100, 150]);
  assert.deepEqual(view.days[29], {
    date: "2026-11-21",
    label: "Nov 21",
    pageviews: 140,
    visitors: 0,
  });
  assert.equal(view.isEmpty, false);
});

Deno.test("dashboardView - countries and dates in another language", () => {
  const { countries, days } = dashboardView(
    dashboardOf({ ...answers, countries: [{ x: "DE", y: 4 }] }, window),
    "zh",
  );
  assert.equal(countries[0].name, "德国");
  assert.equal(days[29].label, "11月21日");
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
  fc.assert(
    fc.property(statsOf, statsOf, rows, rows, (now, then, first, second) => {
      const view = dashboardView(
        dashboardOf({
          current: statsResponse.parse(now),
          before: statsResponse.parse(then),
          pageviews: pageviewsResponse.parse({
            pageviews: first,
            sessions: second,
          }),
          countries: metricsResponse.parse(first),
          regions: metricsResponse.parse(second),
        }, window),
      );
      assert.doesNotMatch(
        JSON.stringify([view.figures, view.days, view.ticks]),
        /NaN|Infinity|undefined|null,null/,
      );
      for (const { visitors, share } of [...view.countries, ...view.regions]) {
        assert(visitors > 0);
        assert.match(share, /^(?:–|<1%|\d{1,3}%)$/);
      }
      assert(view.countries.length <= 5 && view.regions.length <= 5);
    }),
  );
});

Deno.test("dashboardView - regions and figures in another language", () => {
  const { regions, figures } = dashboardView(
    dashboardOf({
      ...answers,
      regions: [
        { x: "CN-GD", y: 4, country: "CN" },
        { x: "US-CA", y: 3, country: "US" },
        { x: null, y: 2, country: "IE" },
        { x: "X", y: 1 },
      ],
    }, window),
    "zh",
  );
  assert.deepEqual(
    regions.map(({ name }) => name),
    ["中国 广东省", "美国 加利福尼亚州", null, "X"],
  );
  assert.equal(figures[4].value, "20秒");
});
