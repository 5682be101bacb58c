import assert from "node:assert/strict";
import { batched } from "../../../lib/async/batched.ts";

async function collect<T>(batches: AsyncIterable<T[]>): Promise<T[][]> {
  const all = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

async function* numbers(count: number, failure?: Error) {
  for (let i = 0; i < count; i++) yield i;
  if (failure) throw await Promise.resolve(failure);
}

Deno.test("batched - a flood comes in batches of the largest size", async () => {
  const options = { maxItems: 4, maxMs: 60_000 };
  assert.deepEqual(await collect(batched(numbers(10), options)), [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  assert.deepEqual(await collect(batched(numbers(0), options)), []);
});

Deno.test("batched - a trickle is not held up", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  async function* trickle() {
    yield "first";
    await held;
    yield "second";
  }
  const batches = batched(trickle(), { maxItems: 100, maxMs: 10 });
  assert.deepEqual((await batches.next()).value, ["first"]);
  release();
  assert.deepEqual((await batches.next()).value, ["second"]);
  assert.equal((await batches.next()).done, true);
});

Deno.test("batched - what came before a failure is handed on first", async () => {
  const failure = new Error("no more");
  const options = { maxItems: 100, maxMs: 60_000 };
  const batches = batched(numbers(2, failure), options);
  assert.deepEqual((await batches.next()).value, [0, 1]);
  await assert.rejects(batches.next(), failure);
});

Deno.test("batched - who stops reading does not wait for the next item", async () => {
  let isEnded = false;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  async function* stalling() {
    try {
      yield 1;
      await held;
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of batched(stalling(), { maxItems: 1, maxMs: 10 })) break;
  assert.equal(isEnded, false);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(isEnded, true);
});
