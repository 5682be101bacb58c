import assert from "node:assert/strict";
import { AutoThreads } from "../../../../lib/app/threads/auto_threads.ts";

/** What `next` returns for the same load, second by second. */
const nextOf = (auto: AutoThreads, load: number, seconds: number) =>
  Array.from({ length: seconds }, () => auto.next(load));

const nulls = (count: number) => Array.from({ length: count }, () => null);

Deno.test("AutoThreads.next - adds a thread after three busy seconds, up to the number of cores", () => {
  const auto = new AutoThreads(3);
  assert.deepEqual(nextOf(auto, 0.86, 3), [null, null, 2]);
  assert.deepEqual(nextOf(auto, 1.7, 3), nulls(3));
  assert.deepEqual(nextOf(auto, 1.71, 3), [null, null, 3]);
  assert.deepEqual(nextOf(auto, 3, 10), nulls(10));
});

Deno.test("AutoThreads.next - a second that isn't busy starts the count again", () => {
  const auto = new AutoThreads(2);
  assert.deepEqual(
    [1, 1, 0.85, 1, 1, 1].map((load) => auto.next(load)),
    [null, null, null, null, null, 2],
  );
});

Deno.test("AutoThreads.next - ends a thread after half a minute in which the others were half idle", () => {
  const auto = new AutoThreads(2);
  nextOf(auto, 1, 3);
  assert.deepEqual(nextOf(auto, 0.5, 60), nulls(60));
  assert.deepEqual(nextOf(auto, 0.49, 30), [...nulls(29), 1]);
  assert.deepEqual(nextOf(auto, 0, 60), nulls(60));
});
