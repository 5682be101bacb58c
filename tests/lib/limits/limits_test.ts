import assert from "node:assert/strict";
import { type Limits, openLimits } from "../../../lib/limits/limits.ts";
import {
  automaticBanKey,
  banRevisionKey,
  counterKey,
  strikesKey,
} from "../../../lib/store/keys.ts";
import { everyBucket, gatedKv, withKv, withKvFile } from "./gated_kv.ts";

const startMs = 1_700_000_000_000;

function openOn(kv: Deno.Kv, now = () => startMs, log = () => {}) {
  return openLimits({ kv, limits: everyBucket(3), now, log, intervalMs: 1 });
}

function takeTimes(limits: Limits, client: string, times: number): number {
  let passed = 0;
  for (let i = 0; i < times; i++) {
    if (limits.take("text", client) === null) passed++;
  }
  return passed;
}

Deno.test("Limits - a restart continues counts and bans", () =>
  withKvFile(async (path) => {
    let nowMs = startMs;
    const now = () => nowMs;
    const kvBefore = await Deno.openKv(path);
    const before = await openOn(kvBefore, now);
    for (let window = 0; window < 10; window++) {
      nowMs += 60_000;
      assert.equal(before.isBanned("banned"), false);
      assert.equal(takeTimes(before, "banned", 4), 3);
    }
    assert.equal(before.isBanned("banned"), true);
    takeTimes(before, "counted", 2);
    await before.close();
    kvBefore.close();

    const kvAfter = await Deno.openKv(path);
    const after = await openOn(kvAfter, now);
    assert.deepEqual(after.size, { counters: 2, strikes: 0, bans: 1 });
    assert.equal(after.isBanned("banned"), true);
    assert.equal(after.isBanned("counted"), false);
    assert.equal(takeTimes(after, "counted", 5), 1);
    await after.close();
    kvAfter.close();
  }));

Deno.test("Limits - a restart within a refused window does not strike twice", () =>
  withKv(async (kv) => {
    for (let restart = 0; restart < 12; restart++) {
      const limits = await openOn(kv);
      takeTimes(limits, "client", 4);
      await limits.close();
    }
    const limits = await openOn(kv);
    assert.equal(limits.isBanned("client"), false);
    assert.deepEqual(limits.size, { counters: 1, strikes: 1, bans: 0 });
  }));

Deno.test("start - writes without being asked", () =>
  withKv(async (kv) => {
    const limits = await openOn(kv);
    limits.start();
    takeTimes(limits, "client", 2);
    const key = counterKey("text", "client");
    while ((await kv.get(key)).value === null) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assert.deepEqual((await kv.get(key)).value, { startMs, count: 2 });
    await limits.close();
  }));

Deno.test("Limits - count on in memory while KV fails, and write it all later", () =>
  withKv(async (kv) => {
    let fault: Error | null = null;
    const failing = gatedKv(
      kv,
      () => fault ? Promise.reject(fault) : Promise.resolve(),
    );
    const lines: unknown[] = [];
    const limits = await openLimits({
      kv: failing,
      limits: everyBucket(3),
      now: () => startMs,
      log: (message) => lines.push(message),
    });
    fault = new Error("no space left");
    assert.equal(takeTimes(limits, "client", 2), 2);
    await limits.flush();
    await limits.flush();
    assert.equal(takeTimes(limits, "client", 2), 1);
    fault = null;
    await limits.flush();
    assert.deepEqual(lines, [
      "The limits cannot be written to KV; they stay in memory.",
      "The limits are written to KV again.",
    ]);
    const { value } = await kv.get(counterKey("text", "client"));
    assert.deepEqual(value, { startMs, count: 3 });
    await limits.close();
  }));

Deno.test("Limits - a closed KV harms no request", async () => {
  const kv = await Deno.openKv(":memory:");
  const lines: unknown[] = [];
  const limits = await openLimits({
    kv,
    limits: everyBucket(3),
    now: () => startMs,
    log: (message) => lines.push(message),
  });
  kv.close();
  assert.equal(takeTimes(limits, "client", 4), 3);
  await limits.flush();
  await limits.close();
  assert.deepEqual(lines, [
    "The limits cannot be written to KV; they stay in memory.",
  ]);
});

const oddValues = [null, 7, "x", [], {}, [null], { startMs: "1", count: 1 }];
for (const odd of oddValues) {
  Deno.test(`Limits - records that are ${JSON.stringify(odd)} are no records, at the start and after`, () =>
    withKv(async (kv) => {
      const put = async () => {
        await kv.set(counterKey("text", "client"), odd);
        await kv.set(strikesKey("client"), odd);
        await kv.set(automaticBanKey("client"), odd);
        await kv.set(banRevisionKey(), odd);
        await kv.set(["limits", "counter", "text", 5], { startMs, count: 1 });
        await kv.set(["limits", "strikes", 5], [{ bucket: "text", startMs }]);
        await kv.set(["bans", "automatic", 5], {
          sinceMs: startMs,
          untilMs: startMs + 1,
        });
      };
      await put();
      const lines: unknown[] = [];
      const limits = await openLimits({
        kv,
        limits: everyBucket(3),
        now: () => startMs,
        log: (message, cause) => lines.push([message, cause]),
      });
      assert.deepEqual(limits.size, { counters: 0, strikes: 0, bans: 0 });
      await put();
      assert.equal(takeTimes(limits, "client", 4), 3);
      await limits.flush();
      assert.deepEqual(lines, []);
      assert.equal(limits.isBanned("client"), false);
      const { value: counter } = await kv.get(counterKey("text", "client"));
      assert.deepEqual(counter, { startMs, count: 3 });
      const { value: strikes } = await kv.get(strikesKey("client"));
      assert.deepEqual(strikes, [{ bucket: "text", startMs }]);
      await limits.close();
    }));
}
