import { equal } from "node:assert/strict";
import { clockIn } from "../../../lib/ipinfo/zoned_time.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

Deno.test("clockIn - the time of day of each zone changes with the minute, in either direction", () => {
  const seconds = [0, 59.999, 60, 59, 3_600, -1];
  const clocks = seconds.map((second) => {
    const now = NOON + second * 1_000;
    return [clockIn("Asia/Kolkata", now), clockIn("America/New_York", now)]
      .join(" ");
  });
  equal(
    clocks.join(),
    "17:30 07:00,17:30 07:00,17:31 07:01,17:30 07:00,18:30 08:00,17:29 06:59",
  );
});

Deno.test("clockIn - null for an unknown zone", () => {
  equal(clockIn("Mars/Olympus", NOON), null);
});
