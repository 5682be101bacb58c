import assert from "node:assert/strict";
import type { Edge } from "../../../../lib/dns/index/edge.ts";
import { EdgeQueue } from "../../../../lib/dns/index/edge_queue.ts";

const edges = (count: number): Edge[] =>
  Array.from(
    { length: count },
    (_, i) => ({ kind: "ptr", name: `n${i}`, value: "192.0.2.1" }),
  );

Deno.test("EdgeQueue.take - all that fits a batch, in order, with its time", () => {
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

Deno.test("EdgeQueue.take - no more than 20,000 edges", () => {
  const queue = new EdgeQueue();
  queue.add(edges(8_000), 1);
  queue.add(edges(13_000), 2);
  queue.add(edges(25_000), 3);
  const sizes = [];
  while (queue.length > 0) {
    sizes.push(queue.take().map((group) => group.edges.length));
  }
  assert.deepEqual(sizes, [[8_000], [13_000], [20_000], [5_000]]);
});

Deno.test("EdgeQueue.add - drops what is beyond 50,000 and says how many", () => {
  const queue = new EdgeQueue();
  assert.equal(queue.add(edges(49_999), 1), 0);
  assert.equal(queue.add(edges(3), 2), 2);
  assert.equal(queue.add(edges(3), 3), 3);
  assert.equal(queue.length, 50_000);
});

/** A thousand characters each, with the address. */
const longEdges = (count: number): Edge[] =>
  Array.from({ length: count }, () => ({
    kind: "ptr",
    name: "x".repeat(991),
    value: "192.0.2.1",
  }));

Deno.test("EdgeQueue.take - no more than a million characters", () => {
  const queue = new EdgeQueue();
  queue.add(longEdges(600), 1);
  queue.add(longEdges(600), 2);
  queue.add(longEdges(2_500), 3);
  const sizes = [];
  while (queue.length > 0) {
    sizes.push(queue.take().map((group) => group.edges.length));
  }
  assert.deepEqual(sizes, [[600], [600], [1_000], [1_000], [500]]);
});

Deno.test("EdgeQueue.add - drops what is beyond eight million characters", () => {
  const queue = new EdgeQueue();
  assert.equal(queue.add(longEdges(8_002), 1), 2);
  assert.equal(queue.length, 8_000);
  queue.take();
  assert.equal(queue.add(longEdges(1_001), 2), 1);
});
