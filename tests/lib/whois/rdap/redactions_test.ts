import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRedactions } from "../../../../lib/whois/rdap/redactions.ts";

function redactionsOf(path: string) {
  return parseRedactions([{ prePath: path }]).properties;
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
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
    for (const { property } of parseRedactions(value).properties) {
      assert.match(property, /^[\w-]+$/);
    }
  }));
});

function rolesOf(...redacted: unknown[]): string[] {
  return [...parseRedactions(redacted).roles];
}

Deno.test("parseRedactions - roles: reads the paths of properties and of whole contacts", () => {
  assert.deepEqual(
    rolesOf(
      {
        prePath:
          "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]",
      },
      { prePath: "$.entities[?(@.roles[0]=='technical')]" },
      {
        replacementPath:
          `$.entities[?(@.roles[0]=="Billing")].vcardArray[1][?(@[0]=="contact-uri")]`,
      },
      {
        postPath:
          "$.entities[?(@.roles[0]=='registrar')].entities[?(@.roles[0]=='administrative')].handle",
      },
    ),
    ["registrant", "technical", "billing", "administrative"],
  );
});

Deno.test("parseRedactions - roles: reads field names if there is no path", () => {
  assert.deepEqual(
    rolesOf(
      { name: { type: "Registrant Email" } },
      { name: { description: "Administrative Contact" } },
      { name: { type: "Registry Tech ID" }, method: "removal" },
      { name: { type: "Registrant Phone" } },
    ),
    ["registrant", "administrative", "technical"],
  );
});

Deno.test("parseRedactions - roles: ignores redactions of anything but contacts", () => {
  assert.deepEqual(
    rolesOf(
      { name: { type: "Registry Domain ID" }, prePath: "$.handle" },
      { name: { type: "Technology Fund" } },
      { name: "Registrant Name" },
      { prePath: "$.entities[?(@.roles[0]=='registrar')]" },
      { prePath: "$.entities[*].vcardArray[1][?(@[0]=='registrant')]" },
      { prePath: ["$.entities[?(@.roles[0]=='registrant')]"] },
      null,
    ),
    [],
  );
  assert.deepEqual([...parseRedactions({ 0: {} }).roles], []);
});

Deno.test("parseRedactions - roles: returns only known roles for any JSON", () => {
  const known = ["registrant", "administrative", "technical", "billing"];
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("Registrant x", "Tech", "['billing']", "['abuse']"),
    fc.jsonValue(),
  );
  const member = fc.record({
    name: fc.oneof(text, fc.record({ type: text, description: text })),
    prePath: text,
    postPath: text,
  });
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
    for (const role of parseRedactions(value).roles) {
      assert(known.includes(role));
    }
  }));
});
