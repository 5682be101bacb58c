import assert from "node:assert/strict";
import { mapInOrder } from "../../../lib/core/map_in_order.ts";

const never = new AbortController().signal;

/** Work that waits until the test settles it. */
function heldWork() {
  const held: PromiseWithResolvers<string>[] = [];
  const started: number[] = [];
  const work = (item: number) => {
    started.push(item);
    held[item] = Promise.withResolvers();
    return held[item].promise;
  };
  return { held, started, work };
}

/** Until every microtask that is due has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("mapInOrder - returns results in the order of the items, whichever settles first", async () => {
  const { held, started, work } = heldWork();
  const mapped = mapInOrder([0, 1, 2], work, { concurrency: 2, signal: never });
  assert.deepEqual(started, [0, 1]);
  held[1].resolve("b");
  await settled();
  assert.deepEqual(started, [0, 1, 2]);
  held[2].resolve("c");
  held[0].resolve("a");
  assert.deepEqual(await mapped, ["a", "b", "c"]);
});

Deno.test("mapInOrder - mixes synchronous and asynchronous results, and takes no items", async () => {
  const options = { concurrency: 2, signal: never };
  const work = (n: number) => n % 2 === 0 ? n : Promise.resolve(10 * n);
  assert.deepEqual(await mapInOrder([1, 2, 3, 4], work, options), [
    10,
    2,
    30,
    4,
  ]);
  assert.deepEqual(await mapInOrder([], work, options), []);
});

Deno.test("mapInOrder - after a failure it starts nothing, and awaits what is under way", async () => {
  const { held, started, work } = heldWork();
  let isDone = false;
  const mapped = mapInOrder([0, 1, 2, 3], work, {
    concurrency: 2,
    signal: never,
  }).finally(() => isDone = true);
  const rejected = assert.rejects(mapped, { message: "first" });
  held[0].reject(new Error("first"));
  await settled();
  assert.equal(isDone, false);
  held[1].resolve("b");
  await rejected;
  assert.deepEqual(started, [0, 1]);
});

Deno.test("mapInOrder - an aborted signal stops further items", async () => {
  const { held, started, work } = heldWork();
  const controller = new AbortController();
  const { signal } = controller;
  const mapped = mapInOrder([0, 1, 2], work, { concurrency: 1, signal });
  const rejected = assert.rejects(mapped, { message: "gone" });
  controller.abort(new Error("gone"));
  held[0].resolve("a");
  await rejected;
  assert.deepEqual(started, [0]);
});
