import assert from "node:assert/strict";
import fc from "fast-check";
import { cleanText } from "../../../lib/data/clean_text.ts";

Deno.test("cleanText - trims", () => {
  assert.equal(cleanText("  Île-de-France \n"), "Île-de-France");
  assert.equal(cleanText("上海"), "上海");
  assert.equal(cleanText("x".repeat(200)), "x".repeat(200));
});

Deno.test("cleanText - refuses what is no text for people", () => {
  for (
    const value of [
      "",
      " \t ",
      "x".repeat(201),
      "a\u0000b",
      "a\nb",
      "a\u0085b",
      "txt.\u202eexe",
      "\u2066a",
      "\ud800",
      7,
      true,
      null,
      undefined,
      {},
      ["a"],
    ]
  ) {
    assert.equal(cleanText(value), undefined, JSON.stringify(value));
  }
});

Deno.test("cleanText - gives undefined or one bounded line", () => {
  const values = fc.oneof(fc.string({ unit: "binary" }), fc.anything());
  fc.assert(fc.property(values, (value) => {
    const text = cleanText(value);
    if (text === undefined) return;
    assert.match(text, /^\S(?:.*\S)?$/u);
    assert(text.length <= 200);
    assert.equal(cleanText(text), text);
  }));
});
