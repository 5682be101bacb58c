import assert from "node:assert/strict";
import fc from "fast-check";
import { axisTicks } from "../../../lib/analytics/axis_ticks.ts";

Deno.test("axisTicks - marks are round", () => {
  for (
    const [max, ticks] of [
      [0, [0, 1]],
      [1, [0, 1]],
      [3, [0, 1, 2, 3]],
      [5, [0, 2, 4, 6]],
      [140, [0, 50, 100, 150]],
      [4321, [0, 2000, 4000, 6000]],
      [999_999, [0, 500_000, 1_000_000]],
    ] as const
  ) assert.deepEqual(axisTicks(max), ticks, String(max));
});

Deno.test("axisTicks - a few whole marks reach the largest number and not far beyond", () => {
  fc.assert(fc.property(fc.maxSafeNat(), (max) => {
    const ticks = axisTicks(max);
    const top = ticks[ticks.length - 1];
    assert(ticks.length >= 2 && ticks.length <= 5, String(ticks));
    assert(top >= max && top <= Math.max(2 * max, 1), String(ticks));
    assert(ticks.every(Number.isInteger));
    assert.equal(new Set(ticks).size, ticks.length);
  }));
});
