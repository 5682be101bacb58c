import assert from "node:assert/strict";
import {
  dayText,
  fill,
  numberText,
  regionName,
  timeText,
} from "../../../lib/i18n/language.ts";

Deno.test("regionName - the name of a country in each language", () => {
  assert.equal(regionName("GB", "en"), "United Kingdom");
  assert.equal(regionName("gb", "zh"), "英国");
});

Deno.test("regionName - null for anything but a country code", () => {
  for (const code of ["", "ZZZ", "A1", "QQ", "constructor"]) {
    assert.equal(regionName(code, "en"), null, code);
  }
});

Deno.test("fill - replaces placeholders that have a value", () => {
  assert.equal(fill("from {a} to {b}", { a: 1, b: "{a}" }), "from 1 to {a}");
  assert.equal(fill("{a}{a} {c} {}", { a: "$&" }), "$&$& {c} {}");
  assert.equal(fill("{constructor}", {}), "{constructor}");
});

Deno.test("timeText - to the minute, in UTC", () => {
  assert.equal(
    timeText(Date.UTC(2026, 10, 21, 9, 5, 59)),
    "2026-11-21 09:05 UTC",
  );
});

Deno.test("dayText - the day in UTC", () => {
  assert.equal(dayText(Date.UTC(2026, 10, 21, 23, 59, 59)), "2026-11-21");
});

Deno.test("numberText - thousands separators", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_000_000_000, "1,000,000,000"],
  ];
  for (const [value, text] of cases) assert.equal(numberText(value), text);
});
