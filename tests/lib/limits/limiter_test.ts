import assert from "node:assert/strict";
import { BUCKETS } from "../../../lib/limits/bucket.ts";
import { Limiter, type LimiterOptions } from "../../../lib/limits/limiter.ts";
import { counterKey, counterPrefix } from "../../../lib/store/keys.ts";
import {
  everyBucket,
  failingKv,
  gatedKv,
  startMs,
  withTwoHandles,
} from "./gated_kv.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(async () => {
  const kv = await Deno.openKv(":memory:");
  return { kv, ...limiterOn(kv), [Symbol.dispose]: () => kv.close() };
});

/** A limiter with a clock that the test sets. */
function limiterOn(
  kv: Deno.Kv,
  { limit = 3, ...options }: Partial<LimiterOptions> & { limit?: number } = {},
) {
  const clock = { nowMs: startMs };
  const limits = everyBucket(limit);
  const now = () => clock.nowMs;
  const limiter = new Limiter({ kv, limits, now, ...options });
  /** How many of so many requests pass. */
  const take = (client: string, times: number) =>
    Array.from({ length: times }, () => limiter.take("text", client))
      .filter((refusal) => refusal === null).length;
  /** The counts in KV after a flush. */
  const flushed = async () => {
    await limiter.flush();
    return await storedCounts(kv);
  };
  return { limiter, clock, take, flushed };
}

async function storedCounts(kv: Deno.Kv): Promise<Record<string, number>> {
  const list = kv.list<{ count: number }>({ prefix: counterPrefix() });
  const counters = await Array.fromAsync(list);
  return Object.fromEntries(
    counters.map(({ key, value }) => [String(key[3]), value.count]),
  );
}

/** A KV that records how many records each commit sets. */
function countedCommits(kv: Deno.Kv) {
  const commits: number[] = [];
  const counted: Pick<Deno.Kv, "getMany" | "list" | "atomic"> = {
    getMany: (keys, options) => kv.getMany(keys, options),
    list: (selector, options) => kv.list(selector, options),
    atomic: () => {
      const operation = kv.atomic();
      let sets = 0;
      const set = operation.set.bind(operation);
      operation.set = (...args) => (sets++, set(...args));
      const commit = operation.commit.bind(operation);
      operation.commit = () => (commits.push(sets), commit());
      return operation;
    },
  };
  return { kv: counted as Deno.Kv, commits };
}

for (const [i, bucket] of BUCKETS.entries()) {
  test(`Limiter.take - admits exactly the limit of ${bucket}`, ({ kv }) => {
    const limit = 5 + i;
    const limits = { ...everyBucket(1), [bucket]: limit };
    const { limiter } = limiterOn(kv, { limits });
    for (let i = 0; i < limit; i++) {
      assert.equal(limiter.take(bucket, "192.0.2.1"), null);
    }
    const window = { windowMs: 60_000, resetMs: 60_000 };
    const refusal = { bucket, limit, ...window };
    assert.deepEqual(limiter.take(bucket, "192.0.2.1"), refusal);
  });
}

test("Limiter.load - leaves out malformed counters", async ({ kv, limiter, take }) => {
  const counter = { startMs, count: 3 };
  await kv.set(counterKey("text", "192.0.2.1"), { startMs });
  await kv.set(counterKey("soup", "192.0.2.2"), counter);
  await kv.set([...counterKey("text", "192.0.2.3"), "x"], counter);
  await kv.set(counterKey("text", "192.0.2.4"), counter);
  await limiter.load();
  assert.equal(limiter.size, 1);
  assert.equal(take("192.0.2.4", 1), 0);
});

test("Limiter.take - counts clients and buckets separately", ({ limiter, take }) => {
  assert.equal(take("192.0.2.1", 4), 3);
  assert.equal(take("192.0.2.2", 4), 3);
  assert.equal(limiter.take("geoip", "192.0.2.1"), null);
});

test("Limiter.take - with limit 0 every request is allowed and nothing is stored", ({ kv }) => {
  const { limiter, take } = limiterOn(kv, { limit: 0 });
  assert.equal(take("192.0.2.1", 1000), 1000);
  assert.equal(limiter.size, 0);
});

test("Limiter.take - the window starts with the first request, not with the minute", ({ limiter, clock, take }) => {
  clock.nowMs += 59_000;
  assert.equal(take("192.0.2.1", 1), 1);
  clock.nowMs += 59_999;
  assert.equal(take("192.0.2.1", 3), 2);
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 1);
  clock.nowMs += 1;
  assert.equal(take("192.0.2.1", 4), 3);
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 60_000);
});

test("Limiter.take - a clock set back neither frees nor blocks for longer than a window", ({ limiter, clock, take }) => {
  take("192.0.2.1", 3);
  clock.nowMs -= 86_400_000;
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 60_000);
  clock.nowMs += 59_999;
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 1);
  clock.nowMs += 1;
  assert.equal(take("192.0.2.1", 4), 3);
});

test("Limiter.take - reports an exceeded window once", ({ kv }) => {
  const over: unknown[] = [];
  const onLimitExceeded = (...window: unknown[]) => over.push(window);
  const { limiter, clock, take } = limiterOn(kv, { onLimitExceeded });
  take("192.0.2.1", 3);
  assert.deepEqual(over, []);
  take("192.0.2.1", 5);
  clock.nowMs += 60_000;
  take("192.0.2.1", 5);
  limiter.take("pages", "192.0.2.1");
  assert.equal(limiter.rejectedCounts.text, 7);
  assert.equal(limiter.rejectedCounts.pages, 0);
  assert.deepEqual(over, [
    ["192.0.2.1", "text", startMs],
    ["192.0.2.1", "text", startMs + 60_000],
  ]);
});

test("Limiter.take - evicts the oldest window beyond maxCounters", ({ kv }) => {
  const { limiter, clock, take } = limiterOn(kv, { maxCounters: 3 });
  take("a", 3);
  limiter.take("scan", "b");
  take("c", 3);
  clock.nowMs += 60_000;
  take("a", 3);
  limiter.take("geoip", "d");
  assert.equal(limiter.size, 3);
  // b was the oldest, because a has started a new window.
  assert.equal(take("a", 1), 0);
  limiter.take("geoip", "e");
  limiter.take("geoip", "f");
  assert.equal(limiter.size, 3);
  assert.equal(take("a", 1), 1);
});

test("Limiter.take - a network with many prefixes displaces nobody else's windows", async ({ kv }) => {
  const one = limiterOn(kv, { maxCounters: 320, maxUnwritten: 0 });
  const { limiter, take } = one;
  const others = ["192.0.2.1", "2001:db8:1::/64", "account:known"];
  const failures = ["auth", "2001:db8:bad::/64 account"] as const;
  for (const client of others) assert.equal(take(client, 4), 3);
  for (let i = 0; i < 4; i++) limiter.take(...failures);
  for (let i = 0; i < 2_000; i++) {
    const client = `2001:db8:bad:${i.toString(16)}::/64`;
    limiter.take("text", client);
    limiter.take("pages", client);
    limiter.take("auth", `account:${i}`, "2001:db8:bee::/48");
  }
  const assertKept = ({ limiter, take }: ReturnType<typeof limiterOn>) => {
    for (const client of others) assert.equal(take(client, 1), 0, client);
    // Nor its own wrong passwords.
    assert.notEqual(limiter.take(...failures), null);
  };
  assertKept(one);
  // A network can fill a sixteenth.
  assert.equal(limiter.size, others.length + 1 + 2 * 320 / 16);
  await limiter.flush();
  const next = limiterOn(kv, { maxCounters: 32 });
  await next.limiter.load();
  assertKept(next);
});

test("Limiter.take - many full networks displace each other, not the small ones", ({ kv }) => {
  const { limiter, take } = limiterOn(kv, { maxCounters: 320 });
  take("192.0.2.1", 3);
  for (let i = 0; i < 2_000; i++) {
    const network = (i % 40).toString(16);
    limiter.take("text", `2001:db8:${network}:${i.toString(16)}::/64`);
  }
  assert.equal(limiter.size, 320);
  assert.equal(take("192.0.2.1", 1), 0);
});

test("Limiter.take - bounded memory for keys of any length", async ({ kv, limiter, take }) => {
  const long = "\u{10ffff}".repeat(5000);
  assert.equal(take(`${long}a`, 2), 2);
  assert.equal(take(`${long}b`, 2), 1);
  assert.equal(limiter.size, 1);
  assert.equal(take(`${"x".repeat(100)}a`, 4), 3);
  assert.equal(take(`${"x".repeat(100)}b`, 4), 3);
  await limiter.flush();
  const counts = await storedCounts(kv);
  assert.deepEqual(Object.values(counts), [3, 3, 3]);
  for (const key of Object.keys(counts)) {
    assert.match(key, /^(?:\?|x){16}#[\w-]{30}$/);
  }
});

test("Limiter.flush - writes start and count, and nothing twice", async ({ kv }) => {
  let gates = 0;
  const counting = gatedKv(kv, () => Promise.resolve(void gates++));
  const { limiter, clock, take } = limiterOn(counting);
  take("192.0.2.1", 2);
  clock.nowMs += 10;
  await limiter.flush();
  const { value } = await kv.get(counterKey("text", "192.0.2.1"));
  assert.deepEqual(value, { startMs, count: 2 });
  assert.equal(limiter.unflushed, 0);
  await limiter.flush();
  assert.equal(gates, 2);
});

for (const [limit, unwritten] of [[19, 0], [20, 1], [60, 3], [1_000, 5]]) {
  test(`Limiter.flush - of a limit of ${limit}, writes more than ${unwritten} requests of a client`, async ({ kv }) => {
    const { limiter, take, flushed } = limiterOn(kv, { limit });
    take("a", unwritten);
    assert.deepEqual(await flushed(), {});
    take("a", 1);
    assert.equal(limiter.unflushed, 1);
    assert.deepEqual(await flushed(), { a: unwritten + 1 });
    // From then on, every change.
    limiter.refund("text", "a");
    await limiter.flush();
    take("a", 2);
    assert.deepEqual(await flushed(), { a: unwritten + 2 });
    assert.equal(take("a", limit), limit - unwritten - 2);
  });
}

test("Limiter.refund - leaves a client with few requests unwritten", async ({ kv }) => {
  const { limiter, take, flushed } = limiterOn(kv, { limit: 100 });
  take("a", 2);
  limiter.refund("text", "a");
  assert.equal(limiter.unflushed, 0);
  assert.deepEqual(await flushed(), {});
});

test("Limiter.includeAll - lets the next flush write clients with few requests", async ({ kv }) => {
  const { limiter, take, flushed } = limiterOn(kv, { limit: 100 });
  take("a", 1);
  take("b", 5);
  take("c", 7);
  assert.deepEqual(await flushed(), { c: 7 });
  limiter.includeAll();
  assert.equal(limiter.unflushed, 2);
  assert.deepEqual(await flushed(), { a: 1, b: 5, c: 7 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - refused requests write nothing", async ({ limiter, take }) => {
  take("192.0.2.1", 3);
  await limiter.flush();
  take("192.0.2.1", 1000);
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - leaves counters beyond maxWrites to the next flush, in turn", async ({ kv }) => {
  const { limiter, take, flushed } = limiterOn(kv, { maxWrites: 2 });
  for (const client of ["a", "b", "c", "d", "e"]) take(client, 1);
  assert.deepEqual(await flushed(), { a: 1, b: 1 });
  take("a", 1);
  take("b", 1);
  assert.deepEqual(await flushed(), { a: 1, b: 1, c: 1, d: 1 });
  assert.deepEqual(await flushed(), { a: 2, b: 1, c: 1, d: 1, e: 1 });
  assert.equal(limiter.unflushed, 1);
});

test("Limiter.flush - writes 250 clients in three commits", async ({ kv }) => {
  const clients = Array.from({ length: 250 }, (_, i) => `client ${i}`);
  const { kv: counting, commits } = countedCommits(kv);
  const { limiter, take } = limiterOn(counting);
  for (const client of clients) take(client, 2);
  assert.equal(limiter.unflushed, 250);
  await limiter.flush();
  assert.equal(limiter.unflushed, 0);
  assert.deepEqual(commits, [100, 100, 50]);
  const twice = Object.fromEntries(clients.map((client) => [client, 2]));
  assert.deepEqual(await storedCounts(kv), twice);
});

test("Limiter.flush - counters whose commits always conflict do not block the others", async ({ kv }) => {
  let isContested = true;
  const racing = gatedKv(kv, async () => {
    if (!isContested) return;
    for (const client of ["a", "b"]) {
      await kv.set(counterKey("text", client), { startMs, count: 1 });
    }
  });
  const { limiter, take, flushed } = limiterOn(racing, { maxWrites: 2 });
  for (const client of ["a", "b", "c"]) take(client, 1);
  await limiter.flush();
  assert.equal(limiter.unflushed, 3);
  isContested = false;
  await limiter.flush();
  // c was next, then a; b has to wait.
  assert.deepEqual(await storedCounts(kv), { a: 2, b: 1, c: 1 });
  assert.equal(limiter.unflushed, 1);
  assert.deepEqual(await flushed(), { a: 2, b: 2, c: 1 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter - unless counts are shared, writes those of sign-ins, and all of them at its end", async ({ kv }) => {
  const options = { limit: 40, isShared: false };
  const { limiter, take, flushed } = limiterOn(kv, options);
  take("a", 30);
  for (let i = 0; i < 30; i++) limiter.take("auth", "account:b");
  assert.deepEqual(await flushed(), { "account:b": 30 });
  // Another instance counts by itself, but for sign-ins.
  const other = limiterOn(kv, options);
  await other.limiter.load();
  assert.equal(other.take("a", 50), 40);
  for (let i = 0; i < 10; i++) other.limiter.take("auth", "account:b");
  assert.equal(other.limiter.take("auth", "account:b")?.limit, 40);
  // A restart forgets nothing.
  limiter.includeAll();
  await limiter.flush();
  const next = limiterOn(kv, options);
  await next.limiter.load();
  assert.equal(next.take("a", 50), 10);
});

test("Limiter.flush - drops the counters of ended windows", async ({ kv, limiter, clock, take }) => {
  take("a", 1);
  clock.nowMs += 1;
  take("b", 1);
  clock.nowMs += 59_999;
  await limiter.flush();
  assert.equal(limiter.size, 1);
  assert.deepEqual(await storedCounts(kv), { b: 1 });
});

test("Limiter.flush - keeps requests that arrive during a write", async ({ kv }) => {
  let arrive = () => {};
  const slow = gatedKv(kv, () => Promise.resolve(arrive()));
  const options = { limit: 100, maxUnwritten: 0 };
  const { limiter, take, flushed } = limiterOn(slow, options);
  take("a", 2);
  arrive = () => void take("a", 1);
  await limiter.flush();
  assert.equal(limiter.unflushed, 1);
  arrive = () => {};
  assert.deepEqual(await flushed(), { a: 4 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - a write of an evicted window does not touch its successor", async ({ kv }) => {
  let arrive = () => {};
  const slow = gatedKv(kv, () => Promise.resolve(arrive()));
  const { limiter, take, flushed } = limiterOn(slow, { maxCounters: 1 });
  take("a", 2);
  arrive = () => {
    arrive = () => {};
    limiter.take("text", "b");
    limiter.take("text", "a");
  };
  await limiter.flush();
  assert.equal(limiter.size, 1);
  assert.equal(limiter.unflushed, 1);
  assert.deepEqual(await flushed(), { a: 3 });
  assert.equal(take("a", 1), 0);
});

test("Limiter.flush - rejects with the error of KV and loses no counts", async ({ kv }) => {
  const { failing, fault } = failingKv(kv);
  fault.error = new Error("database is locked");
  const { limiter, take, flushed } = limiterOn(failing);
  take("a", 2);
  await assert.rejects(limiter.flush(), fault.error);
  assert.equal(take("a", 2), 1);
  fault.error = null;
  assert.deepEqual(await flushed(), { a: 3 });
});

Deno.test("Limiter.load - continues open windows", () =>
  withTwoHandles(async ([before, after]) => {
    const first = limiterOn(before);
    first.take("a", 2);
    first.take("full", 3);
    await first.limiter.flush();

    const { limiter, clock, take, flushed } = limiterOn(after);
    clock.nowMs += 20_000;
    await limiter.load();
    assert.equal(limiter.unflushed, 0);
    assert.equal(limiter.take("text", "full")?.resetMs, 40_000);
    assert.equal(take("a", 2), 1);
    assert.deepEqual(await flushed(), { a: 3, full: 3 });
  }));

test("Limiter.load - a crash loses only requests since the last flush", async ({ kv }) => {
  const crashed = limiterOn(kv, { limit: 10 });
  crashed.take("a", 6);
  await crashed.limiter.flush();
  crashed.take("a", 1);
  const { limiter, take } = limiterOn(kv, { limit: 10 });
  await limiter.load();
  assert.equal(take("a", 10), 4);
});

test("Limiter.load - ignores ended windows, and buckets of other versions", async ({ kv }) => {
  const ended = { startMs: startMs - 60_000, count: 3 };
  await kv.set(counterKey("text", "ended"), ended);
  await kv.set(counterKey("bygone", "a"), { startMs, count: 3 });
  const { limiter } = limiterOn(kv);
  await limiter.load();
  assert.equal(limiter.size, 0);
});

test("Limiter.load - takes the newest windows if KV contains more than maxCounters", async ({ kv }) => {
  for (let age = 0; age < 20; age++) {
    const counter = { startMs: startMs - age, count: 3 };
    await kv.set(counterKey("text", `aged-${age}`), counter);
  }
  const { limiter, take } = limiterOn(kv, { maxCounters: 2 });
  await limiter.load();
  assert.equal(limiter.size, 2);
  assert.equal(take("aged-0", 1), 0);
  assert.equal(take("aged-1", 1), 0);
});

test("Limiter.load - a window that starts in the future blocks for at most one window", async ({ kv }) => {
  const ahead = { startMs: startMs + 30_000, count: 3 };
  const farAhead = { startMs: startMs + 3_600_000, count: 3 };
  await kv.set(counterKey("text", "ahead"), ahead);
  await kv.set(counterKey("text", "far"), farAhead);
  const { limiter, take } = limiterOn(kv);
  await limiter.load();
  assert.equal(limiter.take("text", "ahead")?.resetMs, 60_000);
  assert.equal(take("far", 1), 1);
});

Deno.test("Limiter.flush - two limiters on one file agree on the count", () =>
  withTwoHandles(async (kvs) => {
    const [a, b] = kvs.map((kv) => limiterOn(kv, { limit: 10 }));
    b.clock.nowMs += 2_000;
    a.take("client", 4);
    b.take("client", 3);
    await Promise.all([a.limiter.flush(), b.limiter.flush()]);
    for (const { limiter, take } of [a, b]) {
      take("client", 1);
      await limiter.flush();
    }
    assert.deepEqual(await storedCounts(kvs[0]), { client: 9 });
    a.clock.nowMs = b.clock.nowMs = startMs + 10_000;
    assert.equal(b.take("client", 5), 1);
    await b.limiter.flush();
    a.take("client", 1);
    await a.limiter.flush();
    for (const { limiter } of [a, b]) {
      assert.equal(limiter.take("text", "client")?.resetMs, 50_000);
    }
  }));

test("Limiter.status - tells what is left without counting", ({ kv, limiter, clock, take }) => {
  const status = () => limiter.status("text", "192.0.2.1");
  assert.deepEqual(status(), { remaining: 3, resetMs: 60_000 });
  assert.equal(take("192.0.2.1", 2), 2);
  clock.nowMs += 20_000;
  assert.deepEqual(status(), { remaining: 1, resetMs: 40_000 });
  assert.deepEqual(status(), { remaining: 1, resetMs: 40_000 });
  assert.equal(take("192.0.2.1", 5), 1);
  assert.deepEqual(status(), { remaining: 0, resetMs: 40_000 });
  clock.nowMs -= 30_000;
  assert.deepEqual(status(), { remaining: 0, resetMs: 60_000 });
  clock.nowMs += 70_000;
  assert.deepEqual(status(), { remaining: 3, resetMs: 60_000 });
  const unlimited = limiterOn(kv, { limit: 0 }).limiter;
  assert.equal(unlimited.status("text", "192.0.2.1"), null);
});

test("Limiter.refund - restores the count in memory and in KV", async ({ limiter, take, flushed }) => {
  assert.equal(take("192.0.2.1", 3), 3);
  await limiter.flush();
  limiter.refund("text", "192.0.2.1");
  assert.equal(limiter.unflushed, 1);
  assert.deepEqual(await flushed(), { "192.0.2.1": 2 });
  assert.equal(limiter.unflushed, 0);
  assert.equal(take("192.0.2.1", 3), 1);
  assert.deepEqual(await flushed(), { "192.0.2.1": 3 });
});

test("Limiter.refund - before a flush nothing is written", async ({ kv, limiter, take }) => {
  take("192.0.2.1", 1);
  limiter.refund("text", "192.0.2.1");
  await limiter.flush();
  assert.equal((await storedCounts(kv))["192.0.2.1"] ?? 0, 0);
  assert.equal(take("192.0.2.1", 4), 3);
});

test("Limiter.refund - never below zero, and does nothing without a counter", ({ limiter, take }) => {
  limiter.refund("text", "192.0.2.9");
  assert.equal(limiter.size, 0);
  take("192.0.2.1", 1);
  for (let i = 0; i < 5; i++) limiter.refund("text", "192.0.2.1");
  assert.equal(take("192.0.2.1", 5), 3);
});

test("Limiter.refund - a counter that is zero again takes no room, unless it was exceeded", ({ kv }) => {
  const exceeded: string[] = [];
  const { limiter, take } = limiterOn(kv, {
    onLimitExceeded: (client) => exceeded.push(client),
  });
  limiter.take("text", "a");
  limiter.refund("text", "a");
  assert.equal(limiter.size, 0);
  take("b", 4);
  for (let i = 0; i < 3; i++) limiter.refund("text", "b");
  take("b", 4);
  assert.deepEqual([limiter.size, exceeded], [1, ["b"]]);
});

test("Limiter.refund - finds the counter of a truncated key", ({ limiter, take }) => {
  const long = "a".repeat(300);
  take(long, 3);
  limiter.refund("text", long);
  assert.equal(take(long, 3), 1);
});
