import assert from "node:assert/strict";
import { bucketLimits } from "../../../lib/limits/bucket.ts";
import {
  CounterTable,
  MAX_COUNTERS,
} from "../../../lib/limits/counter_table.ts";
import { Limits } from "../../../lib/limits/limits.ts";
import {
  MAX_BANNED,
  SharedBans,
  ThreadLimits,
} from "../../../lib/limits/thread_limits.ts";
import { readConfig } from "../../../lib/app/config.ts";
import { times } from "../accounts/fixture.ts";
import { test } from "./gated_kv.ts";

const CLIENT = "192.0.2.1";

/** The main thread's limits, and those of another thread, which share a clock. */
function twoThreads(kv: Deno.Kv) {
  const clock = { nowMs: Date.UTC(2026, 10, 28) };
  const usual = bucketLimits(readConfig(() => undefined));
  const limits = { ...usual, text: 10, jsonip: 2 };
  const options = { limits, now: () => clock.nowMs };
  const main = new Limits({ kv, ...options, maxStrikes: 2, log() {} });
  const thread = new ThreadLimits({
    ...options,
    shared: main.share(),
    number: 1,
    strike: (...strike) => main.strike(...strike),
  });
  return { main, thread, clock };
}

test("ThreadLimits.take - both threads together serve the limit", (kv) => {
  const { main, thread } = twoThreads(kv);
  const outcomes = times(
    15,
    (i) => (i % 3 === 0 ? main : thread).take("text", CLIENT) === null,
  );
  assert.deepEqual(outcomes, outcomes.map((_, i) => i < 10));
  assert.equal(main.rejectedCounts.text, 5);
  assert.deepEqual(thread.status("text", CLIENT)?.remaining, 0);
  main.refund("text", CLIENT);
  assert.equal(thread.take("text", CLIENT), null);
  assert(main.take("text", CLIENT));
});

test("ThreadLimits - what a thread counts is written, and survives a restart", async (kv) => {
  const { main, thread } = twoThreads(kv);
  for (let i = 0; i < 9; i++) thread.take("text", CLIENT);
  await main.flush();
  const again = twoThreads(kv);
  await again.main.load();
  assert.equal(again.thread.take("text", CLIENT), null);
  assert(again.thread.take("text", CLIENT));
});

test("ThreadLimits.banEndMs - a ban holds at once in all threads, until it is lifted or ends", async (kv) => {
  const { main, thread, clock } = twoThreads(kv);
  for (const bucket of ["text", "jsonip"] as const) {
    assert.equal(thread.banEndMs(CLIENT), null);
    for (let i = 0; i < 11; i++) thread.take(bucket, CLIENT);
  }
  const endMs = clock.nowMs + 3_600_000;
  for (const one of [main, thread]) assert.equal(one.banEndMs(CLIENT), endMs);
  assert.equal(thread.banEndMs("192.0.2.2"), null);
  await main.flush();
  // A clock that was set back doesn't make it longer.
  clock.nowMs -= 1_000_000;
  assert.equal(thread.banEndMs(CLIENT), clock.nowMs + 3_600_000);
  clock.nowMs = endMs;
  assert.equal(thread.banEndMs(CLIENT), null);
  clock.nowMs = endMs - 1;
  assert.equal(thread.banEndMs(CLIENT), endMs);
  await main.liftAutomaticBan(CLIENT, { name: "a test", accountId: null });
  assert.equal(thread.banEndMs(CLIENT), null);
});

test("Limits.release - a thread that ended while it counted blocks no other one", async (kv) => {
  const { main, thread } = twoThreads(kv);
  for (let i = 0; i < 15; i++) thread.take("text", CLIENT);
  // Nothing happens if it held nothing.
  main.release(1);
  assert(main.take("text", CLIENT));
  const { counters, bans } = main.share();
  const tables = [
    new CounterTable(MAX_COUNTERS, counters),
    new SharedBans(MAX_BANNED, bans),
  ];
  for (const table of tables) {
    table.lock.thread = 1;
    table.lock.enter();
  }
  main.release(2);
  main.release(1);
  // What it had begun may be damaged, so counting begins again.
  const outcomes = times(
    12,
    (i) => (i % 2 ? main : thread).take("text", CLIENT) === null,
  );
  assert.deepEqual(outcomes, outcomes.map((_, i) => i < 10));
  await main.flush();
  assert.equal(thread.banEndMs(CLIENT), null);
});
