import assert from "node:assert/strict";
import fc from "fast-check";
import {
  axisTicks,
  figureView,
  shortNumber,
} from "../../../lib/analytics/figures.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./figures.json" with { type: "json" };

Deno.test("axisTicks - ticks are round numbers", () => {
  const rows = [
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [4, [0, 1, 2, 3, 4]],
    [8, [0, 2, 4, 6, 8]],
    [140, [0, 50, 100, 150]],
    [4321, [0, 2000, 4000, 6000]],
    [999_999, [0, 500_000, 1_000_000]],
  ] as const;
  for (const [max, ticks] of rows) {
    assert.deepEqual(axisTicks(max), ticks, String(max));
  }
});

Deno.test("axisTicks - a few whole ticks reach the maximum and not far beyond", () =>
  forAll([fc.maxSafeNat()], (max) => {
    const ticks = axisTicks(max);
    const top = ticks[ticks.length - 1];
    assert(ticks.length >= 2 && ticks.length <= 5, String(ticks));
    assert(top >= max && top <= Math.max(2 * max, 1), String(ticks));
    assert(ticks.every(Number.isInteger));
    assert.equal(new Set(ticks).size, ticks.length);
  }));

Deno.test("shortNumber - is exact up to a million", () => {
  const rows = [
    [0, "0"],
    [1_234, "1,234"],
    [999_999, "999,999"],
    [1_000_000, "1M"],
    [1_234_567, "1.23M"],
    [Number.MAX_SAFE_INTEGER, "9007.2T"],
  ] as const;
  for (const [value, text] of rows) assert.equal(shortNumber(value), text);
});

const cases = samples.figures as [
  name: Parameters<typeof figureView>[0],
  now: number | null,
  then: number | null,
  value: string,
  change: string | null,
  before: string | null,
  tone: string,
][];

for (const [name, value, before, ...expected] of cases) {
  Deno.test(`figureView - ${name} ${value} after ${before}`, () => {
    const view = figureView(name, value, before);
    const shown = [view.value, view.change, view.before, view.tone];
    assert.deepEqual(shown, expected);
  });
}

Deno.test("shortNumber, figureView - in Chinese", () => {
  assert.equal(shortNumber(12_345, "zh"), "12,345");
  assert.equal(shortNumber(1_234_567, "zh"), "123.46万");
  const figures = [
    ["visitors", 1_234, 1_000, "1,234", "+23.4%", "1,000"],
    ["bounceRate", 0.25, 0.2, "25.0%", "+5.0 个百分点", "20.0%"],
    ["visitSeconds", 59.4, 60, "59秒", "−1.0%", "1分0秒"],
    ["visitSeconds", 3_725, 3_600, "1小时2分", "+3.5%", "1小时0分"],
    ["pageviews", 5_000_000, 1, "500万", "+5亿%", "1"],
    ["visitSeconds", null, null, "–", null, null],
  ] as const;
  for (const [name, now, then, ...expected] of figures) {
    const { value, change, before } = figureView(name, now, then, "zh");
    assert.deepEqual([value, change, before], expected, `${name} ${now}`);
  }
});
