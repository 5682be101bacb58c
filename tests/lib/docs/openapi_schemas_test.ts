import assert from "node:assert/strict";
import { openapiSchemas } from "../../../lib/docs/openapi_schemas.ts";
import { DOCUMENT_SCHEMAS, OPERATIONS } from "../../../lib/docs/operations.ts";
import { turnsDuring } from "../../support/turns.ts";

/** Every object inside a value, with where it is. */
function* objectsIn(
  value: unknown,
  path = "",
): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) {
    yield* objectsIn(inner, `${path}/${key}`);
  }
}

const { schemas } = await openapiSchemas();

Deno.test("openapiSchemas - generates one schema or operation per event-loop turn", async () => {
  // They are generated once for a module, and another test may have had them.
  const anew = await import("../../../lib/docs/openapi_schemas.ts?anew");
  const turns = await turnsDuring(anew.openapiSchemas);
  const least = Object.keys(DOCUMENT_SCHEMAS).length + OPERATIONS.length;
  assert(turns >= least, `${turns} turns for ${least}`);
});

Deno.test("openapiSchemas - has a schema for each name", () =>
  assert.deepEqual(Object.keys(schemas), Object.keys(DOCUMENT_SCHEMAS)));

Deno.test("openapiSchemas - no object allows additional properties", () => {
  const objects = [...objectsIn(schemas)]
    .filter(([, { type }]) => type === "object");
  assert(objects.length > 40);
  for (const [path, { properties, additionalProperties }] of objects) {
    // The values of a map have one type, and its keys are data.
    const isMap = properties === undefined &&
      typeof additionalProperties === "object";
    assert(isMap || additionalProperties === false, path);
  }
});

Deno.test("openapiSchemas - references existing schemas", () => {
  const refs = [...objectsIn(schemas)].flatMap(([, { $ref }]) =>
    $ref === undefined ? [] : [String($ref)]
  );
  const names = new Set(refs);
  assert(names.has("#/components/schemas/GeoipRecord"));
  for (const ref of names) {
    assert.match(ref, /^#\/components\/schemas\/\w+$/);
    assert(ref.slice(ref.lastIndexOf("/") + 1) in schemas, ref);
  }
});

Deno.test("openapiSchemas - has no $schema, no $id and no pattern beside a format", () => {
  for (const [path, schema] of objectsIn(schemas)) {
    assert.equal("$schema" in schema || "$id" in schema, false, path);
    assert.equal("format" in schema && "pattern" in schema, false, path);
  }
});
