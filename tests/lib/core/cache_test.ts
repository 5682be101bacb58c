import assert from "node:assert/strict";
import {
  BoundedMap,
  DirectMappedCache,
  ExpiringCache,
  memoizeLast,
} from "../../../lib/core/cache.ts";
import fc from "fast-check";
import { forAll } from "../../support/for_all.ts";

/** A map of at most `max` entries in which these numbers were set. */
function mapOf(max: number, count: number) {
  const map = new BoundedMap<number, number>(max);
  for (let i = 0; i < count; i++) map.set(i, i);
  return { map, found: (...keys: number[]) => keys.map((key) => map.get(key)) };
}

Deno.test("BoundedMap - keeps the last `max` entries at least, and drops those unused for two generations", () => {
  assert.deepEqual(mapOf(3, 6).found(0, 5, 6), [0, 5, undefined]);
  const { map, found } = mapOf(2, 6);
  assert.deepEqual(found(4, 5, 0, 1), [4, 5, undefined, undefined]);
  map.clear();
  assert.deepEqual(found(4, 5), [undefined, undefined]);
});

Deno.test("BoundedMap - keeps entries that are used repeatedly", () => {
  const { map } = mapOf(3, 0);
  map.set(-1, 7);
  for (let i = 0; i < 100; i++) {
    map.set(i, i);
    assert.equal(map.get(-1), 7);
  }
});

Deno.test("BoundedMap - is bounded in weight", () => {
  const map = new BoundedMap<number, string>(10, (_, text) => text.length);
  for (let i = 0; i < 6; i++) map.set(i, "1234");
  assert.deepEqual([0, 1].map((i) => map.get(i)), [undefined, undefined]);
  assert.deepEqual([4, 5].map((i) => map.get(i)), ["1234", "1234"]);
  // Reading 3 moves it to a young generation of its own.
  assert.equal(map.get(3), "1234");
  assert.equal(map.get(2), undefined);
  // A heavy entry is alone in its generation.
  map.set(6, "x".repeat(11));
  map.set(7, "1234");
  assert.deepEqual([6, 7].map((i) => map.get(i)?.length), [11, 4]);
  map.set(8, "x".repeat(11));
  assert.equal(map.get(6), undefined);
});

Deno.test("DirectMappedCache - returns what was set, until a key with the same lower bits takes its place", () => {
  const cache = new DirectMappedCache<string>(2);
  assert.deepEqual([0, 1].map((key) => cache.get(key)), [undefined, undefined]);
  cache.set(1, "a");
  cache.set(4, "b");
  const found = (keys: number[]) => keys.map((key) => cache.get(key));
  assert.deepEqual(found([1, 4, 0, 5]), ["a", "b", undefined, undefined]);
  cache.set(5, "c");
  assert.deepEqual(found([1, 5, 4]), [undefined, "c", "b"]);
});

function expiringCache(maxWeight: number) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const cache = new ExpiringCache<{ n: number }>({ maxWeight, now });
  return { cache, clock };
}

Deno.test("ExpiringCache.get - an entry expires at its time", () => {
  const { cache, clock } = expiringCache(2);
  const value = { n: 1 };
  cache.set("a", value, 10);
  clock.now = 9;
  assert.equal(cache.get("a"), value);
  clock.now = 10;
  assert.equal(cache.get("a"), undefined);
  // An expired entry is gone, even if the clock is set back.
  clock.now = 0;
  assert.equal(cache.get("a"), undefined);
});

Deno.test("ExpiringCache - agrees with a list of keys in order of use", () => {
  const command = fc.record({
    key: fc.nat({ max: 6 }).map(String),
    write: fc.boolean(),
  });
  forAll(
    [fc.integer({ min: 1, max: 5 }), fc.array(command, { maxLength: 60 })],
    (max, commands) => {
      const { cache } = expiringCache(max);
      let model: [key: string, value: { n: number }][] = [];
      for (const [step, { key, write }] of commands.entries()) {
        const found = model.find(([other]) => other === key);
        if (!write) assert.equal(cache.get(key), found?.[1]);
        const value = write ? { n: step } : found?.[1];
        if (write) cache.set(key, value!, 1);
        if (value === undefined) continue;
        model = [...model.filter(([other]) => other !== key), [key, value]];
        model = model.slice(-max);
      }
    },
  );
});

Deno.test("ExpiringCache.set - never exceeds maxWeight", () => {
  const { cache } = expiringCache(10);
  cache.set("a", { n: 1 }, 1, 4);
  cache.set("b", { n: 2 }, 1, 4);
  assert.equal(cache.weight, 8);
  cache.set("c", { n: 3 }, 1, 4);
  assert.equal(cache.get("a"), undefined);
  assert.equal(cache.weight, 8);
  cache.set("b", { n: 4 }, 1, 11);
  assert.equal(cache.get("b"), undefined);
  assert.equal(cache.weight, 4);
});

Deno.test("BoundedMap.getOrInsertComputed - computes a value again only after an error", () => {
  const map = new BoundedMap<string, string>(2);
  let made = 0;
  const valueOf = (key: string) => {
    if (made++ === 0) throw new TypeError("not now");
    return `${key}${made}`;
  };
  const get = (key: string) => map.getOrInsertComputed(key, valueOf);
  assert.throws(() => get("a"), { message: "not now" });
  assert.deepEqual(["a", "a", "b", "a"].map(get), ["a2", "a2", "b3", "a2"]);
});

Deno.test("memoizeLast - computes a text again only if another came between, and forgets nothing if a text fails", () => {
  const computed: string[] = [];
  const lengthOf = memoizeLast((text) => {
    computed.push(text);
    return text.length;
  });
  for (const text of ["a", "a", "bc", "bc", "a", ""]) {
    assert.equal(lengthOf(text), text.length);
  }
  assert.deepEqual(computed, ["a", "bc", "a", ""]);
  let count = 0;
  const parse = memoizeLast((text) => {
    if (text === "bad") throw new TypeError(text);
    return ++count;
  });
  assert.equal(parse("good"), 1);
  assert.throws(() => parse("bad"), TypeError);
  assert.throws(() => parse("bad"), TypeError);
  assert.equal(parse("good"), 1);
});
