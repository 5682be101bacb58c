import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRedactions } from "../../../lib/registry/redaction.ts";

function redactionsOf(path: string) {
  return parseRedactions([{ prePath: path }]);
}

Deno.test("parseRedactions - reads whose property is redacted", () => {
  assert.deepEqual(
    redactionsOf(
      "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='FN')][3]",
    ),
    [{ role: "registrant", property: "fn" }],
  );
});

Deno.test("parseRedactions - of nested entities the last is meant", () => {
  assert.deepEqual(
    redactionsOf(
      `$.entities[?(@.roles[0]=="registrar")].entities[?(@.roles[0]=="abuse")].vcardArray[1][?(@[0] == "tel")]`,
    ),
    [{ role: "abuse", property: "tel" }],
  );
});

Deno.test("parseRedactions - without role it is everybody's, without property nothing", () => {
  assert.deepEqual(
    redactionsOf("$.entities[*].vcardArray[1][?(@[0]=='email')]"),
    [{ role: null, property: "email" }],
  );
  assert.deepEqual(redactionsOf("$.handle"), []);
  assert.deepEqual(redactionsOf("$.entities[?(@.roles[0]=='technical')]"), []);
});

Deno.test("parseRedactions - any JSON gives a list", () => {
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
