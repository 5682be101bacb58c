import assert from "node:assert/strict";
import fc from "fast-check";
import { steadyClock } from "../../../../lib/accounts/quotas/steady_clock.ts";
import { forAll } from "../../../support/for_all.ts";

const MINUTE_MS = 60_000;
const MONTH_MS = 31 * 86_400_000;

function clocks() {
  const clock = { nowMs: 1e12, elapsedMs: 5_000 };
  return {
    clock,
    read: steadyClock(() => clock.nowMs, () => clock.elapsedMs),
    pass(ms: number) {
      clock.nowMs += ms;
      clock.elapsedMs += ms;
    },
  };
}

for (const jumpMs of [MONTH_MS, -MONTH_MS]) {
  const direction = jumpMs > 0 ? "forward" : "back";
  Deno.test(`steadyClock - follows a jump ${direction} after ten minutes`, () => {
    const { clock, read, pass } = clocks();
    assert.equal(read(), 1e12);
    clock.nowMs += jumpMs;
    assert.equal(read(), 1e12);
    pass(10 * MINUTE_MS - 1);
    assert.equal(read(), 1e12 + 10 * MINUTE_MS - 1);
    pass(1);
    assert.equal(read(), 1e12 + jumpMs + 10 * MINUTE_MS);
    pass(5);
    assert.equal(read(), clock.nowMs);
  });

  Deno.test(`steadyClock - ignores jumps ${direction} that don't last, however many`, () => {
    const { clock, read, pass } = clocks();
    for (let i = 0; i < 5; i++) {
      clock.nowMs += jumpMs;
      assert.equal(read(), clock.nowMs - jumpMs);
      pass(9 * MINUTE_MS);
      assert.equal(read(), clock.nowMs - jumpMs);
      clock.nowMs -= jumpMs;
      assert.equal(read(), clock.nowMs);
    }
  });
}

Deno.test("steadyClock - counts the ten minutes of each jump by itself", () => {
  const { clock, read, pass } = clocks();
  clock.nowMs -= MONTH_MS / 31;
  read();
  pass(9 * MINUTE_MS);
  clock.nowMs += MONTH_MS;
  read();
  pass(9 * MINUTE_MS);
  assert.equal(read(), 1e12 + 18 * MINUTE_MS);
  pass(MINUTE_MS);
  assert.equal(read(), clock.nowMs);
});

Deno.test("steadyClock - follows a correction of up to a minute at once", () => {
  const { clock, read } = clocks();
  for (const jumpMs of [-MINUTE_MS, -1, MINUTE_MS, 1]) {
    clock.nowMs += jumpMs;
    assert.equal(read(), clock.nowMs);
  }
});

Deno.test("steadyClock - is in whole milliseconds, which the store requires, though the elapsed time isn't", () => {
  const { clock, read, pass } = clocks();
  clock.nowMs += MONTH_MS;
  for (const ms of [0.25, 0.5, 7.123, 0.005]) {
    clock.elapsedMs += ms;
    assert(Number.isInteger(read()), `${read()}`);
    pass(1);
  }
});

Deno.test("steadyClock - is the system's clock as long as that does not jump", () => {
  const steps = fc.array(fc.tuple(
    fc.integer({ min: 0, max: 1e9 }),
    fc.integer({ min: -MINUTE_MS, max: MINUTE_MS }),
  ));
  forAll([steps], (steps) => {
    const { clock, read, pass } = clocks();
    for (const [ms, correctionMs] of steps) {
      pass(ms);
      clock.nowMs += correctionMs;
      assert.equal(read(), clock.nowMs);
    }
  });
});
