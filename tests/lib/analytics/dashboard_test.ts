import assert from "node:assert/strict";
import { windowAt } from "../../../lib/analytics/window.ts";
import { dashboardWith } from "./dashboards.ts";
import { NOW } from "./site.ts";

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
  const pageviews = [
    { x: "2026-11-21 12:00:00", y: 5 },
    { x: "2026-11-20T13:00:00Z", y: 3 },
    { x: "2026-11-20", y: 64 },
  ];
  const sessions = [{ x: "2026-11-21 12:00:00", y: 2 }];
  const before = [{ x: "2026-11-20 12:00:00", y: 9 }];
  const { points, unit } = dashboardWith({
    pageviews: { pageviews, sessions },
    pageviewsBefore: { pageviews: before, sessions: [] },
  }, windowAt(NOW, "24h"));
  assert.equal(unit, "hour");
  assert.equal(points.length, 24);
  assert.deepEqual([points[0], points[23]], [
    { time: "2026-11-20 13:00", pageviews: 3, visitors: 0, pageviewsBefore: 0 },
    { time: "2026-11-21 12:00", pageviews: 5, visitors: 2, pageviewsBefore: 9 },
  ]);
});

Deno.test("dashboardOf - the bounce rate is at most 1", () => {
  const { totals } = dashboardWith({ current: { bounces: 9 } });
  assert.equal(totals.bounceRate, 1);
});

Deno.test("dashboardOf - without sessions there is no average of them", () => {
  const { totals } = dashboardWith({ current: { visits: 0 } });
  assert.deepEqual(totals, {
    visitors: 4,
    pageviews: 10,
    sessions: 0,
    bounceRate: null,
    visitSeconds: null,
  });
});

Deno.test("dashboardOf - the five places with the most visitors, in any input order", () => {
  const countries = [1, 6, 0, 3, 5, 2, 4].map((y) => ({ x: ` c${y} `, y }));
  const dashboard = dashboardWith({ lists: { country: countries } });
  const most = dashboard.countries?.map(({ country }) => country);
  assert.deepEqual(most, ["C6", "C5", "C4", "C3", "C2"]);
});

Deno.test("dashboardOf - a list has the names that were seen, trimmed, and null for none", () => {
  const path = [
    { x: " /a ", y: 3 },
    { x: "  ", y: 2 },
    { x: null, y: 1 },
    { x: "/never", y: 0 },
  ];
  const { pages } = dashboardWith({ lists: { path } });
  assert.deepEqual(pages, [
    { name: "/a", count: 3 },
    { name: null, count: 2 },
    { name: null, count: 1 },
  ]);
});

type Row = { x: string | null; y: number };

Deno.test("dashboardOf - visitors without a country are the rest", () => {
  const countriesOf = (visitors: number, country: Row[]) =>
    dashboardWith({ lists: { country }, current: { visitors } })
      .countries!.map(({ country, visitors }) => [country, visitors]);
  const known = [{ x: "DE", y: 5 }, { x: "T1", y: 2 }];
  assert.deepEqual(countriesOf(7, known), [["DE", 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(10, known), [["DE", 5], [null, 3], ["T1", 2]]);
  const odd = [{ x: "XX", y: 1 }, { x: null, y: 3 }, { x: "", y: 1 }];
  const rows = [...known, ...odd];
  assert.deepEqual(countriesOf(12, rows), [["DE", 5], [null, 5], ["T1", 2]]);
  assert.deepEqual(countriesOf(16, rows), [[null, 9], ["DE", 5], ["T1", 2]]);
  // Servers may count the two roughly, each by itself.
  assert.deepEqual(countriesOf(3, rows), [["DE", 5], [null, 5], ["T1", 2]]);
  const many = Array.from({ length: 9 }, (_, i) => ({ x: `C${i}`, y: 10 + i }));
  const [rest, first] = countriesOf(200, many);
  assert.deepEqual([rest, first], [[null, 74], ["C8", 18]]);
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
  const us = [["US", "US-CA"], ["US", "US-CA"]];
  assert.deepEqual(
    dashboard.regions?.map(({ country, region }) => [country, region]),
    [...us, ["FR", "FR-IDF"], [null, "KA"], ["IE", null]],
  );
});
