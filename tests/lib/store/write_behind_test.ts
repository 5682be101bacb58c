import assert from "node:assert/strict";
import { WriteBehind } from "../../../lib/store/write_behind.ts";

/** A table that records its flushes, fails or hangs as told. */
function tableStub() {
  return {
    unwritten: 0,
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

Deno.test("flush - a fault of one table holds up no other, and none rejects", async () => {
  const [broken, sound] = [tableStub(), tableStub()];
  const fault = new Error("database is locked");
  broken.outcome = () => Promise.reject(fault);
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    what: "limits",
    tables: [broken, sound],
    log,
  });
  await writeBehind.flush();
  assert.equal(sound.flushes, 1);
  assert.deepEqual(lines, [[failure, fault]]);
});

Deno.test("flush - logs an outage once and its end once", async () => {
  const table = tableStub();
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({ what: "limits", tables: [table], log });
  const fault = new Error("closed");
  for (const healthy of [true, false, false, true, true, false]) {
    table.outcome = () => healthy ? Promise.resolve() : Promise.reject(fault);
    await writeBehind.flush();
  }
  assert.deepEqual(lines, [[failure, fault], [recovery], [failure, fault]]);
});

Deno.test("flush - never overlaps another", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => promise;
  const writeBehind = new WriteBehind({
    what: "limits",
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

Deno.test("flush - a KV that does not answer is an outage", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => promise;
  const lines: unknown[][] = [];
  const writeBehind = new WriteBehind({
    what: "limits",
    tables: [table],
    slowMs: 1,
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

Deno.test("flush - one that was in time is no outage later", async () => {
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    what: "limits",
    tables: [tableStub()],
    slowMs: 1,
    log,
  });
  await writeBehind.flush();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(lines, []);
});

Deno.test("start - flushes again and again until close", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.outcome = () => {
    if (table.flushes === 3) resolve();
    return Promise.resolve();
  };
  const writeBehind = new WriteBehind({
    what: "limits",
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

Deno.test("start - once more after close", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  const writeBehind = new WriteBehind({
    what: "limits",
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

Deno.test("close - waits for the flush under way and writes all that is left", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unwritten = 3;
  table.outcome = async () => {
    await promise;
    table.unwritten--;
  };
  const writeBehind = new WriteBehind({
    what: "limits",
    tables: [table],
    ...logStub(),
  });
  writeBehind.flush();
  const closing = writeBehind.close();
  assert.equal(table.flushes, 1);
  resolve();
  await closing;
  assert.equal(table.flushes, 3);
  assert.equal(table.unwritten, 0);
});

Deno.test("close - does not insist where KV fails", async () => {
  const table = tableStub();
  table.unwritten = 1;
  const fault = new Error("closed");
  table.outcome = () => Promise.reject(fault);
  const { lines, log } = logStub();
  await new WriteBehind({ what: "limits", tables: [table], log }).close();
  assert.equal(table.flushes, 1);
  assert.deepEqual(lines, [[failure, fault]]);
});

Deno.test("close - gives up after its limit", async () => {
  const table = tableStub();
  const { promise, resolve } = Promise.withResolvers<void>();
  table.unwritten = 1;
  table.outcome = () => promise;
  const { lines, log } = logStub();
  const writeBehind = new WriteBehind({
    what: "limits",
    tables: [table],
    log,
    closeLimitMs: 1,
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
