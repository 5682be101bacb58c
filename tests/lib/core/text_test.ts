import assert from "node:assert/strict";
import fc from "fast-check";
import {
  byteText,
  type Cell,
  cleanText,
  csvCell,
  escapeInvisible,
  randomBase64Url,
} from "../../../lib/core/text.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults } from "../../support/tables.ts";
import samples from "./text.json" with { type: "json" };

Deno.test("byteText - changes the unit where a number would have four digits", () => {
  const texts = [0, 999, 1_000, 999_949, 999_950, 5e15].map(byteText);
  const expected = ["0 bytes", "999 bytes", "1.0 KB", "999.9 KB", "1.0 MB"];
  assert.deepEqual(texts, [...expected, "5000.0 TB"]);
});

Deno.test("randomBase64Url - has no padding", () => {
  const ones = (length: number) => new Uint8Array(length).fill(255);
  assert.equal(randomBase64Url(ones, 16), `${"_".repeat(21)}w`);
});

Deno.test("cleanText - trims, and keeps the joiners that some scripts need", () => {
  assert.equal(cleanText("  Île-de-France \n"), "Île-de-France");
  assert.equal(cleanText("上海"), "上海");
  assert.equal(cleanText("x".repeat(200)), "x".repeat(200));
  // Persian and Sinhala.
  const texts = [
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
  ];
  for (const text of texts) assert.equal(cleanText(text), text);
});

Deno.test("cleanText - undefined for values that are not displayable text", () => {
  const values = [
    ...["", " \t ", "x".repeat(201), "a\u0000b", "a\nb", "a\u0085b"],
    ...["txt.\u202eexe", "\u2066a", "a\u200eb", "a\u200fb", "a\u061cb"],
    ...["a\u2028b", "a\u2029b", "a\u200bb", "a\u2060b", "a\ufeffb"],
    ...["a\u{e0061}b", "\ud800", 7, true, null, undefined, {}, ["a"]],
  ];
  for (const value of values) {
    assert.equal(cleanText(value), undefined, JSON.stringify(value));
  }
});

Deno.test("cleanText - returns undefined or one bounded line", () => {
  const values = fc.oneof(fc.string({ unit: codePoint }), fc.anything());
  forAll([values], (value) => {
    const text = cleanText(value);
    if (text === undefined) return;
    assert.match(text, /^\S(?:.*\S)?$/u);
    assert(text.length <= 200);
    assert.equal(cleanText(text), text);
  });
});

Deno.test("escapeInvisible - escapes invisible characters, and leaves none in any text", () => {
  assertResults(escapeInvisible, {
    "v=spf1 “é” 日本 <b>": "v=spf1 “é” 日本 <b>",
    "a\0\n\u007f\u0085": "a\\u{0}\\u{a}\\u{7f}\\u{85}",
    "exe\u202egpj": "exe\\u{202e}gpj",
    "a\u200b\u{e0041}\u2028": "a\\u{200b}\\u{e0041}\\u{2028}",
  });
  forAll(
    [fc.string({ unit: codePoint })],
    (text) =>
      assert.doesNotMatch(escapeInvisible(text), /[\p{Cc}\p{Bidi_Control}]/u),
  );
});

const cells = samples.cells as [value: Cell, cell: string][];

for (const [value, cell] of cells) {
  Deno.test(`csvCell - ${JSON.stringify(value)} is ${JSON.stringify(cell)}`, () =>
    assert.equal(csvCell(value), cell));
}
