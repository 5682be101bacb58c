import assert from "node:assert/strict";
import { isObject, jsonText, parseJson } from "../../../lib/core/json.ts";

Deno.test("parseJson, isObject - undefined for a text that is not JSON, true for objects and lists alone", () => {
  assert.deepEqual(
    ['{"a":[1]}', "null", '"x"', "", "{", "undefined", "NaN"].map(parseJson),
    [{ a: [1] }, null, "x", undefined, undefined, undefined, undefined],
  );
  const values = ["{}", "[]", "null", "1", '"x"', "true"].map(parseJson);
  const expected = [true, true, false, false, false, false];
  assert.deepEqual(values.map(isObject), expected);
});

Deno.test("jsonText - escapes what can steer a terminal, and is the same JSON", () => {
  const value = { "a\u009b": "\u0000\u001b[31m\u007f\u0080\u009f\u00a0é漢" };
  const text = jsonText(value);
  const escaped = '"\\u0000\\u001b[31m\\u007f\\u0080\\u009f\u00a0é漢"';
  assert.equal(text, `{"a\\u009b":${escaped}}`);
  assert.deepEqual(parseJson(text), value);
});
