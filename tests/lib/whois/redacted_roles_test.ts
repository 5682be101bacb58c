import assert from "node:assert/strict";
import fc from "fast-check";
import { redactedRoles } from "../../../lib/whois/redacted_roles.ts";

function rolesOf(...redacted: unknown[]): string[] {
  return [...redactedRoles(redacted)];
}

Deno.test("redactedRoles - reads the paths of properties and of whole contacts", () => {
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

Deno.test("redactedRoles - reads the names of fields where there is no path", () => {
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

Deno.test("redactedRoles - passes over what is no contact", () => {
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
  assert.deepEqual([...redactedRoles({ 0: {} })], []);
});

Deno.test("redactedRoles - any JSON gives known roles alone", () => {
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
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
      for (const role of redactedRoles(value)) assert(known.includes(role));
    }),
  );
});
