import assert from "node:assert/strict";
import type { SeenEdges } from "../../../../lib/dns/index/edge.ts";
import {
  EdgeQueue,
  EdgeWriter,
} from "../../../../lib/dns/index/edge_writer.ts";
import { ptr } from "./memory_index.ts";

const edges = (count: number) =>
  Array.from({ length: count }, (_, i) => ptr(`n${i}`));
/** Edges of a thousand characters, including the address. */
const longEdges = (count: number) => Array(count).fill(ptr("x".repeat(991)));

/** How many edges of each group are in each batch. */
const sizesOf = (batches: (readonly SeenEdges[])[]) =>
  batches.map((batch) => batch.map(({ edges }) => edges.length));

function allOf(queue: EdgeQueue) {
  const batches = [];
  while (queue.length > 0) batches.push(queue.take());
  return sizesOf(batches);
}

Deno.test("EdgeQueue.take - a batch in order, with times", () => {
  const queue = new EdgeQueue();
  queue.add(edges(2), 1);
  queue.add(edges(1), 2);
  assert.equal(queue.length, 3);
  assert.deepEqual(queue.take(), [
    { seenMs: 1, edges: edges(2) },
    { seenMs: 2, edges: edges(1) },
  ]);
  assert.equal(queue.length, 0);
  assert.deepEqual(queue.take(), []);
});

Deno.test("EdgeQueue.take - at most 20,000 edges", () => {
  const queue = new EdgeQueue();
  queue.add(edges(8_000), 1);
  queue.add(edges(13_000), 2);
  queue.add(edges(25_000), 3);
  assert.deepEqual(allOf(queue), [[8_000], [13_000], [20_000], [5_000]]);
});

Deno.test("EdgeQueue.add - drops edges beyond 50,000 and returns their number", () => {
  const queue = new EdgeQueue();
  assert.equal(queue.add(edges(49_999), 1), 0);
  assert.equal(queue.add(edges(3), 2), 2);
  assert.equal(queue.add(edges(3), 3), 3);
  assert.equal(queue.length, 50_000);
});

Deno.test("EdgeQueue.take - at most a million characters", () => {
  const queue = new EdgeQueue();
  queue.add(longEdges(600), 1);
  queue.add(longEdges(600), 2);
  queue.add(longEdges(400), 2);
  queue.add(longEdges(2_500), 3);
  const sizes = [[600], [600, 400], [1_000], [1_000], [500]];
  assert.deepEqual(allOf(queue), sizes);
});

Deno.test("EdgeQueue.add - drops edges beyond eight million characters", () => {
  const queue = new EdgeQueue();
  assert.equal(queue.add(longEdges(8_002), 1), 2);
  assert.equal(queue.length, 8_000);
  queue.take();
  assert.equal(queue.add(longEdges(1_001), 2), 1);
});

const many = (count: number) => Array(count).fill(ptr("a"));

function harness({ intervalMs = 1e6 } = {}) {
  const batches: (readonly SeenEdges[])[] = [];
  const events: unknown[] = [];
  const state = { error: undefined as Error | undefined };
  const gate = { open: Promise.resolve() };
  /** From now on, writing lasts until the result is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    return resolve;
  };
  const writer = new EdgeWriter({
    write: async (batch) => {
      batches.push(batch);
      await gate.open;
      if (state.error) throw state.error;
    },
    onLoss: (reason) => events.push(reason),
    onRecovery: () => events.push("recovered"),
    intervalMs,
  });
  return { writer, batches, events, state, hold };
}

Deno.test("EdgeWriter.add - writes after the interval", async () => {
  const { writer, batches } = harness({ intervalMs: 1 });
  writer.add([ptr("a")], 5);
  assert.deepEqual(batches, []);
  while (batches.length === 0) await new Promise((r) => setTimeout(r, 1));
  await writer.flush();
  assert.deepEqual(batches, [[{ seenMs: 5, edges: [ptr("a")] }]]);
});

Deno.test("EdgeWriter.add - writes a full batch without waiting for the interval, and no more", async () => {
  const { writer, batches } = harness();
  const sizes = () => sizesOf(batches);
  writer.add(many(19_999), 1);
  assert.deepEqual(sizes(), []);
  writer.add(many(1), 1);
  writer.add(many(2), 1);
  assert.deepEqual(sizes(), [[19_999, 1]]);
  await writer.flush();
  assert.deepEqual(sizes(), [[19_999, 1], [2]]);
  writer.add(longEdges(1_100), 1);
  assert.equal(batches.length, 3);
  await writer.flush();
});

Deno.test("EdgeWriter.flush - writes one batch at a time, including edges added meanwhile", async () => {
  const { writer, batches, hold } = harness();
  const resolve = hold();
  writer.add([ptr("a")], 1);
  const first = writer.flush();
  writer.add([ptr("b")], 2);
  const second = writer.flush();
  assert.equal(batches.length, 1);
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(batches, [
    [{ seenMs: 1, edges: [ptr("a")] }],
    [{ seenMs: 2, edges: [ptr("b")] }],
  ]);
});

Deno.test("EdgeWriter.add - edges that arrive during a write wait for the interval", async () => {
  const { writer, batches, hold } = harness();
  // What is written after it is no part of this flush.
  writer.add([ptr("a")], 1);
  await writer.flush();
  const resolve = hold();
  writer.add(many(20_000), 1);
  let isFlushed = false;
  const flushed = writer.flush().then(() => isFlushed = true);
  await new Promise((done) => setTimeout(done));
  assert.equal(isFlushed, false);
  writer.add([ptr("a")], 2);
  resolve();
  await flushed;
  assert.equal(batches.length, 2);
  await writer.flush();
  assert.equal(batches.length, 3);
});

Deno.test("EdgeWriter.add - edges that arrive during the first write wait for the interval", async () => {
  const { writer, batches, hold } = harness();
  const resolve = hold();
  writer.add(many(20_000), 1);
  writer.add([ptr("a")], 2);
  resolve();
  await new Promise((done) => setTimeout(done));
  assert.equal(batches.length, 1);
  await writer.flush();
  assert.equal(batches.length, 2);
});

Deno.test("EdgeWriter.flush - does not write an empty batch", async () => {
  const { writer, batches } = harness();
  await writer.flush();
  assert.deepEqual(batches, []);
});

Deno.test("EdgeWriter.flush - reports lost batches once until one is written", async () => {
  const { writer, batches, events, state } = harness();
  const error = state.error = new Error("disk full");
  for (const name of ["a", "b"]) {
    writer.add([ptr(name)], 1);
    await writer.flush();
  }
  assert.deepEqual(events, [error]);
  state.error = undefined;
  for (const name of ["c", "d"]) {
    writer.add([ptr(name)], 1);
    await writer.flush();
  }
  assert.deepEqual(events, [error, "recovered"]);
  assert.equal(batches.length, 4);
});

Deno.test("EdgeWriter.add - reports a full queue once", async () => {
  const { writer, events, hold } = harness();
  const resolve = hold();
  writer.add(many(20_000), 1);
  writer.add(many(50_007), 1);
  writer.add(many(1), 1);
  assert.deepEqual(events, ["the queue is full: 7 edges dropped"]);
  resolve();
  await writer.flush();
  assert.deepEqual(events, ["the queue is full: 7 edges dropped", "recovered"]);
});
