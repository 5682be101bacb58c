import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { jsonpBody, parseCallback } from "../../../lib/http/jsonp.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("parseCallback - null without a callback", () => {
  deepEqual(parseCallback(null), { ok: true, name: null });
});

Deno.test("parseCallback - accepts identifiers joined by dots", () => {
  const names = [
    "cb",
    "_",
    "$",
    "jQuery1_2",
    "a.b.$c._d9",
    "constructor",
    "newer",
    "nullish",
    "Class",
    "a".repeat(128),
  ];
  for (const name of names) deepEqual(parseCallback(name), { ok: true, name });
});

Deno.test("parseCallback - refuses anything but a name", () => {
  const params = { reason: "callback_malformed" };
  const values = [
    " ",
    " cb",
    "cb ",
    "cb\n",
    "1a",
    ".a",
    "a.",
    "a..b",
    "a.1",
    "a[0]",
    "a-b",
    "a()",
    "a;b",
    "alert(1)//",
    "<script>",
    "bücher",
    "a\u2028b",
    "a\\u0062",
    "a\0",
  ];
  for (const value of values) {
    deepEqual(parseCallback(value), { ok: false, params });
  }
});

Deno.test("parseCallback - refuses an empty or long callback", () => {
  deepEqual(parseCallback(""), {
    ok: false,
    params: { reason: "callback_empty" },
  });
  deepEqual(parseCallback("a".repeat(129)), {
    ok: false,
    params: { reason: "callback_too_long", max: 128 },
  });
});

Deno.test("parseCallback - refuses reserved words in any place", () => {
  const words =
    ("await break case catch class const continue debugger default " +
      "delete do else enum export extends false finally for function if " +
      "implements import in instanceof interface let new null package private " +
      "protected public return static super switch this throw true try typeof " +
      "var void while with yield").split(" ");
  const params = { reason: "callback_reserved" };
  for (const word of words) {
    for (const value of [word, `a.${word}`, `${word}.a`, `a.${word}.b`]) {
      deepEqual(parseCallback(value), { ok: false, params });
    }
  }
});

Deno.test("parseCallback - an accepted name can be called and does nothing else", () => {
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."ifdonewab$_.1") }),
  );
  forAll([value], (value) => {
    const callback = parseCallback(value);
    if (!callback.ok) return;
    // A name that is no expression would be a syntax error here.
    new Function(`"use strict"; ${value.split(".")[0]}; return;`);
    equal(/^[\w$.]+$/.test(value), true);
  }, { numRuns: 1000 });
});

Deno.test("jsonpBody - the call behind a comment", () => {
  equal(jsonpBody("a.b", { ip: "192.0.2.1" }), '/**/a.b({"ip":"192.0.2.1"});');
});

Deno.test("jsonpBody - escapes < and the line separators", () => {
  equal(
    jsonpBody("cb", { "<": "</script>\u2028\u2029" }),
    String
      .raw`/**/cb({"\u003c":"\u003c/script>\u2028\u2029"});`,
  );
});

Deno.test("jsonpBody - calls the function with the value", () => {
  const text = fc.string({
    unit: fc.constantFrom(...'a<>"\\/\u2028\u2029\n\0é'),
  });
  forAll([fc.dictionary(text, fc.oneof(text, fc.integer()))], (value) => {
    const body = jsonpBody("cb", value);
    equal(/[<\u2028\u2029]/.test(body), false);
    const calls: unknown[] = [];
    new Function("cb", body)((given: unknown) => calls.push(given));
    deepEqual(calls, [{ ...value }]);
  });
});
