import assert from "node:assert/strict";
import {
  loadedText,
  loadGrade,
  msText,
  rateText,
} from "../../../../lib/egress/view/speed_text.ts";
import { speedTexts } from "../../../../lib/egress/view/texts.ts";

const { en } = speedTexts;

Deno.test("rateText - has a decimal unit and three digits at most", () => {
  const cases = [
    [999, "1 kbit/s"],
    [820_400, "820 kbit/s"],
    [1_000_000, "1 Mbit/s"],
    [9_416_000, "9.42 Mbit/s"],
    [93_440_000, "93.4 Mbit/s"],
    [2_312_600_000, "2313 Mbit/s"],
  ] as const;
  for (const [rate, text] of cases) assert.equal(rateText(rate, en), text);
});

Deno.test("msText - has three digits at most", () => {
  assert.equal(msText(0.204, en), "0.2 ms");
  assert.equal(msText(12.34, en), "12.3 ms");
  assert.equal(msText(212.6, en), "213 ms");
});

Deno.test("loadGrade - grades the rise of latency under load", () => {
  const cases = [
    [0, "A"],
    [4.9, "A"],
    [5, "B"],
    [29, "B"],
    [30, "C"],
    [60, "D"],
    [200, "E"],
    [399, "E"],
    [400, "F"],
  ] as const;
  for (const [ms, grade] of cases) assert.equal(loadGrade(ms), grade);
});

Deno.test("loadedText - has the latency, its rise and the grade, unless it is unknown", () => {
  assert.equal(loadedText(45, 12, en), "45 ms (+33 ms): C");
  // Chance, not load.
  assert.equal(loadedText(10, 12, speedTexts.zh), "10 ms（+0 ms）：A");
  assert.equal(loadedText(null, 12, en), "too short to tell");
});
