import assert from "node:assert/strict";
import {
  KvChangePoller,
  type PolledKey,
} from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import {
  failingKv,
  gatedKv,
  test,
  withTwoHandles,
} from "../limits/gated_kv.ts";
import { pause } from "../accounts/fixture.ts";

/** A polled key that records its changes. */
function recordingKey(name: string, changes: unknown[]): PolledKey {
  const onChange = ({ value }: Deno.KvEntryMaybe<unknown>) =>
    Promise.resolve(void changes.push(value));
  return { key: [name], onChange };
}

function liveOn(kv: Deno.Kv, keys: readonly PolledKey[]) {
  const lines: string[] = [];
  const log = (message: string) => lines.push(message);
  const store = new Store({ kv, timeoutMs: 60_000 });
  const poller = new KvChangePoller({ store, keys, log, intervalMs: 1 });
  return { poller, lines };
}

const begins =
  "Changes by other instances cannot be read from KV; the last known state stays in effect.";
const ends = "Changes by other instances are read from KV again.";

Deno.test("KvChangePoller.poll - reports every key first, then what another handle changed", () =>
  withTwoHandles(async ([own, other]) => {
    await other.set(["a"], 1);
    const a: unknown[] = [];
    const b: unknown[] = [];
    const keys = [recordingKey("a", a), recordingKey("b", b)];
    const { poller, lines } = liveOn(own, keys);
    await poller.poll();
    assert.deepEqual([a, b], [[1], [null]]);
    await poller.poll();
    assert.deepEqual([a, b], [[1], [null]]);
    await other.set(["b"], 2);
    await poller.poll();
    assert.deepEqual([a, b], [[1], [null, 2]]);
    await other.delete(["a"]);
    // Writing the same value again is also a change.
    await other.set(["b"], 2);
    await poller.poll();
    await poller.poll();
    assert.deepEqual([a, b], [[1, null], [null, 2, 2]]);
    assert.deepEqual(lines, []);
  }));

test("KvChangePoller.poll - keeps the last state while KV fails, and logs it once", async (kv) => {
  const { failing, fault } = failingKv(kv);
  const changes: unknown[] = [];
  const { poller, lines } = liveOn(failing, [recordingKey("a", changes)]);
  await kv.set(["a"], 1);
  await poller.poll();
  await kv.set(["a"], 2);
  fault.error = new Error("no network");
  await poller.poll();
  await poller.poll();
  assert.deepEqual([changes, lines], [[1], [begins]]);
  fault.error = null;
  await poller.poll();
  await poller.poll();
  assert.deepEqual([changes, lines], [[1, 2], [begins, ends]]);
});

test("KvChangePoller.poll - repeats a failed handler, and no other", async (kv) => {
  let failures = 2;
  const late: unknown[] = [];
  const changes: unknown[] = [];
  const failing: PolledKey = {
    key: ["a"],
    onChange({ value }) {
      if (failures-- > 0) return Promise.reject(new Error("not yet"));
      return Promise.resolve(void late.push(value));
    },
  };
  const keys = [failing, recordingKey("b", changes)];
  const { poller, lines } = liveOn(kv, keys);
  await kv.set(["a"], 1);
  await poller.poll();
  await poller.poll();
  assert.deepEqual([late, changes, lines], [[], [null], [begins]]);
  await poller.poll();
  await poller.poll();
  assert.deepEqual([late, changes, lines], [[1], [null], [begins, ends]]);
});

test("KvChangePoller.poll - runs one at a time and handles what was committed before it", async (kv) => {
  const taking = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const changes: unknown[] = [];
  const { poller } = liveOn(kv, [{
    key: ["a"],
    async onChange({ value }) {
      most = Math.max(most, ++running);
      await taking.promise;
      changes.push(value);
      running--;
    },
  }]);
  const first = poller.poll();
  while (running === 0) await kv.get(["a"]);
  await kv.set(["a"], 1);
  const second = poller.poll();
  taking.resolve();
  await first;
  assert.deepEqual(changes, [null]);
  await second;
  assert.deepEqual([changes, most], [[null, 1], 1]);
});

test("KvChangePoller.start - polls until closed", async (kv) => {
  const changes: unknown[] = [];
  const { poller } = liveOn(kv, [recordingKey("a", changes)]);
  poller.start();
  poller.start();
  while (changes.length === 0) await pause(1);
  await kv.set(["a"], 1);
  while (changes.length === 1) await pause(1);
  await poller.close();
  await kv.set(["a"], 2);
  await pause(20);
  assert.deepEqual(changes, [null, 1]);
});

test("KvChangePoller.start - starts no poll while one is under way", async (kv) => {
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const gated = gatedKv(kv, () => (reads++, gate.promise));
  const { poller } = liveOn(gated, [recordingKey("a", [])]);
  poller.start();
  for (let turn = 0; reads === 0 || turn < 20; turn++) await pause(1);
  const closed = poller.close();
  gate.resolve();
  await closed;
  assert.equal(reads, 1);
});

test("KvChangePoller.close - waits for the poll under way", async (kv) => {
  const gate = Promise.withResolvers<void>();
  let isDone = false;
  const { poller } = liveOn(kv, [{
    key: ["a"],
    async onChange() {
      await gate.promise;
      isDone = true;
    },
  }]);
  poller.poll();
  const closed = poller.close();
  gate.resolve();
  await closed;
  assert.equal(isDone, true);
});
