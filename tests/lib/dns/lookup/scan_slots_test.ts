import assert from "node:assert/strict";
import { ScanSlots } from "../../../../lib/dns/lookup/scan_slots.ts";
import { AppError } from "../../../../lib/http/errors.ts";

Deno.test("ScanSlots.take - no more than there are, then 503 with when to come back", () => {
  const slots = new ScanSlots(2);
  const one = slots.take();
  slots.take();
  assert.throws(
    () => slots.take(),
    (error) =>
      error instanceof AppError && error.status === 503 &&
      error.code === "SERVICE_UNAVAILABLE" &&
      error.headers["retry-after"] === "15" &&
      error.message.includes("15 seconds"),
  );
  one[Symbol.dispose]();
  // Given back twice, a place is still one.
  one[Symbol.dispose]();
  assert.equal(slots.taken, 1);
  slots.take();
  assert.throws(() => slots.take(), AppError);
});
