import assert from "node:assert/strict";
import fc from "fast-check";
import {
  Counter,
  isWindowOpen,
  mergeCounters,
  mergedCounter,
  parseCounter,
} from "../../../lib/limits/counters.ts";
import { CounterTable } from "../../../lib/limits/counter_table.ts";
import { NetworkShares, type Place } from "../../../lib/limits/fair_table.ts";
import { counterKey } from "../../../lib/store/keys.ts";
import { gatedKv, test } from "./gated_kv.ts";
import { forAll } from "../../support/for_all.ts";

function clientsFromOldest(table: CounterTable): string[] {
  const clients: string[] = [];
  for (let at = table.oldest; at !== 0; at = table.newer(at)) {
    clients.push(table.client(at));
  }
  return clients;
}

Deno.test("CounterTable - separates the buckets", () => {
  const table = new CounterTable(100);
  const [text, scan] = (["text", "scan"] as const).map((bucket) =>
    table.add(bucket, "192.0.2.1", 0, "192.0.2.1")
  );
  assert.equal(table.find("text", "192.0.2.1"), text);
  assert.equal(table.find("scan", "192.0.2.1"), scan);
  assert.equal(table.find("geoip", "192.0.2.1"), 0);
  assert.equal(table.size, 2);
  const buckets = [text, scan].map((at) => table.bucket(at));
  assert.deepEqual(buckets, ["text", "scan"]);
});

Deno.test("CounterTable - agrees with a list under any additions and deletions, in all threads", () => {
  const clients = ["a", "b", "c", "d", "e"];
  forAll([fc.array(fc.constantFrom(...clients))], (touched) => {
    const table = new CounterTable(100);
    const other = new CounterTable(100, table.buffer);
    let model: string[] = [];
    for (const [i, client] of touched.entries()) {
      const used = i % 2 === 0 ? table : other;
      const counter = used.find("text", client);
      if (counter === 0) {
        used.add("text", client, 0, client);
        model.push(client);
      } else {
        used.delete(counter);
        model = model.filter((other) => other !== client);
      }
      assert.deepEqual(clientsFromOldest(table), model);
      assert.equal(other.size, model.length);
      for (const name of clients) {
        const at = other.find("text", name);
        const found = at !== 0 && other.client(at);
        assert.equal(found, model.includes(name) && name);
      }
    }
  });
});

Deno.test("CounterTable - deletes the oldest of the network with the most, as NetworkShares says", () => {
  const max = 40;
  const networks = ["a", "b", "c", "d"];
  const clients = fc.array(
    fc.tuple(fc.constantFrom(...networks), fc.nat({ max: 30 })),
    { maxLength: 200 },
  );
  forAll([clients], (added) => {
    const table = new CounterTable(max);
    const shares = new NetworkShares<string>(max);
    const places = new Map<string, Place<string>>();
    for (const [network, i] of added) {
      const client = `${network}${i}`;
      if (places.has(client)) continue;
      const excess = shares.excess(network);
      if (excess !== undefined) {
        shares.remove(places.get(excess)!);
        places.delete(excess);
      }
      places.set(client, shares.add(network, client));
      table.add("text", client, 0, network);
      assert.deepEqual(clientsFromOldest(table), [...places.keys()]);
    }
  });
});

const windowMs = 60_000;

const table = new CounterTable(1000);

function counter(
  startMs: number,
  count: number,
  flushedCount = 0,
  client = "a",
) {
  const known = table.find("text", client);
  if (known) table.delete(known);
  const at = table.add("text", client, startMs, client);
  table.count[at] = count;
  table.flushedCount[at] = flushedCount;
  table.unflush(at);
  return new Counter(table, at);
}

const cases = [
  [40_000, false],
  [40_001, true],
  [100_000, true],
  [159_999, true],
  [160_000, false],
] as const;
for (const [startMs, open] of cases) {
  Deno.test(`isWindowOpen - for a start ${startMs - 100_000} ms from now: ${open}`, () => {
    assert.equal(isWindowOpen(startMs, 100_000, windowMs), open);
  });
}

const merges = [
  ["the counter itself if KV has none", 3, null, [90_000, 5]],
  ["adds new requests and keeps the earlier start", 3, 80_000, [80_000, 12]],
  ["keeps its own start if it is earlier", 0, 101_000, [90_000, 15]],
  ["replaces a window that has ended", 3, 40_000, [90_000, 5]],
] as const;
for (const [what, flushed, storedMs, [startMs, count]] of merges) {
  Deno.test(`mergedCounter - ${what}`, () => {
    const stored = storedMs === null ? null : { startMs: storedMs, count: 10 };
    const own = counter(90_000, 5, flushed);
    const merged = mergedCounter(own, stored, 100_000, windowMs);
    assert.deepEqual(merged, { startMs, count });
  });
}

const KEY = counterKey("text", "a");

/** Merges them at 100,000 ms; `gate` is called before each read and commit. */
async function merge(
  kv: Deno.Kv,
  counters: Counter[],
  gate: (call: number) => unknown = () => {},
): Promise<number> {
  let calls = 0;
  const gated = gatedKv(kv, async () => {
    await gate(++calls);
  });
  const context = { table, kv: gated, now: () => 100_000, windowMs };
  await mergeCounters(counters, context);
  for (const one of counters) one.read();
  return calls;
}

test("mergeCounters - does not change a later window of another process", async (kv) => {
  const stored = { startMs: 95_000, count: 2 };
  await kv.set(KEY, stored);
  const ended = counter(40_000, 9, 4);
  await merge(kv, [ended]);
  assert.deepEqual((await kv.get(KEY)).value, stored);
  assert.equal(ended.flushedCount, 9);
  assert.equal(ended.requeue(), false);
});

test("mergeCounters - retries after a conflict", async (kv) => {
  const own = counter(98_000, 3);
  const calls = await merge(kv, [own], async (call) => {
    // The second call is the commit: another process writes between read and commit.
    if (call === 2) await kv.set(KEY, { startMs: 99_000, count: 7 });
  });
  assert.equal(calls, 4);
  assert.deepEqual((await kv.get(KEY)).value, { startMs: 98_000, count: 10 });
  assert.deepEqual([own.count, own.flushedCount], [10, 10]);
});

test("mergeCounters - gives up after five conflicts without losing requests", async (kv) => {
  const own = counter(98_000, 3);
  const calls = await merge(kv, [own], async (call) => {
    if (call % 2 === 0) await kv.set(KEY, { startMs: 99_000, count: call });
  });
  assert(own.requeue());
  assert.equal(calls, 10);
  assert.deepEqual([own.count, own.flushedCount], [3, 0]);
});

test("mergeCounters - merges a hundred counters in one commit", async (kv) => {
  const counters = Array.from(
    { length: 100 },
    (_, i) => counter(90_000, i + 1, 0, String(i)),
  );
  await kv.set(counterKey("text", "42"), { startMs: 80_000, count: 1000 });
  assert.equal(await merge(kv, counters), 11);
  const { value } = await kv.get(counterKey("text", "99"));
  assert.deepEqual(value, { startMs: 90_000, count: 100 });
  const { startMs, count } = counters[42];
  assert.deepEqual([startMs, count], [80_000, 1043]);
});

test("mergeCounters - keeps what other threads count meanwhile, and leaves a later window alone", async (kv) => {
  const own = counter(98_000, 3, 0, "b");
  const gone = counter(98_000, 3, 0, "c");
  await merge(kv, [own, gone], (call) => {
    if (call !== 2) return;
    table.count[table.find("text", "b")] += 2;
    counter(100_000, 1, 0, "c");
  });
  assert.deepEqual([own.count, own.flushedCount], [5, 3]);
  assert(own.requeue());
  const later = table.find("text", "c");
  assert.deepEqual([table.count[later], table.flushedCount[later]], [1, 0]);
});

Deno.test("parseCounter - null for anything but a counter", () => {
  const none = { startMs: 1, count: 0 };
  assert.deepEqual(parseCounter(none), none);
  const malformed = [
    ...[null, undefined, 5, "x", [], {}],
    { startMs: 1 },
    { startMs: "1", count: 1 },
    { startMs: NaN, count: 1 },
    { startMs: 1, count: -1 },
    { startMs: 1, count: 0.5 },
    { startMs: 1, count: Infinity },
    { startMs: 1n, count: 1n },
  ];
  for (const odd of malformed) assert.equal(parseCounter(odd), null);
});

Deno.test("parseCounter - never throws", () =>
  forAll([fc.anything()], (value) => void parseCounter(value)));
