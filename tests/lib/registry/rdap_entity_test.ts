import assert from "node:assert/strict";
import {
  entitiesOfRole,
  type Entity,
  parseEntities,
} from "../../../lib/registry/rdap_entity.ts";
import { jcard, text } from "../../support/rdap_bodies.ts";

const person = (name: string, roles: string[], entities: unknown[] = []) => ({
  roles,
  vcardArray: jcard(text("fn", name)),
  entities,
});

Deno.test("entitiesOfRole - finds nested ones, the nearest first", () => {
  const entities = parseEntities([
    person("a", ["registrant"], [person("deep", ["ABUSE"])]),
    person("b", ["technical", "abuse"]),
  ], []);
  const names = entitiesOfRole(entities, "abuse").map(({ name }) => name);
  assert.deepEqual(names, ["b", "deep"]);
  assert.deepEqual(entitiesOfRole(entities, "noc"), []);
});

Deno.test("parseEntities - hides what is redacted from those it concerns", () => {
  const entities = parseEntities([
    person("a", ["registrant"], [person("deep", ["technical"])]),
    person("b", ["abuse"]),
  ], [
    { role: "registrant", property: "fn" },
    { role: "technical", property: "fn" },
  ]);
  const [registrant, abuse] = entities;
  assert.deepEqual(
    [registrant, registrant.entities[0], abuse]
      .map(({ name, isRedacted }) => ({ name, isRedacted })),
    [
      { name: null, isRedacted: true },
      { name: null, isRedacted: true },
      { name: "b", isRedacted: false },
    ],
  );
});

Deno.test("parseEntities - what is none is dropped", () => {
  assert.deepEqual(parseEntities("x", []), []);
  assert.deepEqual(parseEntities([null, 7, "x", []], []), []);
  assert.equal(parseEntities([{}], []).length, 1);
});

Deno.test("parseEntities - takes as many as a record can have, nested ones counted", () => {
  const count = (entities: readonly Entity[]): number =>
    entities.reduce((sum, { entities }) => sum + 1 + count(entities), 0);
  const many = Array.from({ length: 900 }, () => ({}));
  assert.equal(count(parseEntities(many, [])), 500);
  const nested = many.map(() => ({ entities: many }));
  assert.equal(count(parseEntities(nested, [])), 500);
  const [first] = parseEntities([person("a", ["abuse"]), ...many], []);
  assert.equal(first.name, "a");
});
