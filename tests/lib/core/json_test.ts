import assert from "node:assert/strict";
import { isObject, parseJson } from "../../../lib/core/json.ts";

Deno.test("parseJson - is undefined for a text that is not JSON", () => {
  assert.deepEqual(
    ['{"a":[1]}', "null", '"x"', "", "{", "undefined", "NaN"].map(parseJson),
    [{ a: [1] }, null, "x", undefined, undefined, undefined, undefined],
  );
});

Deno.test("isObject - holds for objects and lists alone", () => {
  assert.deepEqual(
    ["{}", "[]", "null", "1", '"x"', "true"].map(parseJson).map(isObject),
    [true, true, false, false, false, false],
  );
});
