import assert from "node:assert/strict";
import { watchLoopLag } from "../../../lib/metrics/loop_lag.ts";

Deno.test("watchLoopLag - the longest since it was asked, and what is late right now", () => {
  let nowMs = 0;
  using lag = watchLoopLag(() => nowMs);
  assert.equal(lag.takeMaxSeconds(), 0);
  // The timer is due at 500 and has not run.
  nowMs = 800;
  assert.equal(lag.takeMaxSeconds(), 0.3);
  nowMs = 400;
  assert.equal(lag.takeMaxSeconds(), 0);
});
