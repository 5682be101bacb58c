import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Range,
  RANGES,
} from "../../../lib/analytics/view/dashboard_view.ts";
import { unitKey, windowAt } from "../../../lib/analytics/window.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./window.json" with { type: "json" };

const iso = (ms: number) => new Date(ms).toISOString();

const cases = samples.windows as [
  range: Range,
  starts: string,
  previousStarts: string,
  first: string,
  last: string,
  count: number,
][];
for (const [range, starts, previousStarts, first, last, count] of cases) {
  Deno.test(`windowAt - ${range} up to now, and as long before`, () => {
    const nowMs = Date.UTC(2026, 10, 21, 12, 20);
    const { unit, current, before } = windowAt(nowMs, range);
    assert.equal(unit, range === "24h" ? "hour" : "day");
    assert.equal(iso(current.startMs), `${starts}:00.000Z`);
    assert.equal(current.endMs, nowMs);
    assert.equal(iso(before.startMs), `${previousStarts}:00.000Z`);
    assert.equal(current.units.length, count);
    assert.deepEqual([current.units[0], current.units.at(-1)], [first, last]);
  });
}

Deno.test("windowAt - at any time both periods have the same length, and each unit occurs once", () =>
  forAll([
    fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
    fc.constantFrom(...RANGES),
  ], (nowMs, range) => {
    const { unit, current, before } = windowAt(nowMs, range);
    const lengthMs = before.endMs - before.startMs;
    assert.equal(current.endMs - current.startMs, lengthMs);
    assert(before.endMs < current.startMs);
    assert.equal(before.units.length, current.units.length);
    const all = [...before.units, ...current.units];
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(all, all.toSorted());
    assert.equal(current.units.at(-1), unitKey(iso(nowMs), unit));
  }));

Deno.test("unitKey - reads the times of every version", () => {
  const cases = [
    ["2026-11-21 05:00:00", "2026-11-21", "2026-11-21 05:00"],
    ["2026-11-21T05:00:00Z", "2026-11-21", "2026-11-21 05:00"],
    ["2026-11-21", "2026-11-21", undefined],
    ["2026-11-211", undefined, undefined],
    ["21 Nov", undefined, undefined],
    ["", undefined, undefined],
  ] as const;
  for (const [time, day, hour] of cases) {
    assert.equal(unitKey(time, "day"), day, time);
    assert.equal(unitKey(time, "hour"), hour, time);
  }
});
