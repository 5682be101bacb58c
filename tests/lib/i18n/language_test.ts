import assert from "node:assert/strict";
import {
  dayText,
  fill,
  numberText,
  regionName,
  timeText,
} from "../../../lib/i18n/language.ts";

Deno.test("regionName - is the name of a country in each language", () => {
  assert.equal(regionName("GB", "en"), "United Kingdom");
  assert.equal(regionName("gb", "zh"), "英国");
});

Deno.test("regionName - is null for what is no code of a country", () => {
  for (const code of ["", "ZZZ", "A1", "QQ", "constructor"]) {
    assert.equal(regionName(code, "en"), null, code);
  }
});

Deno.test("fill - puts values into slots, and leaves what has none", () => {
  assert.equal(fill("from {a} to {b}", { a: 1, b: "{a}" }), "from 1 to {a}");
  assert.equal(fill("{a}{a} {c} {}", { a: "$&" }), "$&$& {c} {}");
  assert.equal(fill("{constructor}", {}), "{constructor}");
});

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
