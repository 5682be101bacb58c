import assert from "node:assert/strict";
import fc from "fast-check";
import { visibleText } from "../../../lib/shared/visible_text.ts";
import { codePoint } from "../../support/code_point.ts";

Deno.test("visibleText - what cannot be seen is written out", () => {
  assert.equal(visibleText("v=spf1 “é” 日本 <b>"), "v=spf1 “é” 日本 <b>");
  assert.equal(visibleText("a\0\n\u007f\u0085"), "a\\u{0}\\u{a}\\u{7f}\\u{85}");
  assert.equal(visibleText("exe\u202egpj"), "exe\\u{202e}gpj");
  assert.equal(
    visibleText("a\u200b\u{e0041}\u2028"),
    "a\\u{200b}\\u{e0041}\\u{2028}",
  );
});

Deno.test("visibleText - of any text none of it is left", () => {
  fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => {
    assert.doesNotMatch(visibleText(text), /[\p{Cc}\p{Bidi_Control}]/u);
  }));
});
