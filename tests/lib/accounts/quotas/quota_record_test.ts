import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asQuotaRecord,
  dayOf,
  monthOf,
  quotaLifetimeMs,
  quotaOf,
  quotaSlot,
  resetOf,
  steadyClock,
} from "../../../../lib/accounts/quotas/quota_record.ts";
import { quotaWith, RESET_MS } from "./quota_fixture.ts";
import { START_MS } from "../fixture.ts";
import { forAll } from "../../../support/for_all.ts";

const LAST_MS = Date.parse("2026-12-31T23:59:59.999Z");

Deno.test("monthOf, dayOf, resetOf - change at midnight UTC", () => {
  assert.equal(monthOf(LAST_MS), "2026-12");
  assert.equal(dayOf(LAST_MS), "2026-12-31");
  assert.equal(resetOf(LAST_MS), LAST_MS + 1);
  assert.equal(monthOf(LAST_MS + 1), "2027-01");
  assert.equal(dayOf(LAST_MS + 1), "2027-01-01");
  assert.equal(resetOf(LAST_MS + 1), Date.UTC(2027, 1, 1));
  assert.equal(resetOf(Date.UTC(2028, 1, 29)), Date.UTC(2028, 2, 1));
});

Deno.test("resetOf - is the first millisecond of the next month", () =>
  forAll([fc.nat({ max: 4e12 })], (atMs) => {
    const resetMs = resetOf(atMs);
    assert(resetMs > atMs);
    assert.equal(monthOf(resetMs - 1), monthOf(atMs));
    assert.notEqual(monthOf(resetMs), monthOf(atMs));
  }));

const key = ["quotas"];
const entry = (value: unknown) => ({ key, value, versionstamp: "1" });
const free = { tier: "free", vipQuota: null } as const;

Deno.test("asQuotaRecord - returns the record; without one nothing was used", () => {
  const record = asQuotaRecord(entry({ used: 3, bonus: 50, more: 1 }));
  assert.deepEqual(record, { used: 3, bonus: 50 });
  const none = asQuotaRecord({ key, value: null, versionstamp: null });
  assert.deepEqual(none, { used: 0, bonus: 0 });
});

Deno.test("asQuotaRecord - an unreadable record is used up, with any bonus", () => {
  const counts = fc.oneof(
    fc.integer({ max: -1 }),
    fc.constantFrom(0.5, NaN, Infinity, "1", 1n, null, undefined),
  );
  const records = fc.oneof(
    fc.anything(),
    fc.record({ used: counts, bonus: fc.nat() }),
    fc.record({ used: fc.nat(), bonus: counts }),
  ).filter((value) => {
    const { used, bonus } = Object(value);
    return ![used, bonus].every((n) => Number.isSafeInteger(n) && n >= 0);
  });
  forAll([records], (value) => {
    const record = asQuotaRecord(entry(value));
    const more = { ...record, bonus: record.bonus + 1_000_000 };
    assert.equal(quotaOf(free, more, RESET_MS).remaining, 0);
  });
});

Deno.test("quotaOf - used and remaining add up to the limit with the bonus", () => {
  const quota = quotaOf(free, { used: 30, bonus: 50 }, RESET_MS);
  const counts = { limit: 150, used: 30, remaining: 120 };
  assert.deepEqual(quota, { tier: "free", ...counts, resetAtMs: RESET_MS });
  const vip = { tier: "vip", vipQuota: 0 } as const;
  const none = quotaOf(vip, { used: 8, bonus: 0 }, RESET_MS);
  assert.deepEqual(none, quotaWith("vip", 0, 0));
});

Deno.test("quotaSlot - tokens of a vip have their own slot, all others the first", () => {
  assert.equal(quotaSlot({ tier: "vip" }, 3), 3);
  assert.equal(quotaSlot({ tier: "standard" }, 3), 0);
  assert.equal(quotaSlot({ tier: "free" }, 3), 0);
});

Deno.test("quotaLifetimeMs - ends weeks after the month, at any time", () => {
  const weeksMs = 35 * 86_400_000;
  const restMs = RESET_MS - START_MS;
  assert.equal(quotaLifetimeMs(RESET_MS, START_MS), restMs + weeksMs);
  assert.equal(quotaLifetimeMs(RESET_MS, RESET_MS + weeksMs), weeksMs);
});

const cases = [
  ["free", null, 107],
  ["standard", null, 1_007],
  ["vip", null, 10_007],
  ["vip", 0, 7],
  ["vip", 5, 12],
  // Of an earlier plan.
  ["free", 5, 107],
] as const;
for (const [tier, vipQuota, limit] of cases) {
  Deno.test(`quotaOf - ${tier} with a vip quota of ${vipQuota} and a bonus of 7 is ${limit}`, () => {
    const record = { used: 0, bonus: 7 };
    assert.equal(quotaOf({ tier, vipQuota }, record, RESET_MS).limit, limit);
  });
}

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
