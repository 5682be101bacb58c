import assert from "node:assert/strict";
import { AppError } from "../../../lib/core/errors.ts";
import { BatchPool, lookUpBatch } from "../../../lib/ipinfo/batch.ts";
import { parseTargetText } from "../../../lib/net/target.ts";
import type { ValidTarget } from "../../../lib/ipinfo/target_lookup.ts";
import { clientAt } from "../../support/caller.ts";

const { signal } = new AbortController();
const caller = (n: number) => ({ client: clientAt(`192.0.2.${n}`), signal });

const isBusy = {
  ...{ name: "AppError", status: 503, code: "SERVICE_UNAVAILABLE" },
  headers: { "retry-after": "5" },
  params: { reason: "batches_busy" },
};

/** Until every timer that is due has fired. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Starts batches that end when their client's promise is resolved. */
function batches(pool: BatchPool) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (client: number, name: string) =>
    pool.run(caller(client), () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { started, ends, start };
}

Deno.test("BatchPool - runs two batches of a client at once, while others run", async () => {
  const { started, ends, start } = batches(new BatchPool());
  const running = [start(1, "a"), start(1, "b"), start(1, "c"), start(2, "d")];
  await settled();
  assert.deepEqual(started, ["a", "b", "d"]);
  ends[1]();
  await running[1];
  await settled();
  assert.deepEqual(started, ["a", "b", "d", "c"]);
  for (const end of ends) end();
  await Promise.all(running);
});

Deno.test("BatchPool - refuses the newest batch of the client with the most if too many wait", async () => {
  const pool = new BatchPool({ maxBatches: 2, maxWaiting: 2 });
  const { started, ends, start } = batches(pool);
  // A client gets half of the pool.
  const running = [start(1, "a"), start(1, "b"), start(1, "c")];
  await assert.rejects(start(1, "d"), isBusy);
  running.push(start(2, "e"));
  await settled();
  assert.deepEqual(started, ["a", "e"]);
  while (started.length < 4) {
    for (const end of ends.splice(0)) end();
    await settled();
  }
  for (const end of ends) end();
  await Promise.all(running);
  assert.deepEqual(started, ["a", "e", "b", "c"]);
});

Deno.test("BatchPool - refuses a batch whose turn doesn't come in time", async () => {
  const { ends, start } = batches(new BatchPool({ queueTimeoutMs: 1 }));
  const running = [start(1, "a"), start(1, "b")];
  await assert.rejects(start(1, "c"), isBusy);
  for (const end of ends) end();
  await Promise.all(running);
});

const target = parseTargetText("8.8.8.8") as ValidTarget;

Deno.test("lookUpBatch - gives way between its items", async () => {
  let looked = 0;
  let timersSeen = 0;
  const lookUp = () => {
    looked++;
    const until = performance.now() + 3;
    while (performance.now() < until) { /* An item that takes long. */ }
    return "{}";
  };
  const watch = setInterval(() => timersSeen++, 0);
  const { json } = await lookUpBatch(Array(5).fill(target), signal, lookUp);
  clearInterval(watch);
  assert.deepEqual([looked, json], [5, "[{},{},{},{},{}]"]);
  assert(timersSeen >= 2, `${timersSeen}`);
});

Deno.test("lookUpBatch - has an error in the place of a target that fails", async () => {
  const error = new AppError(404, "NOT_FOUND", { reason: "ban_not_found" });
  const failed =
    '{"ok":false,"error":{"code":"NOT_FOUND","message":"This ban no longer exists."}}';
  const lookUps = [() => Promise.reject(error), () => "{}"];
  const targets = [target, target, { kind: "error", error }] as const;
  const lookUp = () => lookUps.shift()!();
  const json = `[${failed},{},${failed}]`;
  const found = await lookUpBatch(targets, signal, lookUp);
  assert.deepEqual(found, { json, failed: 2 });
});
