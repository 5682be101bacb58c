import assert from "node:assert/strict";
import {
  dayText,
  fill,
  numberText,
  regionName,
  relativeTimeText,
  timeText,
} from "../../../lib/i18n/language.ts";

Deno.test("regionName - the name of a country in each language, null for anything but its code", () => {
  assert.equal(regionName("GB", "en"), "United Kingdom");
  assert.equal(regionName("gb", "zh"), "英国");
  for (const code of ["", "ZZZ", "A1", "QQ", "constructor"]) {
    assert.equal(regionName(code, "en"), null, code);
  }
});

Deno.test("fill - replaces placeholders that have a value", () => {
  assert.equal(fill("from {a} to {b}", { a: 1, b: "{a}" }), "from 1 to {a}");
  assert.equal(fill("{a}{a} {c} {}", { a: "$&" }), "$&$& {c} {}");
  assert.equal(fill("{constructor}", {}), "{constructor}");
});

Deno.test("timeText, dayText, numberText - to the minute and the day in UTC, and with thousands separators", () => {
  const text = timeText(Date.UTC(2026, 10, 21, 9, 5, 59));
  assert.equal(text, "2026-11-21 09:05 UTC");
  assert.equal(dayText(Date.UTC(2026, 10, 21, 23, 59, 59)), "2026-11-21");
  const texts = [0, 999, 1000, 1_000_000_000].map(numberText);
  assert.deepEqual(texts, ["0", "999", "1,000", "1,000,000,000"]);
});

Deno.test("relativeTimeText - in the largest unit, before and after now", () => {
  const now = Date.UTC(2026, 10, 21, 9, 5, 59);
  const cases: [number, string, string][] = [
    [0, "just now", "刚刚"],
    [-59_999, "just now", "刚刚"],
    [59_999, "now", "现在"],
    [-60_000, "1 minute ago", "1分钟前"],
    [119_999, "in 1 minute", "1分钟后"],
    [-3 * 3_600_000, "3 hours ago", "3小时前"],
    // 47 hours ago is seldom yesterday.
    [-169_200_000, "1 day ago", "1天前"],
    [-29 * 86_400_000, "29 days ago", "29天前"],
    [-30 * 86_400_000, "1 month ago", "1个月前"],
    [-364 * 86_400_000, "12 months ago", "12个月前"],
    [-800 * 86_400_000, "2 years ago", "2年前"],
  ];
  for (const [differenceMs, en, zh] of cases) {
    assert.equal(relativeTimeText(now + differenceMs, now, "en"), en);
    assert.equal(relativeTimeText(now + differenceMs, now, "zh"), zh);
  }
});
