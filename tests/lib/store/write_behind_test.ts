import assert from "node:assert/strict";
import { WriteBehind } from "../../../lib/store/write_behind.ts";

type WriteBehindOptions = ConstructorParameters<typeof WriteBehind>[0];

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

/** A table, its write-behind, and what that logged. */
function oneTable(options: Partial<WriteBehindOptions> = {}) {
  const table = tableStub();
  const lines: unknown[][] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const parts = { contents: "limits", tables: [table], log, ...options };
  return { table, lines, behind: new WriteBehind(parts) };
}

const failure = "The limits cannot be written to KV; they stay in memory.";
const recovery = "The limits are written to KV again.";

Deno.test("WriteBehind.flush - an error of one table does not affect others, and none rejects", async () => {
  const [broken, sound] = [tableStub(), tableStub()];
  const error = new Error("database is locked");
  broken.outcome = () => Promise.reject(error);
  const { lines, behind } = oneTable({ tables: [broken, sound] });
  await behind.flush();
  assert.equal(sound.flushes, 1);
  assert.deepEqual(lines, [[failure, error]]);
});

Deno.test("WriteBehind.flush - logs an outage once and its end once", async () => {
  const { table, lines, behind } = oneTable();
  const error = new Error("closed");
  for (const healthy of [true, false, false, true, true, false]) {
    table.outcome = () => healthy ? Promise.resolve() : Promise.reject(error);
    await behind.flush();
  }
  assert.deepEqual(lines, [[failure, error], [recovery], [failure, error]]);
});

Deno.test("WriteBehind.flush - never overlaps another", async () => {
  const { table, behind } = oneTable();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => promise;
  const both = [behind.flush(), behind.flush()];
  assert.equal(table.flushes, 1);
  resolve();
  await Promise.all(both);
  await behind.flush();
  assert.equal(table.flushes, 2);
});

Deno.test("WriteBehind.flush - reports an outage if KV does not respond", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const lines: unknown[][] = [];
  const log = (...line: unknown[]) => {
    lines.push(line);
    resolve();
  };
  const { table, behind } = oneTable({ outageAfterMs: 1, log });
  table.outcome = () => promise;
  await behind.flush();
  const late = new Error("no response within 1 ms");
  assert.deepEqual(lines, [[failure, late], [recovery]]);
});

Deno.test("WriteBehind.flush - reports no outage after a flush in time", async () => {
  const { lines, behind } = oneTable({ outageAfterMs: 1 });
  await behind.flush();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(lines, []);
});

Deno.test("WriteBehind.start - flushes at the interval until close", async () => {
  const { table, behind } = oneTable({ intervalMs: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => {
    if (table.flushes === 3) resolve();
    return Promise.resolve();
  };
  behind.start();
  behind.start();
  await promise;
  await behind.close();
  const { flushes } = table;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(table.flushes, flushes);
});

Deno.test("WriteBehind.start - works again after close", async () => {
  const { table, behind } = oneTable({ intervalMs: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  behind.start();
  await behind.close();
  table.outcome = () => Promise.resolve(resolve());
  behind.start();
  await promise;
  await behind.close();
});

Deno.test("WriteBehind.close - waits for the flush under way and writes the rest", async () => {
  const { table, behind } = oneTable();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unflushed = 3;
  table.outcome = async () => {
    await promise;
    table.unflushed--;
  };
  behind.flush();
  const closing = behind.close();
  assert.equal(table.flushes, 1);
  resolve();
  await closing;
  assert.equal(table.flushes, 3);
  assert.equal(table.unflushed, 0);
});

Deno.test("WriteBehind.close - gives up if KV fails", async () => {
  const { table, lines, behind } = oneTable();
  table.unflushed = 1;
  const error = new Error("closed");
  table.outcome = () => Promise.reject(error);
  await behind.close();
  assert.equal(table.flushes, 1);
  assert.deepEqual(lines, [[failure, error]]);
});

Deno.test("WriteBehind.close - gives up after its timeout", async () => {
  const { table, lines, behind } = oneTable({ closeTimeoutMs: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unflushed = 1;
  table.outcome = () => promise;
  await behind.close();
  const late = "The limits could not all be written within 1 ms.";
  assert.deepEqual(lines, [[late]]);
  resolve();
  await behind.flush();
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(table.flushes, 1);
});
