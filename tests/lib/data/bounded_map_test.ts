import assert from "node:assert/strict";
import { BoundedMap } from "../../../lib/data/bounded_map.ts";

Deno.test("BoundedMap - gives back what was set", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1);
  assert.equal(map.get("a"), 1);
  assert.equal(map.get("b"), undefined);
});

Deno.test("BoundedMap - forgets what was not used for two generations", () => {
  const map = new BoundedMap<number, number>(2);
  for (let i = 0; i < 6; i++) map.set(i, i);
  assert.deepEqual([4, 5].map((i) => map.get(i)), [4, 5]);
  assert.deepEqual([0, 1].map((i) => map.get(i)), [undefined, undefined]);
});

Deno.test("BoundedMap - keeps what is used again and again", () => {
  const map = new BoundedMap<number, number>(3);
  map.set(-1, 7);
  for (let i = 0; i < 100; i++) {
    map.set(i, i);
    assert.equal(map.get(-1), 7);
  }
});
