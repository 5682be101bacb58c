import assert from "node:assert/strict";
import { type Limits, openLimits } from "../../../lib/limits/limits.ts";
import {
  automaticBanKey,
  banRevisionKey,
  counterKey,
  strikesKey,
} from "../../../lib/store/keys.ts";
import { ManualBans } from "../../../lib/limits/manual_bans.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import { everyBucket, gatedKv, withKv, withKvFile } from "./gated_kv.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

const startMs = 1_700_000_000_000;

function openOn(kv: Deno.Kv, now = () => startMs, log = () => {}, limit = 3) {
  const limits = everyBucket(limit);
  return openLimits({ kv, limits, now, log, intervalMs: 1 });
}

function takeTimes(limits: Limits, client: string, times: number): number {
  let passed = 0;
  for (let i = 0; i < times; i++) {
    if (limits.take("text", client) === null) passed++;
  }
  return passed;
}

Deno.test("Limits.load - continues counts and bans after a restart", () =>
  withKvFile(async (path) => {
    let nowMs = startMs;
    const now = () => nowMs;
    const kvBefore = await Deno.openKv(path);
    const before = await openOn(kvBefore, now);
    for (let window = 0; window < 10; window++) {
      nowMs += 60_000;
      assert.equal(before.banEndMs("banned"), null);
      assert.equal(takeTimes(before, "banned", 4), 3);
    }
    assert.notEqual(before.banEndMs("banned"), null);
    takeTimes(before, "counted", 2);
    await before.close();
    kvBefore.close();

    const kvAfter = await Deno.openKv(path);
    const after = await openOn(kvAfter, now);
    assert.deepEqual(after.size, { counters: 2, strikes: 0, bans: 1 });
    assert.notEqual(after.banEndMs("banned"), null);
    assert.equal(after.banEndMs("counted"), null);
    assert.equal(takeTimes(after, "counted", 5), 1);
    await after.close();
    kvAfter.close();
  }));

test("Limits.close - writes the counts of clients with few requests, too", async (kv) => {
  const before = await openOn(kv, undefined, undefined, 100);
  takeTimes(before, "few", 3);
  await before.flush();
  const unwritten = await openOn(kv, undefined, undefined, 100);
  assert.equal(unwritten.status("text", "few")?.remaining, 100);
  await unwritten.close();
  await before.close();
  const after = await openOn(kv, undefined, undefined, 100);
  assert.equal(after.status("text", "few")?.remaining, 97);
  await after.close();
});

test("Limits.load - an exceeded window does not strike twice after a restart", async (kv) => {
  for (let restart = 0; restart < 12; restart++) {
    const limits = await openOn(kv);
    takeTimes(limits, "client", 4);
    await limits.close();
  }
  const limits = await openOn(kv);
  assert.equal(limits.banEndMs("client"), null);
  assert.deepEqual(limits.size, { counters: 1, strikes: 1, bans: 0 });
});

test("Limits.start - flushes at the interval", async (kv) => {
  const limits = await openOn(kv);
  limits.start();
  takeTimes(limits, "client", 2);
  const key = counterKey("text", "client");
  while ((await kv.get(key)).value === null) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.deepEqual((await kv.get(key)).value, { startMs, count: 2 });
  await limits.close();
});

test("Limits.take - counts in memory while KV fails, and writes everything later", async (kv) => {
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
});

Deno.test("Limits.take - works with a closed KV", async () => {
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
  test(`Limits - ignores records that are ${JSON.stringify(odd)}, at the start and later`, async (kv) => {
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
    assert.equal(limits.banEndMs("client"), null);
    const { value: counter } = await kv.get(counterKey("text", "client"));
    assert.deepEqual(counter, { startMs, count: 3 });
    const { value: strikes } = await kv.get(strikesKey("client"));
    assert.deepEqual(strikes, [{ bucket: "text", startMs }]);
    await limits.close();
  });
}

const admin = { name: "admin@example.net", accountId: "1" };

/** An instance: limits that ban after the first exceeded window, and manual bans. */
async function instanceOn(kv: Deno.Kv) {
  const limits = await openLimits({
    kv,
    limits: everyBucket(3),
    now: () => startMs,
    log: (message) => assert.fail(message),
    maxStrikes: 1,
  });
  const store = new Store({ kv, timeoutMs: 60_000 });
  const manualBans = new ManualBans({
    store,
    now: () => startMs,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  });
  const poller = new KvChangePoller({
    store,
    keys: [limits.polledKey, manualBans.polledKey],
    log: (message) => assert.fail(message),
  });
  const ip = parseIp("192.0.2.1");
  assert(ip !== null);
  const state = () =>
    [limits.banEndMs("192.0.2.1"), manualBans.blocks.banEndMs(ip)]
      .map((endMs) => endMs !== null);
  return { limits, manualBans, poller, state };
}

Deno.test("Limits - a manual and an automatic ban of one address are independent, on every instance", () =>
  withKvFile(async (path) => {
    const kvs = [await Deno.openKv(path), await Deno.openKv(path)];
    const a = await instanceOn(kvs[0]);
    const b = await instanceOn(kvs[1]);
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    takeTimes(a.limits, "192.0.2.1", 4);
    await a.limits.flush();
    const cidr = parseCidr("192.0.2.1");
    assert(cidr !== null);
    const reason = "";
    const ban = await a.manualBans.add({ cidr, untilMs: null, reason }, admin);
    assert.deepEqual([a.state(), b.state()], [[true, true], [false, false]]);
    await b.poller.poll();
    assert.deepEqual(b.state(), [true, true]);
    assert.deepEqual(b.limits.listAutomaticBans(), [{
      client: "192.0.2.1",
      sinceMs: startMs,
      untilMs: startMs + 3_600_000,
    }]);
    await b.limits.liftAutomaticBan("192.0.2.1", admin);
    await a.poller.poll();
    assert.deepEqual([a.state(), b.state()], [[false, true], [false, true]]);
    await b.manualBans.lift(ban.id, admin);
    await a.poller.poll();
    assert.deepEqual([a.state(), b.state()], [[false, false], [false, false]]);
    for (const { limits } of [a, b]) await limits.close();
    for (const kv of kvs) kv.close();
  }));

test("Limits.take - failed sign-ins to an account ban nobody", async (kv) => {
  const { limits } = await instanceOn(kv);
  assert.equal(takeTimes(limits, "account:a@example.net", 9), 3);
  assert.equal(limits.banEndMs("account:a@example.net"), null);
  assert.deepEqual(limits.size, { counters: 1, strikes: 0, bans: 0 });
  assert.equal(takeTimes(limits, "192.0.2.1", 4), 3);
  assert.notEqual(limits.banEndMs("192.0.2.1"), null);
  await limits.close();
});
