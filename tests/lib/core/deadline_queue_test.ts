import assert from "node:assert/strict";
import { DeadlineQueue } from "../../../lib/core/deadline_queue.ts";

/** A queue whose clock the test sets, and the items that were due. */
function queueOf(delayMs = 100, onDue?: (item: string) => void) {
  const clock = { elapsedMs: 0 };
  const due: string[] = [];
  const queue = new DeadlineQueue<string>({
    delayMs,
    onDue(item) {
      due.push(item);
      onDue?.(item);
    },
    tickMs: 1,
    elapsedMs: () => clock.elapsedMs,
  });
  return { clock, due, queue };
}

/** Lets at least one tick of the queue pass. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

async function until(isSo: () => boolean) {
  while (!isSo()) await tick();
}

Deno.test("DeadlineQueue - items are due in order, once, after the delay", async () => {
  const { clock, due, queue } = queueOf(20);
  queue.add("a");
  await tick();
  assert.deepEqual(due, []);
  clock.elapsedMs = 10;
  await tick();
  queue.add("b");
  clock.elapsedMs = 20;
  await until(() => due.length === 1);
  await tick();
  assert.deepEqual(due, ["a"]);
  clock.elapsedMs = 40;
  await until(() => due.length === 2);
  assert.deepEqual(due, ["a", "b"]);
});

Deno.test("DeadlineQueue - a removed item is never due, and an empty queue has no timer", async () => {
  const { clock, due, queue } = queueOf(20);
  const a = queue.add("a");
  queue.add("b");
  queue.remove(a);
  clock.elapsedMs = 30;
  await until(() => due.length === 1);
  assert.deepEqual(due, ["b"]);
  queue.remove(queue.add("c"));
  await tick();
  assert.deepEqual(due, ["b"]);
  // A timer that went on would be a leak of this test.
});

Deno.test("DeadlineQueue - after a stall, items stay until sockets could be read", async () => {
  const { clock, due, queue } = queueOf();
  queue.add("a");
  clock.elapsedMs = 10_000;
  await tick();
  assert.deepEqual(due, []);
  for (let stalls = 2; stalls <= 3; stalls++) {
    clock.elapsedMs += 10_000;
    await tick();
  }
  await until(() => due.length === 1);
});

Deno.test("DeadlineQueue - an item may be added while another is due", async () => {
  const { clock, due, queue } = queueOf(10, (item) => {
    if (item === "a") queue.add("again");
  });
  queue.add("a");
  clock.elapsedMs = 20;
  await until(() => due.length === 1);
  clock.elapsedMs = 40;
  await until(() => due.length === 2);
  assert.deepEqual(due, ["a", "again"]);
});

Deno.test("DeadlineQueue - clearing removes all items", async () => {
  const { clock, due, queue } = queueOf(1);
  queue.add("a");
  queue.clear();
  clock.elapsedMs = 10;
  await tick();
  assert.deepEqual(due, []);
});
