import assert from "node:assert/strict";
import fc from "fast-check";
import { windowAt } from "../../../lib/analytics/window.ts";

Deno.test("windowAt - thirty UTC days up to now, and as long before", () => {
  const { current, before, days } = windowAt(Date.UTC(2026, 10, 21, 12));
  const iso = (ms: number) => new Date(ms).toISOString();
  assert.equal(iso(current.startMs), "2026-10-23T00:00:00.000Z");
  assert.equal(iso(current.endMs), "2026-11-21T12:00:00.000Z");
  assert.equal(iso(before.startMs), "2026-09-23T00:00:00.000Z");
  assert.equal(iso(before.endMs), "2026-10-22T12:00:00.000Z");
  assert.equal(days.length, 30);
  assert.deepEqual([days[0], days[29]], ["2026-10-23", "2026-11-21"]);
});

Deno.test("windowAt - at any time both periods have the same length, and each day occurs once", () => {
  fc.assert(fc.property(
    fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
    (nowMs) => {
      const { current, before, days } = windowAt(nowMs);
      assert.equal(
        current.endMs - current.startMs,
        before.endMs - before.startMs,
      );
      assert(before.endMs < current.startMs);
      assert.equal(new Set(days).size, 30);
      assert.equal(days[29], new Date(nowMs).toISOString().slice(0, 10));
    },
  ));
});
