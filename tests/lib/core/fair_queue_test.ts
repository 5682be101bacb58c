import { deepEqual, equal } from "node:assert/strict";
import { FairQueue } from "../../../lib/core/fair_queue.ts";

const client = (group: string, key = group) => ({ group, key });

Deno.test("FairQueue - groups have their turns, in a group its clients, and a client's items their order", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push(client("a"), item);
  queue.push(client("b", "b1"), "b1 first");
  queue.push(client("b", "b1"), "b1 second");
  queue.push(client("b", "b2"), "b2");
  equal(queue.size, 6);
  const order: string[] = [];
  for (;;) {
    const [next] = queue.groups();
    if (next === undefined) break;
    order.push(queue.shift(next));
  }
  deepEqual(order, ["a1", "b1 first", "a2", "b2", "a3", "b1 second"]);
  equal(queue.size, 0);
});

Deno.test("FairQueue - what is taken out has no turn, and its group is forgotten with its last item", () => {
  const queue = new FairQueue<string>();
  const first = queue.push(client("a"), "first");
  queue.push(client("b"), "second");
  queue.remove(first);
  deepEqual([...queue.groups()], ["b"]);
  equal(queue.size, 1);
  equal(queue.shift("b"), "second");
  deepEqual([...queue.groups()], []);
  equal(queue.excess, undefined);
});

Deno.test("FairQueue - the excess is the newest item of whoever waits for most", () => {
  const queue = new FairQueue<string>();
  queue.push(client("a", "a1"), "a1 first");
  queue.push(client("a", "a2"), "a2");
  queue.push(client("a", "a1"), "a1 second");
  queue.push(client("b"), "b first");
  queue.push(client("b"), "b second");
  equal(queue.excess?.item, "a1 second");
  queue.remove(queue.excess!);
  equal(queue.excess?.item, "a1 first");
});
