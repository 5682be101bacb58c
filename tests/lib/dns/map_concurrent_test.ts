import assert from "node:assert/strict";
import { mapConcurrent, YieldBudget } from "../../../lib/dns/map_concurrent.ts";

type Settle = (outcome: number) => void;

/** Outcomes, two at a time and ten times the item unless a test wants others. */
function outcomesOf(
  items: Iterable<number> | AsyncIterable<number>,
  each = (item: number, settle: Settle): unknown =>
    queueMicrotask(() => settle(item * 10)),
  options: Partial<Parameters<typeof mapConcurrent>[2]> = {},
) {
  const { signal } = new AbortController();
  const limits = { concurrency: 2, signal, ...options };
  return mapConcurrent<number, number>(items, each, limits);
}

/** The first numbers, which take a turn each. */
async function* slowly(count: number, onClose = () => {}) {
  try {
    for (let i = 0; i < count; i++) yield await Promise.resolve(i);
  } finally {
    onClose();
  }
}

function* endless(onClose: () => void): Generator<number> {
  try {
    for (let i = 0;; i++) yield i;
  } finally {
    onClose();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

Deno.test("mapConcurrent - yields the outcome of each item", async () => {
  const seven = { concurrency: 7 };
  for (const items of [numbers(100), slowly(100), []]) {
    const outcomes = outcomesOf(items, undefined, seven);
    const wanted = Array.isArray(items) ? items : numbers(100);
    const found = await Array.fromAsync(outcomes);
    assert.deepEqual(found, wanted.map((i) => i * 10));
  }
});

Deno.test("mapConcurrent - yields in the order of the outcomes", async () => {
  const settles: Settle[] = [];
  const outcomes = outcomesOf([1, 2], (_, settle) => settles.push(settle));
  const first = outcomes.next();
  await Promise.resolve();
  settles[1](22);
  assert.deepEqual(await first, { value: 22, done: false });
  settles[0](11);
  assert.deepEqual(await outcomes.next(), { value: 11, done: false });
  assert.deepEqual(await outcomes.next(), { value: undefined, done: true });
});

Deno.test("mapConcurrent - limits concurrency, and how far it reads ahead", async () => {
  let started = 0;
  let underWay = 0;
  let most = 0;
  const outcomes = outcomesOf(slowly(1000), (item, settle) => {
    started++;
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      settle(item);
    }, 0);
  }, { concurrency: 5 });
  await outcomes.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert(started <= 10, `${started} were started`);
  let read = 1;
  for await (const _ of outcomes) read++;
  assert.equal(read, 1000);
  assert.equal(most, 5);
});

Deno.test("mapConcurrent - yields to the event loop if outcomes are immediate", async () => {
  let started = 0;
  const startedByTurn = new Promise<number>((resolve) =>
    setTimeout(() => resolve(started), 1)
  );
  const outcomes = Array.fromAsync(outcomesOf(numbers(100), (item, settle) => {
    started++;
    queueMicrotask(() => settle(item));
  }, { concurrency: 7, perTurn: () => 10 }));
  assert.equal(await startedByTurn, 10);
  assert.equal((await outcomes).length, 100);
});

Deno.test("mapConcurrent - ends when the signal aborts, and closes its source", async () => {
  for (const isWaiting of [true, false]) {
    const controller = new AbortController();
    let isClosed = false;
    const items = endless(() => isClosed = true);
    const each = isWaiting ? () => {} : undefined;
    const { signal } = controller;
    const outcomes = outcomesOf(items, each, { signal });
    if (!isWaiting) await outcomes.next();
    const next = outcomes.next();
    if (isWaiting) setTimeout(() => controller.abort("gone"), 0);
    else {
      await next;
      controller.abort("gone");
    }
    const last = isWaiting ? next : outcomes.next();
    await assert.rejects(last, (reason) => reason === "gone");
    assert.equal(isClosed, true);
  }
});

Deno.test("mapConcurrent - closes its source when the reader stops", async () => {
  let isClosed = false;
  const items = slowly(Infinity, () => isClosed = true);
  for await (const _ of outcomesOf(items)) break;
  assert.equal(isClosed, true);
});

Deno.test("mapConcurrent - throws the error of its source", async () => {
  const failure = new Error("no more");
  function* iterable() {
    yield 1;
    throw failure;
  }
  async function* asyncIterable() {
    yield await Promise.resolve(1);
    throw failure;
  }
  for (const items of [iterable(), asyncIterable()]) {
    await assert.rejects(Array.fromAsync(outcomesOf(items)), failure);
  }
});

Deno.test("YieldBudget.perTurn - a single scan may query much, several share less", () => {
  const share = new YieldBudget();
  const scans = [share.begin()];
  assert.equal(share.perTurn, 512);
  scans.push(share.begin());
  assert.equal(share.perTurn, 32);
  scans.push(share.begin(), share.begin());
  assert.equal(share.perTurn, 16);
  for (const scan of scans.splice(1)) scan[Symbol.dispose]();
  assert.equal(share.perTurn, 512);
});

Deno.test("YieldBudget.perTurn - each of very many may query one", () => {
  const share = new YieldBudget();
  for (let i = 0; i < 100; i++) share.begin();
  assert.equal(share.perTurn, 1);
});
