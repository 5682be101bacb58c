import assert from "node:assert/strict";
import {
  dayText,
  numberText,
  timeText,
} from "../../../lib/shared/time_text.ts";

Deno.test("timeText - is to the minute, in UTC", () => {
  assert.equal(
    timeText(Date.UTC(2026, 10, 21, 9, 5, 59)),
    "2026-11-21 09:05 UTC",
  );
});

Deno.test("dayText - is the day in UTC", () => {
  assert.equal(dayText(Date.UTC(2026, 10, 21, 23, 59, 59)), "2026-11-21");
});

Deno.test("numberText - sets thousands apart", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_000_000_000, "1,000,000,000"],
  ];
  for (const [value, text] of cases) assert.equal(numberText(value), text);
});
