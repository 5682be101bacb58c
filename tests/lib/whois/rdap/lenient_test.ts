import assert from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import {
  lenientList,
  lenientText,
  lenientTexts,
  parseRedactions,
} from "../../../../lib/whois/rdap/lenient.ts";
import { codePoint } from "../../../support/code_point.ts";

Deno.test("lenientText - returns one line", () => {
  for (
    const [value, expected] of [
      [" a\n\tb\u0000c ", "a b c"],
      ["Île\u2028de\u2029France\ufeff", "Île de France"],
      ["\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"],
      ["x".repeat(1000), "x".repeat(1000)],
      ["x".repeat(1001), null],
      [" \n", null],
      [7, null],
      [null, null],
    ]
  ) {
    assert.equal(lenientText.parse(value), expected);
  }
});

Deno.test("lenientText - refuses text that could pass for another", () => {
  for (
    const value of [
      "NET\u202eevil",
      "ab\u202euse@example.net",
      "a\u200eb",
      "a\u200fb",
      "a\u061cb",
      "a\u2066b",
      "a\u2069b",
      "a\u200bb",
      "\ud800",
    ]
  ) {
    assert.equal(lenientText.parse(value), null, JSON.stringify(value));
  }
});

Deno.test("lenientText - returns null or a text that it leaves unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: codePoint }), (value) => {
    const text = lenientText.parse(value);
    if (text === null) return;
    assert.match(text, /^\S(?:.*\S)?$/u);
    assert.equal(lenientText.parse(text), text);
  }));
});

Deno.test("lenientTexts - drops empty texts", () => {
  assert.deepEqual(lenientTexts.parse(["a", "", 7, "b\u202e", "c"]), [
    "a",
    "c",
  ]);
  assert.deepEqual(lenientTexts.parse("a"), []);
});

Deno.test("lenientList - stops at the limit", () => {
  const list = lenientList(z.number());
  const items = ["x", ...Array.from({ length: 3000 }, (_, i) => i)];
  const read = list.parse(items);
  assert.equal(read.length, 999);
  assert.deepEqual([read[0], read.at(-1)], [0, 998]);
});

function redactionsOf(path: string) {
  return parseRedactions([{ prePath: path }]);
}

Deno.test("parseRedactions - reads the role and the property", () => {
  assert.deepEqual(
    redactionsOf(
      "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='FN')][3]",
    ),
    [{ role: "registrant", property: "fn" }],
  );
});

Deno.test("parseRedactions - takes the innermost of nested entities", () => {
  assert.deepEqual(
    redactionsOf(
      `$.entities[?(@.roles[0]=="registrar")].entities[?(@.roles[0]=="abuse")].vcardArray[1][?(@[0] == "tel")]`,
    ),
    [{ role: "abuse", property: "tel" }],
  );
});

Deno.test("parseRedactions - applies to all contacts without a role, and to nothing without a property", () => {
  assert.deepEqual(
    redactionsOf("$.entities[*].vcardArray[1][?(@[0]=='email')]"),
    [{ role: null, property: "email" }],
  );
  assert.deepEqual(redactionsOf("$.handle"), []);
  assert.deepEqual(redactionsOf("$.entities[?(@.roles[0]=='technical')]"), []);
});

Deno.test("parseRedactions - returns a list for any JSON", () => {
  const path = fc.oneof(fc.string(), fc.jsonValue());
  const member = fc.record({ prePath: path, postPath: path });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
      for (const { property } of parseRedactions(value)) {
        assert.match(property, /^[\w-]+$/);
      }
    }),
  );
});
