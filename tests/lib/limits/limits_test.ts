import assert from "node:assert/strict";
import { type Limits, openLimits } from "../../../lib/limits/limits.ts";
import {
  automaticBanKey,
  banRevisionKey,
  counterKey,
  strikesKey,
} from "../../../lib/store/keys.ts";
import { ManualBans } from "../../../lib/limits/manual_bans.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import {
  admin,
  everyBucket,
  failingKv,
  startMs,
  test,
  withTwoHandles,
} from "./gated_kv.ts";
import { pause, random } from "../accounts/fixture.ts";
import { cidr, ip } from "../../support/address.ts";

type LimitsOptions = Parameters<typeof openLimits>[0];

function openOn(
  kv: Deno.Kv,
  { limit = 3, ...options }: Partial<LimitsOptions> & { limit?: number } = {},
) {
  const limits = everyBucket(limit);
  const now = () => startMs;
  return openLimits({ kv, limits, now, log() {}, intervalMs: 1, ...options });
}

function takeTimes(limits: Limits, client: string, times: number): number {
  return Array.from({ length: times }, () => limits.take("text", client))
    .filter((refusal) => refusal === null).length;
}

Deno.test("Limits.load - continues counts and bans after a restart", () =>
  withTwoHandles(async ([kvBefore, kvAfter]) => {
    let nowMs = startMs;
    const now = () => nowMs;
    const before = await openOn(kvBefore, { now });
    for (let window = 0; window < 10; window++) {
      nowMs += 60_000;
      assert.equal(before.banEndMs("banned"), null);
      assert.equal(takeTimes(before, "banned", 4), 3);
    }
    assert.notEqual(before.banEndMs("banned"), null);
    takeTimes(before, "counted", 2);
    await before.close();

    const after = await openOn(kvAfter, { now });
    assert.deepEqual(after.size, { counters: 2, strikes: 0, bans: 1 });
    assert.notEqual(after.banEndMs("banned"), null);
    assert.equal(after.banEndMs("counted"), null);
    assert.equal(takeTimes(after, "counted", 5), 1);
    await after.close();
  }));

test("Limits.close - writes the counts of clients with few requests, too", async (kv) => {
  const stored = async () => {
    const limits = await openOn(kv, { limit: 100 });
    await limits.close();
    return limits.status("text", "few")?.remaining;
  };
  const before = await openOn(kv, { limit: 100 });
  takeTimes(before, "few", 3);
  await before.flush();
  assert.equal(await stored(), 100);
  await before.close();
  assert.equal(await stored(), 97);
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
  while ((await kv.get(key)).value === null) await pause(1);
  assert.deepEqual((await kv.get(key)).value, { startMs, count: 2 });
  await limits.close();
});

const FAILS = "The limits cannot be written to KV; they stay in memory.";

test("Limits.take - counts in memory while KV fails, and writes everything later", async (kv) => {
  const { failing, fault } = failingKv(kv);
  const lines: unknown[] = [];
  const limits = await openOn(failing, { log: (line) => lines.push(line) });
  fault.error = new Error("no space left");
  assert.equal(takeTimes(limits, "client", 2), 2);
  await limits.flush();
  await limits.flush();
  assert.equal(takeTimes(limits, "client", 2), 1);
  fault.error = null;
  await limits.flush();
  assert.deepEqual(lines, [FAILS, "The limits are written to KV again."]);
  const { value } = await kv.get(counterKey("text", "client"));
  assert.deepEqual(value, { startMs, count: 3 });
  await limits.close();
});

Deno.test("Limits.take - works with a closed KV", async () => {
  const kv = await Deno.openKv(":memory:");
  const lines: unknown[] = [];
  const limits = await openOn(kv, { log: (line) => lines.push(line) });
  kv.close();
  assert.equal(takeTimes(limits, "client", 4), 3);
  await limits.flush();
  await limits.close();
  assert.deepEqual(lines, [FAILS]);
});

const oddValues = [null, 7, "x", [], {}, [null], { startMs: "1", count: 1 }];
for (const odd of oddValues) {
  test(`Limits - ignores records that are ${JSON.stringify(odd)}, at the start and later`, async (kv) => {
    const put = async () => {
      await kv.set(counterKey("text", "client"), odd);
      await kv.set(strikesKey("client"), odd);
      await kv.set(automaticBanKey("client"), odd);
      await kv.set(banRevisionKey(), odd);
      const ban = { sinceMs: startMs, untilMs: startMs + 1 };
      await kv.set(["limits", "counter", "text", 5], { startMs, count: 1 });
      await kv.set(["limits", "strikes", 5], [{ bucket: "text", startMs }]);
      await kv.set(["bans", "automatic", 5], ban);
    };
    await put();
    const lines: unknown[] = [];
    const limits = await openOn(kv, { log: (line) => lines.push(line) });
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

/** An instance: limits that ban after the first exceeded window, and manual bans. */
async function instanceOn(kv: Deno.Kv) {
  const log = (message: string) => assert.fail(message);
  const limits = await openOn(kv, { log, maxStrikes: 1 });
  const store = new Store({ kv, timeoutMs: 60_000 });
  const manualBans = new ManualBans({ store, now: () => startMs, random });
  const keys = [limits.polledKey, manualBans.polledKey];
  const poller = new KvChangePoller({ store, keys, log });
  const state = () => [
    limits.banEndMs("192.0.2.1") !== null,
    manualBans.blocks.banEndMs(ip("192.0.2.1")) !== null,
  ];
  return { limits, manualBans, poller, state };
}

Deno.test("Limits - a manual and an automatic ban of one address are independent, on every instance", () =>
  withTwoHandles(async (kvs) => {
    const [a, b] = await Promise.all(kvs.map(instanceOn));
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    takeTimes(a.limits, "192.0.2.1", 4);
    await a.limits.flush();
    const block = { cidr: cidr("192.0.2.1"), untilMs: null, reason: "" };
    const ban = await a.manualBans.add(block, admin);
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
