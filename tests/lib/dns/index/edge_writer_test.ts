import assert from "node:assert/strict";
import type { Edge, SeenEdges } from "../../../../lib/dns/index/edge.ts";
import { EdgeWriter } from "../../../../lib/dns/index/edge_writer.ts";

const edge = (name: string): Edge => ({
  kind: "ptr",
  name,
  value: "192.0.2.1",
});
const many = (count: number) => Array.from({ length: count }, () => edge("a"));

function harness({ intervalMs = 1e6 } = {}) {
  const batches: (readonly SeenEdges[])[] = [];
  const events: unknown[] = [];
  const state = { fault: undefined as Error | undefined };
  const gate = { open: Promise.resolve() };
  const writer = new EdgeWriter({
    write: async (batch) => {
      batches.push(batch);
      await gate.open;
      if (state.fault) throw state.fault;
    },
    onLoss: (reason) => events.push(reason),
    onRecovery: () => events.push("recovered"),
    intervalMs,
  });
  return { writer, batches, events, state, gate };
}

Deno.test("EdgeWriter.add - written after the interval", async () => {
  const { writer, batches } = harness({ intervalMs: 1 });
  writer.add([edge("a")], 5);
  assert.deepEqual(batches, []);
  while (batches.length === 0) await new Promise((r) => setTimeout(r, 1));
  await writer.flush();
  assert.deepEqual(batches, [[{ seenMs: 5, edges: [edge("a")] }]]);
});

Deno.test("EdgeWriter.add - a thousand are written at once", async () => {
  const { writer, batches } = harness();
  writer.add(many(999), 1);
  assert.equal(batches.length, 0);
  writer.add(many(1), 1);
  assert.equal(batches.length, 1);
  await writer.flush();
});

Deno.test("EdgeWriter.flush - one batch at a time, and what came meanwhile", async () => {
  const { writer, batches, gate } = harness();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  writer.add([edge("a")], 1);
  const first = writer.flush();
  writer.add([edge("b")], 2);
  const second = writer.flush();
  assert.equal(batches.length, 1);
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(batches, [
    [{ seenMs: 1, edges: [edge("a")] }],
    [{ seenMs: 2, edges: [edge("b")] }],
  ]);
});

Deno.test("EdgeWriter.flush - nothing to write, nothing is done", async () => {
  const { writer, batches } = harness();
  await writer.flush();
  assert.deepEqual(batches, []);
});

Deno.test("EdgeWriter.flush - a lost batch is told once until one is written", async () => {
  const { writer, batches, events, state } = harness();
  const fault = state.fault = new Error("disk full");
  for (const name of ["a", "b"]) {
    writer.add([edge(name)], 1);
    await writer.flush();
  }
  assert.deepEqual(events, [fault]);
  state.fault = undefined;
  writer.add([edge("c")], 1);
  await writer.flush();
  assert.deepEqual(events, [fault, "recovered"]);
  assert.equal(batches.length, 3);
});

Deno.test("EdgeWriter.add - told once that there is no room", async () => {
  const { writer, events, gate } = harness();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  writer.add(many(1_000), 1);
  writer.add(many(50_007), 1);
  writer.add(many(1), 1);
  assert.deepEqual(events, ["no room for 7 edges"]);
  resolve();
  await writer.flush();
  assert.deepEqual(events, ["no room for 7 edges", "recovered"]);
});
