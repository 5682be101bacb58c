import assert from "node:assert/strict";
import fc from "fast-check";
import { rawJson } from "../../../lib/whois/raw_json.ts";

function nested(depth: number): unknown {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}

Deno.test("rawJson - is the answer with line breaks", () => {
  assert.deepEqual(rawJson({ a: [1, "x"] }), {
    type: "json",
    text: '{\n  "a": [\n    1,\n    "x"\n  ]\n}',
  });
});

Deno.test("rawJson - is the answer again", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (json) => {
    const again = JSON.parse(rawJson(json).text);
    assert.equal(JSON.stringify(again), JSON.stringify(json));
  }));
});

Deno.test("rawJson - refuses what nests deeper than 32 levels", () => {
  assert.equal(JSON.parse(rawJson(nested(32)).text).length, 1);
  for (const depth of [33, 5_000, 120_000]) {
    assert.throws(() => rawJson(nested(depth)), {
      name: "RegistryError",
      code: "malformed",
    });
  }
});

Deno.test("rawJson - leaves line breaks out where they would be most of it", () => {
  const wide = { a: { b: Array(100_000).fill(1) } };
  const { text } = rawJson(wide);
  assert.equal(text.length, 200_013);
  assert.equal(text.slice(0, 14), '{"a":{"b":[1,1');
});
