import assert from "node:assert/strict";
import { formatText } from "../../../lib/i18n/format.ts";

const rows: readonly [string, Record<string, string | number>, string][] = [
  ["No value.", {}, "No value."],
  ["{from} to {to}", { from: "a", to: "{from}" }, "a to {from}"],
  ["{n} {n|address|addresses}", { n: 1 }, "1 address"],
  ["{n} {n|address|addresses}", { n: 0 }, "0 addresses"],
  ["{n} {n|address|addresses}", { n: 4096 }, "4,096 addresses"],
  ["{n|is|are} {n|one|many}", { n: "1" }, "is one"],
  ["{year}", { year: "2026" }, "2026"],
];

Deno.test("formatText - fills in values and chooses the form for a number", () => {
  for (const [text, values, expected] of rows) {
    assert.equal(formatText(text, values), expected);
  }
  const named = (value: unknown, name: string) => `${name}=${value}`;
  assert.equal(formatText("{a}, {b}", { a: 1, b: [2] }, named), "a=1, b=2");
});
