import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOf, monthOf, resetOf } from "../../../lib/accounts/month.ts";

const LAST_MS = Date.parse("2026-12-31T23:59:59.999Z");

Deno.test("monthOf, dayOf, resetOf - turn at midnight, UTC", () => {
  assert.equal(monthOf(LAST_MS), "2026-12");
  assert.equal(dayOf(LAST_MS), "2026-12-31");
  assert.equal(resetOf(LAST_MS), LAST_MS + 1);
  assert.equal(monthOf(LAST_MS + 1), "2027-01");
  assert.equal(dayOf(LAST_MS + 1), "2027-01-01");
  assert.equal(resetOf(LAST_MS + 1), Date.UTC(2027, 1, 1));
  assert.equal(resetOf(Date.UTC(2028, 1, 29)), Date.UTC(2028, 2, 1));
});

Deno.test("resetOf - is the first instant of another month, and the one before is not", () => {
  fc.assert(fc.property(fc.nat({ max: 4e12 }), (atMs) => {
    const resetMs = resetOf(atMs);
    assert(resetMs > atMs);
    assert.equal(monthOf(resetMs - 1), monthOf(atMs));
    assert.notEqual(monthOf(resetMs), monthOf(atMs));
  }));
});
