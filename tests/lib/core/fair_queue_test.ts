import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FairQueue,
  type Link,
  LinkedList,
  Tally,
} from "../../../lib/core/fair_queue.ts";
import { forAll } from "../../support/for_all.ts";

function valuesOf<T>(list: LinkedList<T>): T[] {
  const values: T[] = [];
  for (let link = list.first; link; link = link.next) values.push(link.value);
  return values;
}

Deno.test("LinkedList - keeps its order after removals anywhere, and no neighbors of a removed link, since it would keep them from being collected", () => {
  const list = new LinkedList<string>();
  const links = ["a", "b", "c"].map((value) => list.push(value));
  list.remove(links[1]);
  assert.deepEqual(links[1], { value: "b", previous: null, next: null });
  assert.deepEqual(valuesOf(list), ["a", "c"]);
  forAll([fc.array(fc.option(fc.nat(), { freq: 3 }))], (steps) => {
    const list = new LinkedList<number>();
    const links: Link<number>[] = [];
    for (const [i, step] of steps.entries()) {
      if (step === null) links.push(list.push(i));
      else if (links.length > 0) {
        list.remove(links.splice(step % links.length, 1)[0]);
      }
      assert.deepEqual(valuesOf(list), links.map(({ value }) => value));
      assert.equal(list.last?.value, links.at(-1)?.value);
      assert.equal(list.isEmpty, links.length === 0);
    }
  });
});

Deno.test("Tally.mostFrequent - the highest count, the latest if several", () => {
  const tally = new Tally<string>();
  assert.equal(tally.mostFrequent, undefined);
  const steps = [
    ["add", "a", "a"],
    ["add", "b", "b"],
    ["add", "a", "a"],
    ["remove", "a", "a"],
    ["remove", "a", "b"],
    ["remove", "b", undefined],
  ] as const;
  for (const [step, thing, most] of steps) {
    tally[step](thing);
    assert.equal(tally.mostFrequent, most);
  }
});

Deno.test("Tally - agrees with recounting everything", () => {
  const steps = fc.array(fc.record({ thing: fc.nat(4), isMore: fc.boolean() }));
  forAll([steps], (steps) => {
    const tally = new Tally<number>();
    const counts = [0, 0, 0, 0, 0];
    for (const { thing, isMore } of steps) {
      if (isMore) {
        tally.add(thing);
        counts[thing]++;
      } else if (counts[thing] > 0) {
        tally.remove(thing);
        counts[thing]--;
      }
      const { mostFrequent } = tally;
      const most = mostFrequent === undefined ? 0 : counts[mostFrequent];
      assert.equal(most, Math.max(...counts));
    }
  });
});

const client = (group: string, key = group) => ({ group, key });

Deno.test("FairQueue - serves groups round robin, then clients, then items in order", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push(client("a"), item);
  queue.push(client("b", "b1"), "b1 first");
  queue.push(client("b", "b1"), "b1 second");
  queue.push(client("b", "b2"), "b2");
  assert.equal(queue.size, 6);
  const order: string[] = [];
  for (;;) {
    const [next] = queue.groups();
    if (next === undefined) break;
    order.push(queue.shift(next));
  }
  assert.deepEqual(order, ["a1", "b1 first", "a2", "b2", "a3", "b1 second"]);
  assert.equal(queue.size, 0);
});

Deno.test("FairQueue.remove - a removed item gets no turn, and an empty group is dropped", () => {
  const queue = new FairQueue<string>();
  const first = queue.push(client("a"), "first");
  queue.push(client("b"), "second");
  queue.remove(first);
  assert.deepEqual([...queue.groups()], ["b"]);
  assert.equal(queue.size, 1);
  assert.equal(queue.shift("b"), "second");
  assert.deepEqual([...queue.groups()], []);
  assert.equal(queue.newestOfLargest, undefined);
  // Whoever is removed can come again, while others of the group wait or not.
  queue.remove(queue.push(client("b", "b1"), "gone"));
  queue.push(client("b", "b2"), "third");
  queue.remove(queue.push(client("b", "b1"), "gone"));
  queue.push(client("b", "b1"), "fourth");
  assert.deepEqual([...queue.groups()], ["b"]);
  assert.deepEqual([queue.shift("b"), queue.shift("b")], ["third", "fourth"]);
});

Deno.test("FairQueue.newestOfLargest - the newest item of the client with the most items", () => {
  const queue = new FairQueue<string>();
  queue.push(client("a", "a1"), "a1 first");
  queue.push(client("a", "a2"), "a2");
  queue.push(client("a", "a1"), "a1 second");
  queue.push(client("b"), "b first");
  const last = queue.push(client("b"), "b second");
  assert.equal(queue.newestOfLargest?.item, "a1 second");
  queue.remove(queue.newestOfLargest!);
  assert.equal(queue.newestOfLargest?.item, "a1 first");
  queue.remove(last);
  const foreseen = [["a", "a1"], ["b", "b"], ["c", "c"]].map(([group, key]) => {
    const isLargest = queue.isLargest(client(group, key));
    const entry = queue.push(client(group, key), "next");
    assert.equal(queue.newestOfLargest === entry, isLargest, key);
    queue.remove(entry);
    return isLargest;
  });
  assert.deepEqual(foreseen, [true, true, false]);
});

Deno.test("FairQueue.isLargest - foresees the newest item of the largest in any queue", () => {
  const key = fc.constantFrom("a1", "a2", "a3", "b1", "b2");
  forAll([fc.array(key, { maxLength: 12 })], (keys) => {
    const queue = new FairQueue<string>();
    for (const key of keys) {
      const isLargest = queue.isLargest(client(key[0], key));
      const entry = queue.push(client(key[0], key), key);
      assert.equal(queue.newestOfLargest === entry, isLargest);
    }
  });
});
