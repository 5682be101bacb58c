import assert from "node:assert/strict";
import fc from "fast-check";
import {
  Counter,
  CounterTable,
  isWindowOpen,
  mergeCounters,
  mergedCounter,
} from "../../../lib/limits/counters.ts";
import { counterKey } from "../../../lib/store/keys.ts";
import { gatedKv, withKv } from "./gated_kv.ts";
import { testIn } from "../../support/test_with.ts";
import { forAll } from "../../support/for_all.ts";

const test = testIn(withKv);

function clientsFromOldest(table: CounterTable): string[] {
  const clients: string[] = [];
  let newer = null;
  for (let at = table.oldest; at !== null; at = at.newer) {
    assert.equal(at.older, newer);
    newer = at;
    clients.push(at.client);
  }
  return clients;
}

Deno.test("CounterTable - separates the buckets", () => {
  const table = new CounterTable(100);
  const text = new Counter("text", "192.0.2.1", 0, "192.0.2.1");
  const scan = new Counter("scan", "192.0.2.1", 0, "192.0.2.1");
  table.add(text);
  table.add(scan);
  assert.equal(table.get("text", "192.0.2.1"), text);
  assert.equal(table.get("scan", "192.0.2.1"), scan);
  assert.equal(table.get("geoip", "192.0.2.1"), undefined);
  assert.equal(table.size, 2);
});

Deno.test("CounterTable - agrees with a list under any additions and deletions", () => {
  const clients = ["a", "b", "c", "d", "e"];
  forAll([fc.array(fc.constantFrom(...clients))], (touched) => {
    const table = new CounterTable(100);
    let model: string[] = [];
    for (const client of touched) {
      const counter = table.get("text", client);
      if (counter === undefined) {
        table.add(new Counter("text", client, 0, client));
        model.push(client);
      } else {
        table.delete(counter);
        model = model.filter((other) => other !== client);
      }
      assert.deepEqual(clientsFromOldest(table), model);
      assert.equal(table.size, model.length);
      for (const other of clients) {
        assert.equal(
          table.get("text", other)?.client,
          model.find((name) => name === other),
        );
      }
    }
  });
});

const windowMs = 60_000;

function counter(startMs: number, count: number, flushedCount: number) {
  return Object.assign(new Counter("text", "a", startMs, "a"), {
    count,
    flushedCount,
  });
}

for (
  const [startMs, open] of [
    [40_000, false],
    [40_001, true],
    [100_000, true],
    [159_999, true],
    [160_000, false],
  ] as const
) {
  Deno.test(`isWindowOpen - for a start ${startMs - 100_000} ms from now: ${open}`, () => {
    assert.equal(isWindowOpen(startMs, 100_000, windowMs), open);
  });
}

Deno.test("mergedCounter - the counter itself if KV has none", () => {
  assert.deepEqual(
    mergedCounter(counter(90_000, 5, 3), null, 100_000, windowMs),
    { startMs: 90_000, count: 5 },
  );
});

Deno.test("mergedCounter - adds new requests and keeps the earlier start", () => {
  const stored = { startMs: 80_000, count: 10 };
  assert.deepEqual(
    mergedCounter(counter(90_000, 5, 3), stored, 100_000, windowMs),
    { startMs: 80_000, count: 12 },
  );
});

Deno.test("mergedCounter - keeps its own start if it is earlier", () => {
  const stored = { startMs: 101_000, count: 10 };
  assert.deepEqual(
    mergedCounter(counter(90_000, 5, 0), stored, 100_000, windowMs),
    { startMs: 90_000, count: 15 },
  );
});

Deno.test("mergedCounter - replaces a window that has ended", () => {
  const stored = { startMs: 40_000, count: 10 };
  assert.deepEqual(
    mergedCounter(counter(90_000, 5, 3), stored, 100_000, windowMs),
    { startMs: 90_000, count: 5 },
  );
});

test("mergeCounters - does not change a later window of another process", async (kv) => {
  const stored = { startMs: 95_000, count: 2 };
  await kv.set(counterKey("text", "a"), stored);
  const ended = counter(40_000, 9, 4);
  const written: Counter[] = [];
  await mergeCounters([ended], {
    kv,
    now: () => 100_000,
    windowMs,
    onFlushed: (counter) => written.push(counter),
  });
  assert.deepEqual((await kv.get(counterKey("text", "a"))).value, stored);
  assert.equal(ended.flushedCount, 9);
  assert.deepEqual(written, [ended]);
});

test("mergeCounters - retries after a conflict", async (kv) => {
  const key = counterKey("text", "a");
  let calls = 0;
  const racing = gatedKv(kv, async () => {
    // The second call is the commit: another process writes between read and commit.
    if (++calls === 2) await kv.set(key, { startMs: 99_000, count: 7 });
  });
  const own = counter(98_000, 3, 0);
  await mergeCounters([own], {
    kv: racing,
    now: () => 100_000,
    windowMs,
    onFlushed: () => {},
  });
  assert.equal(calls, 4);
  assert.deepEqual((await kv.get(key)).value, { startMs: 98_000, count: 10 });
  assert.equal(own.count, 10);
  assert.equal(own.flushedCount, 10);
});

test("mergeCounters - gives up after five conflicts without losing requests", async (kv) => {
  const key = counterKey("text", "a");
  let calls = 0;
  const racing = gatedKv(kv, async () => {
    if (++calls % 2 === 0) {
      await kv.set(key, { startMs: 99_000, count: calls });
    }
  });
  const own = counter(98_000, 3, 0);
  await mergeCounters([own], {
    kv: racing,
    now: () => 100_000,
    windowMs,
    onFlushed: () => assert.fail("nothing was written"),
  });
  assert.equal(calls, 10);
  assert.equal(own.count, 3);
  assert.equal(own.flushedCount, 0);
});

test("mergeCounters - merges a hundred counters in one commit", async (kv) => {
  const counters = Array.from(
    { length: 100 },
    (_, i) =>
      Object.assign(new Counter("text", String(i), 90_000, "a"), {
        count: i + 1,
      }),
  );
  await kv.set(counterKey("text", "42"), { startMs: 80_000, count: 1000 });
  let calls = 0;
  const counted = gatedKv(kv, () => Promise.resolve(void calls++));
  const context = { kv: counted, now: () => 100_000, windowMs };
  await mergeCounters(counters, { ...context, onFlushed: () => {} });
  assert.equal(calls, 11);
  const { value } = await kv.get(counterKey("text", "99"));
  assert.deepEqual(value, { startMs: 90_000, count: 100 });
  assert.equal(counters[42].count, 1043);
  assert.equal(counters[42].startMs, 80_000);
});
