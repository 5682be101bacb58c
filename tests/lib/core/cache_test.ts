import assert from "node:assert/strict";
import { BoundedMap, LruMap, WeakMemo } from "../../../lib/core/cache.ts";
import fc from "fast-check";

Deno.test("BoundedMap - returns what was set", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1);
  assert.equal(map.get("a"), 1);
  assert.equal(map.get("b"), undefined);
});

Deno.test("BoundedMap - drops entries unused for two generations", () => {
  const map = new BoundedMap<number, number>(2);
  for (let i = 0; i < 6; i++) map.set(i, i);
  assert.deepEqual([4, 5].map((i) => map.get(i)), [4, 5]);
  assert.deepEqual([0, 1].map((i) => map.get(i)), [undefined, undefined]);
});

Deno.test("BoundedMap - keeps entries that are used repeatedly", () => {
  const map = new BoundedMap<number, number>(3);
  map.set(-1, 7);
  for (let i = 0; i < 100; i++) {
    map.set(i, i);
    assert.equal(map.get(-1), 7);
  }
});

Deno.test("LruMap - evicts the least recently used entry", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  assert.equal(map.get("a"), 1);
  map.set("c", 3);
  assert.equal(map.get("b"), undefined);
  assert.equal(map.get("a"), 1);
  assert.equal(map.get("c"), 3);
});

Deno.test("LruMap.set - replacing a value evicts nothing", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  assert.equal(map.get("a"), 3);
  assert.equal(map.get("b"), 2);
});

Deno.test("LruMap.delete - removes an entry and frees its place", () => {
  const map = new LruMap<string, number>(3);
  for (const key of ["a", "b", "c"]) map.set(key, 1);
  map.delete("b");
  assert.equal(map.get("b"), undefined);
  map.set("d", 1);
  assert.deepEqual(["a", "c", "d"].map((key) => map.get(key)), [1, 1, 1]);
});

Deno.test("LruMap - agrees with a list of keys by last use", () => {
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

Deno.test("WeakMemo - computes once per object and variant", () => {
  const texts = new WeakMemo<{ name: string }, "a" | "b", string>();
  const [x, alike] = [{ name: "x" }, { name: "x" }];
  let made = 0;
  const text = (of: { name: string }, variant: "a" | "b") =>
    texts.get(of, variant, () => `${of.name}${variant}${++made}`);
  assert.deepEqual(
    [text(x, "a"), text(x, "b"), text(alike, "a"), text(x, "a"), text(x, "b")],
    ["xa1", "xb2", "xa3", "xa1", "xb2"],
  );
});

Deno.test("WeakMemo - a failed computation is repeated", () => {
  const kept = new WeakMemo<object, "all", string>();
  const of = {};
  const fail = () => {
    throw new TypeError("not now");
  };
  assert.throws(() => kept.get(of, "all", fail), { message: "not now" });
  assert.equal(kept.get(of, "all", () => "made"), "made");
});
