import assert from "node:assert/strict";
import fc from "fast-check";
import { LruMap } from "../../../lib/profile/lru.ts";

Deno.test("LruMap - the entry used longest ago makes room", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  assert.equal(map.get("a"), 1);
  map.set("c", 3);
  assert.equal(map.get("b"), undefined);
  assert.equal(map.get("a"), 1);
  assert.equal(map.get("c"), 3);
});

Deno.test("LruMap.set - replacing a value takes no room", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  assert.equal(map.get("a"), 3);
  assert.equal(map.get("b"), 2);
});

Deno.test("LruMap.delete - forgets one and makes room", () => {
  const map = new LruMap<string, number>(3);
  for (const key of ["a", "b", "c"]) map.set(key, 1);
  map.delete("b");
  assert.equal(map.get("b"), undefined);
  map.set("d", 1);
  assert.deepEqual(["a", "c", "d"].map((key) => map.get(key)), [1, 1, 1]);
});

Deno.test("LruMap - behaves as a list of keys by last use", () => {
  const command = fc.record({
    key: fc.nat({ max: 6 }),
    write: fc.boolean(),
  });
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 5 }),
    fc.array(command, { maxLength: 60 }),
    (max, commands) => {
      const map = new LruMap<number, number>(max);
      let model: [key: number, value: number][] = [];
      for (const [step, { key, write }] of commands.entries()) {
        const found = model.find(([other]) => other === key);
        if (!write) assert.equal(map.get(key), found?.[1]);
        if (write) map.set(key, step);
        if (!write && !found) continue;
        const value = write ? step : found?.[1] ?? -1;
        model = [...model.filter(([other]) => other !== key), [key, value]];
        model = model.slice(-max);
      }
    },
  ));
});
