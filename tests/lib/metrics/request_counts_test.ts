import assert from "node:assert/strict";
import {
  GroupCounts,
  LATENCY_BOUNDS,
} from "../../../lib/metrics/request_counts.ts";

Deno.test("GroupCounts.add - by class of status and by bound, a bound's own value below it", () => {
  const counts = new GroupCounts();
  for (const seconds of [0, ...LATENCY_BOUNDS, 11]) {
    counts.add(seconds > 1 ? 503 : 200, seconds * 1000);
  }
  assert.deepEqual([...counts.byLatency], [2, ...Array(16).fill(1)]);
  assert.deepEqual([...counts.byClass], [0, 0, 14, 0, 0, 4]);
  const sum = LATENCY_BOUNDS.reduce((sum, bound) => sum + bound, 11);
  assert(Math.abs(counts.seconds - sum) < 1e-9);
});
