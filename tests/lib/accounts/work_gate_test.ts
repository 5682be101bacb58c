import assert from "node:assert/strict";
import { WorkGate } from "../../../lib/accounts/work_gate.ts";
import { refusalOf } from "./rig.ts";

/** Work that goes on until it is let go. */
function heldWork() {
  const started: number[] = [];
  const held: (() => void)[] = [];
  const work = (id: number) => () => {
    started.push(id);
    return new Promise<number>((resolve) => held.push(() => resolve(id)));
  };
  return { started, held, work };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("run - so many at once, so many wait in their order, the next is 503", async () => {
  const gate = new WorkGate({ maxAtOnce: 2, maxWaiting: 3 });
  const { started, held, work } = heldWork();
  const runs = [0, 1, 2, 3, 4].map((id) => gate.run(work(id)));
  await settled();
  assert.deepEqual(started, [0, 1]);
  assert.deepEqual(await refusalOf(gate.run(work(5))), {
    name: "AppError",
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message:
      "Too many passwords are being checked just now; please try again in a few seconds.",
    headers: { "retry-after": "5" },
  });
  held[0]();
  await settled();
  assert.deepEqual(started, [0, 1, 2]);
  for (let i = 1; i < 5; i++) {
    held[i]();
    await settled();
  }
  assert.deepEqual(await Promise.all(runs), [0, 1, 2, 3, 4]);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});

Deno.test("run - work that fails makes room, too", async () => {
  const gate = new WorkGate({ maxAtOnce: 1, maxWaiting: 1 });
  const fault = new Error("no memory");
  const failing = gate.run(() => Promise.reject(fault));
  const next = gate.run(() => Promise.resolve("done"));
  await assert.rejects(failing, fault);
  assert.equal(await next, "done");
  assert.equal(await gate.run(() => Promise.resolve("again")), "again");
});
