import assert from "node:assert/strict";
import fc from "fast-check";
import { distanceText, spanText } from "../../../lib/whois/age.ts";

function span(from: string, to: string): string {
  return spanText(Date.parse(from), Date.parse(to));
}

Deno.test("spanText - counts whole years, else months, else days", () => {
  assert.equal(span("1997-09-15T04:00Z", "2026-11-21T12:00Z"), "29 years");
  assert.equal(span("1997-11-21T12:00Z", "2026-11-21T12:00Z"), "29 years");
  assert.equal(span("1997-11-21T12:01Z", "2026-11-21T12:00Z"), "28 years");
  assert.equal(span("2025-11-21", "2026-11-21"), "1 year");
  assert.equal(span("2025-11-22", "2026-11-21"), "11 months");
  assert.equal(span("2026-10-21", "2026-11-21"), "1 month");
  assert.equal(span("2026-10-22", "2026-11-21"), "30 days");
  assert.equal(span("2026-11-20", "2026-11-21"), "1 day");
  assert.equal(
    span("2026-11-20T12:00Z", "2026-11-21T11:59Z"),
    "less than a day",
  );
  assert.equal(span("2024-02-29", "2025-02-28"), "11 months");
  assert.equal(span("2024-02-29", "2025-03-01"), "1 year");
});

Deno.test("distanceText - tells the past from what is to come", () => {
  const now = Date.parse("2026-11-21T12:00Z");
  const day = 86_400_000;
  assert.equal(distanceText(now - 400 * day, now), "1 year ago");
  assert.equal(distanceText(now, now), "less than a day ago");
  assert.equal(distanceText(now + 40 * day, now), "in 1 month");
});

Deno.test("spanText - has words for every span", () => {
  const time = fc.integer({ min: -62e12, max: 253e12 });
  fc.assert(fc.property(time, time, (a, b) => {
    const text = spanText(Math.min(a, b), Math.max(a, b));
    assert.match(text, /^(?:less than a day|[1-9]\d* (?:year|month|day)s?)$/);
  }));
});

Deno.test("spanText, distanceText - in Chinese", () => {
  const now = Date.parse("2026-11-21T12:00Z");
  const day = 86_400_000;
  assert.equal(spanText(now - 40 * day, now, "zh"), "1 个月");
  assert.equal(distanceText(now - 400 * day, now, "zh"), "1 年前");
  assert.equal(distanceText(now, now, "zh"), "不到 1 天前");
  assert.equal(distanceText(now + 3 * day, now, "zh"), "3 天后");
});
