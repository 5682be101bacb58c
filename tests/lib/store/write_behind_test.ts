import assert from "node:assert/strict";
import { WriteBehind } from "../../../lib/store/write_behind.ts";

/** A table that records its flushes, and fails or hangs on request. */
function tableStub() {
  return {
    unflushed: 0,
    flushes: 0,
    outcome: (): Promise<void> => Promise.resolve(),
    flush(): Promise<void> {
      this.flushes++;
      return this.outcome();
    },
  };
}

function logStub() {
  const lines: unknown[][] = [];
  return { lines, log: (...line: unknown[]) => void lines.push(line) };
}

const failure = "The limits cannot be written to KV; they stay in memory.";
const recovery = "The limits are written to KV again.";

Deno.test("WriteBehind.flush - an error of one table does not affect others, and none rejects", async () => {
  const [broken, sound] = [tableStub(), tableStub()];
  const error = new Error("database is locked");
  broken.outcome = () => Promise.reject(error);
  const { lines, log } = logStub();
  await (new WriteBehind({ contents: "limits", tables: [broken, sound], log }))
    .flush();
  assert.equal(sound.flushes, 1);
  assert.deepEqual(lines, [[failure, error]]);
});

Deno.test("WriteBehind.flush - logs an outage once and its end once", async () => {
  const table = tableStub();
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    log,
  });
  const error = new Error("closed");
  for (const healthy of [true, false, false, true, true, false]) {
    table.outcome = () => healthy ? Promise.resolve() : Promise.reject(error);
    await writeBehind.flush();
  }
  assert.deepEqual(lines, [[failure, error], [recovery], [failure, error]]);
});

Deno.test("WriteBehind.flush - never overlaps another", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => promise;
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    ...logStub(),
  });
  const both = [writeBehind.flush(), writeBehind.flush()];
  assert.equal(table.flushes, 1);
  resolve();
  await Promise.all(both);
  await writeBehind.flush();
  assert.equal(table.flushes, 2);
});

Deno.test("WriteBehind.flush - reports an outage if KV does not respond", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => promise;
  const lines: unknown[][] = [];
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    outageAfterMs: 1,
    log: (...line) => {
      lines.push(line);
      resolve();
    },
  });
  await writeBehind.flush();
  assert.deepEqual(lines, [
    [failure, new Error("no response within 1 ms")],
    [recovery],
  ]);
});

Deno.test("WriteBehind.flush - reports no outage after a flush in time", async () => {
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [tableStub()],
    outageAfterMs: 1,
    log,
  });
  await writeBehind.flush();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(lines, []);
});

Deno.test("WriteBehind.start - flushes at the interval until close", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => {
    if (table.flushes === 3) resolve();
    return Promise.resolve();
  };
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    intervalMs: 1,
    ...logStub(),
  });
  writeBehind.start();
  writeBehind.start();
  await promise;
  await writeBehind.close();
  const { flushes } = table;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(table.flushes, flushes);
});

Deno.test("WriteBehind.start - works again after close", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    intervalMs: 1,
    ...logStub(),
  });
  writeBehind.start();
  await writeBehind.close();
  table.outcome = () => Promise.resolve(resolve());
  writeBehind.start();
  await promise;
  await writeBehind.close();
});

Deno.test("WriteBehind.close - waits for the flush under way and writes the rest", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unflushed = 3;
  table.outcome = async () => {
    await promise;
    table.unflushed--;
  };
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    ...logStub(),
  });
  writeBehind.flush();
  const closing = writeBehind.close();
  assert.equal(table.flushes, 1);
  resolve();
  await closing;
  assert.equal(table.flushes, 3);
  assert.equal(table.unflushed, 0);
});

Deno.test("WriteBehind.close - gives up if KV fails", async () => {
  const table = tableStub();
  table.unflushed = 1;
  const error = new Error("closed");
  table.outcome = () => Promise.reject(error);
  const { lines, log } = logStub();
  await new WriteBehind({ contents: "limits", tables: [table], log }).close();
  assert.equal(table.flushes, 1);
  assert.deepEqual(lines, [[failure, error]]);
});

Deno.test("WriteBehind.close - gives up after its timeout", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unflushed = 1;
  table.outcome = () => promise;
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    contents: "limits",
    tables: [table],
    log,
    closeTimeoutMs: 1,
  });
  await writeBehind.close();
  assert.deepEqual(lines, [
    ["The limits could not all be written within 1 ms."],
  ]);
  resolve();
  await writeBehind.flush();
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(table.flushes, 1);
});
