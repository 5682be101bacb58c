import assert from "node:assert/strict";
import { BUCKETS } from "../../../lib/limits/bucket.ts";
import { Limiter, type LimiterOptions } from "../../../lib/limits/limiter.ts";
import { counterKey, counterPrefix } from "../../../lib/store/keys.ts";
import { everyBucket, gatedKv, withKv, withKvFile } from "./gated_kv.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

const startMs = 1_700_000_000_000;

/** A limiter with a clock that the test sets. */
function limiterOn(kv: Deno.Kv, options: Partial<LimiterOptions> = {}) {
  const clock = { nowMs: startMs };
  const limiter = new Limiter({
    kv,
    limits: everyBucket(3),
    now: () => clock.nowMs,
    ...options,
  });
  return { limiter, clock };
}

function takeTimes(limiter: Limiter, client: string, times: number): number {
  let passed = 0;
  for (let i = 0; i < times; i++) {
    if (limiter.take("text", client) === null) passed++;
  }
  return passed;
}

async function storedCounts(kv: Deno.Kv): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (
    const { key, value } of kv.list<{ count: number }>({
      prefix: counterPrefix(),
    })
  ) {
    counts[String(key[3])] = value.count;
  }
  return counts;
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
  test(`Limiter.take - admits exactly the limit of ${bucket}`, (kv) => {
    const limit = 5 + i;
    const limits = { ...everyBucket(1), [bucket]: limit };
    const { limiter } = limiterOn(kv, { limits });
    for (let i = 0; i < limit; i++) {
      assert.equal(limiter.take(bucket, "192.0.2.1"), null);
    }
    assert.deepEqual(limiter.take(bucket, "192.0.2.1"), {
      bucket,
      limit,
      windowMs: 60_000,
      resetMs: 60_000,
    });
  });
}

test("Limiter.load - leaves out malformed counters", async (kv) => {
  const { limiter } = limiterOn(kv);
  const counter = { startMs, count: 3 };
  await kv.set(counterKey("text", "192.0.2.1"), { startMs });
  await kv.set(counterKey("soup", "192.0.2.2"), counter);
  await kv.set([...counterKey("text", "192.0.2.3"), "x"], counter);
  await kv.set(counterKey("text", "192.0.2.4"), counter);
  await limiter.load();
  assert.equal(limiter.size, 1);
  assert.equal(takeTimes(limiter, "192.0.2.4", 1), 0);
});

test("Limiter.take - counts clients and buckets separately", (kv) => {
  const { limiter } = limiterOn(kv);
  assert.equal(takeTimes(limiter, "192.0.2.1", 4), 3);
  assert.equal(takeTimes(limiter, "192.0.2.2", 4), 3);
  assert.equal(limiter.take("geoip", "192.0.2.1"), null);
});

test("Limiter.take - with limit 0 every request is allowed and nothing is stored", (kv) => {
  const { limiter } = limiterOn(kv, { limits: everyBucket(0) });
  assert.equal(takeTimes(limiter, "192.0.2.1", 1000), 1000);
  assert.equal(limiter.size, 0);
});

test("Limiter.take - the window starts with the first request, not with the minute", (kv) => {
  const { limiter, clock } = limiterOn(kv);
  clock.nowMs += 59_000;
  assert.equal(takeTimes(limiter, "192.0.2.1", 1), 1);
  clock.nowMs += 59_999;
  assert.equal(takeTimes(limiter, "192.0.2.1", 3), 2);
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 1);
  clock.nowMs += 1;
  assert.equal(takeTimes(limiter, "192.0.2.1", 4), 3);
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 60_000);
});

test("Limiter.take - a clock set back neither frees nor blocks for longer than a window", (kv) => {
  const { limiter, clock } = limiterOn(kv);
  takeTimes(limiter, "192.0.2.1", 3);
  clock.nowMs -= 86_400_000;
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 60_000);
  clock.nowMs += 59_999;
  assert.equal(limiter.take("text", "192.0.2.1")?.resetMs, 1);
  clock.nowMs += 1;
  assert.equal(takeTimes(limiter, "192.0.2.1", 4), 3);
});

test("Limiter.take - reports an exceeded window once", (kv) => {
  const over: unknown[] = [];
  const { limiter, clock } = limiterOn(kv, {
    onLimitExceeded: (...window) => over.push(window),
  });
  takeTimes(limiter, "192.0.2.1", 3);
  assert.deepEqual(over, []);
  takeTimes(limiter, "192.0.2.1", 5);
  clock.nowMs += 60_000;
  takeTimes(limiter, "192.0.2.1", 5);
  limiter.take("pages", "192.0.2.1");
  assert.equal(limiter.rejectedCounts.text, 7);
  assert.equal(limiter.rejectedCounts.pages, 0);
  assert.deepEqual(over, [
    ["192.0.2.1", "text", startMs],
    ["192.0.2.1", "text", startMs + 60_000],
  ]);
});

test("Limiter.take - evicts the oldest window beyond maxCounters", (kv) => {
  const { limiter, clock } = limiterOn(kv, { maxCounters: 3 });
  takeTimes(limiter, "a", 3);
  limiter.take("scan", "b");
  takeTimes(limiter, "c", 3);
  clock.nowMs += 60_000;
  takeTimes(limiter, "a", 3);
  limiter.take("geoip", "d");
  assert.equal(limiter.size, 3);
  // b was the oldest, because a has started a new window.
  assert.equal(takeTimes(limiter, "a", 1), 0);
  limiter.take("geoip", "e");
  limiter.take("geoip", "f");
  assert.equal(limiter.size, 3);
  assert.equal(takeTimes(limiter, "a", 1), 1);
});

test("Limiter.take - a network with many prefixes displaces nobody else's windows", async (kv) => {
  const { limiter } = limiterOn(kv, { maxCounters: 320, maxUnwritten: 0 });
  const others = ["192.0.2.1", "2001:db8:1::/64", "account:known"];
  const failures = ["auth", "2001:db8:bad::/64 account"] as const;
  for (const client of others) assert.equal(takeTimes(limiter, client, 4), 3);
  for (let i = 0; i < 4; i++) limiter.take(...failures);
  for (let i = 0; i < 2_000; i++) {
    const client = `2001:db8:bad:${i.toString(16)}::/64`;
    limiter.take("text", client);
    limiter.take("pages", client);
    limiter.take("auth", `account:${i}`, "2001:db8:bee::/48");
  }
  const assertKept = (limiter: Limiter) => {
    for (const client of others) {
      assert.equal(takeTimes(limiter, client, 1), 0, client);
    }
    // Nor its own wrong passwords.
    assert.notEqual(limiter.take(...failures), null);
  };
  assertKept(limiter);
  // A network can fill a sixteenth.
  assert.equal(limiter.size, others.length + 1 + 2 * 320 / 16);
  await limiter.flush();
  const { limiter: next } = limiterOn(kv, { maxCounters: 32 });
  await next.load();
  assertKept(next);
});

test("Limiter.take - many full networks displace each other, not the small ones", (kv) => {
  const { limiter } = limiterOn(kv, { maxCounters: 320 });
  takeTimes(limiter, "192.0.2.1", 3);
  for (let i = 0; i < 2_000; i++) {
    const network = (i % 40).toString(16);
    limiter.take("text", `2001:db8:${network}:${i.toString(16)}::/64`);
  }
  assert.equal(limiter.size, 320);
  assert.equal(takeTimes(limiter, "192.0.2.1", 1), 0);
});

test("Limiter.take - bounded memory for keys of any length", async (kv) => {
  const { limiter } = limiterOn(kv);
  const long = "\u{10ffff}".repeat(5000);
  assert.equal(takeTimes(limiter, `${long}a`, 2), 2);
  assert.equal(takeTimes(limiter, `${long}b`, 2), 1);
  assert.equal(limiter.size, 1);
  assert.equal(takeTimes(limiter, `${"x".repeat(100)}a`, 4), 3);
  assert.equal(takeTimes(limiter, `${"x".repeat(100)}b`, 4), 3);
  await limiter.flush();
  const counts = await storedCounts(kv);
  assert.deepEqual(Object.values(counts), [3, 3, 3]);
  for (const key of Object.keys(counts)) {
    assert.match(key, /^(?:\?|x){16}#[\w-]{30}$/);
  }
});

test("Limiter.flush - writes start and count, and nothing twice", async (kv) => {
  let gates = 0;
  const counting = gatedKv(kv, () => Promise.resolve(void gates++));
  const { limiter, clock } = limiterOn(counting);
  takeTimes(limiter, "192.0.2.1", 2);
  clock.nowMs += 10;
  await limiter.flush();
  const { value } = await kv.get(counterKey("text", "192.0.2.1"));
  assert.deepEqual(value, { startMs, count: 2 });
  assert.equal(limiter.unflushed, 0);
  await limiter.flush();
  assert.equal(gates, 2);
});

for (const [limit, unwritten] of [[19, 0], [20, 1], [60, 3], [1_000, 5]]) {
  test(`Limiter.flush - of a limit of ${limit}, writes more than ${unwritten} requests of a client`, async (kv) => {
    const { limiter } = limiterOn(kv, { limits: everyBucket(limit) });
    takeTimes(limiter, "a", unwritten);
    await limiter.flush();
    assert.deepEqual(await storedCounts(kv), {});
    takeTimes(limiter, "a", 1);
    assert.equal(limiter.unflushed, 1);
    await limiter.flush();
    assert.deepEqual(await storedCounts(kv), { a: unwritten + 1 });
    // From then on, every change.
    limiter.refund("text", "a");
    await limiter.flush();
    takeTimes(limiter, "a", 2);
    await limiter.flush();
    assert.deepEqual(await storedCounts(kv), { a: unwritten + 2 });
    assert.equal(takeTimes(limiter, "a", limit), limit - unwritten - 2);
  });
}

test("Limiter.refund - leaves a client with few requests unwritten", async (kv) => {
  const { limiter } = limiterOn(kv, { limits: everyBucket(100) });
  takeTimes(limiter, "a", 2);
  limiter.refund("text", "a");
  assert.equal(limiter.unflushed, 0);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), {});
});

test("Limiter.includeAll - lets the next flush write clients with few requests", async (kv) => {
  const { limiter } = limiterOn(kv, { limits: everyBucket(100) });
  takeTimes(limiter, "a", 1);
  takeTimes(limiter, "b", 5);
  takeTimes(limiter, "c", 7);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { c: 7 });
  limiter.includeAll();
  assert.equal(limiter.unflushed, 2);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 1, b: 5, c: 7 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - refused requests write nothing", async (kv) => {
  const { limiter } = limiterOn(kv);
  takeTimes(limiter, "192.0.2.1", 3);
  await limiter.flush();
  takeTimes(limiter, "192.0.2.1", 1000);
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - leaves counters beyond maxWrites to the next flush, in turn", async (kv) => {
  const { limiter } = limiterOn(kv, { maxWrites: 2 });
  for (const client of ["a", "b", "c", "d", "e"]) takeTimes(limiter, client, 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 1, b: 1 });
  takeTimes(limiter, "a", 1);
  takeTimes(limiter, "b", 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 1, b: 1, c: 1, d: 1 });
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 2, b: 1, c: 1, d: 1, e: 1 });
  assert.equal(limiter.unflushed, 1);
});

test("Limiter.flush - writes 250 clients in three commits", async (kv) => {
  const clients = Array.from({ length: 250 }, (_, i) => `client ${i}`);
  const { kv: counting, commits } = countedCommits(kv);
  const { limiter } = limiterOn(counting);
  for (const client of clients) takeTimes(limiter, client, 2);
  assert.equal(limiter.unflushed, 250);
  await limiter.flush();
  assert.equal(limiter.unflushed, 0);
  assert.deepEqual(commits, [100, 100, 50]);
  assert.deepEqual(
    await storedCounts(kv),
    Object.fromEntries(clients.map((client) => [client, 2])),
  );
});

test("Limiter.flush - counters whose commits always conflict do not block the others", async (kv) => {
  let isContested = true;
  const racing = gatedKv(kv, async () => {
    if (!isContested) return;
    for (const client of ["a", "b"]) {
      await kv.set(counterKey("text", client), { startMs, count: 1 });
    }
  });
  const { limiter } = limiterOn(racing, { maxWrites: 2 });
  for (const client of ["a", "b", "c"]) takeTimes(limiter, client, 1);
  await limiter.flush();
  assert.equal(limiter.unflushed, 3);
  isContested = false;
  await limiter.flush();
  // c was next, then a; b has to wait.
  assert.deepEqual(await storedCounts(kv), { a: 2, b: 1, c: 1 });
  assert.equal(limiter.unflushed, 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 2, b: 2, c: 1 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter - unless counts are shared, writes those of sign-ins, and all of them at its end", async (kv) => {
  const limits = everyBucket(40);
  const { limiter } = limiterOn(kv, { limits, isShared: false });
  takeTimes(limiter, "a", 30);
  for (let i = 0; i < 30; i++) limiter.take("auth", "account:b");
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { "account:b": 30 });
  // Another instance counts by itself, but for sign-ins.
  const { limiter: other } = limiterOn(kv, { limits, isShared: false });
  await other.load();
  assert.equal(takeTimes(other, "a", 50), 40);
  for (let i = 0; i < 10; i++) other.take("auth", "account:b");
  assert.equal(other.take("auth", "account:b")?.limit, 40);
  // A restart forgets nothing.
  limiter.includeAll();
  await limiter.flush();
  const { limiter: next } = limiterOn(kv, { limits, isShared: false });
  await next.load();
  assert.equal(takeTimes(next, "a", 50), 10);
});

test("Limiter.flush - drops the counters of ended windows", async (kv) => {
  const { limiter, clock } = limiterOn(kv);
  takeTimes(limiter, "a", 1);
  clock.nowMs += 1;
  takeTimes(limiter, "b", 1);
  clock.nowMs += 59_999;
  await limiter.flush();
  assert.equal(limiter.size, 1);
  assert.deepEqual(await storedCounts(kv), { b: 1 });
});

test("Limiter.flush - keeps requests that arrive during a write", async (kv) => {
  let arrive = () => {};
  const slow = gatedKv(kv, () => Promise.resolve(arrive()));
  const { limiter } = limiterOn(slow, {
    limits: everyBucket(100),
    maxUnwritten: 0,
  });
  takeTimes(limiter, "a", 2);
  arrive = () => void takeTimes(limiter, "a", 1);
  await limiter.flush();
  assert.equal(limiter.unflushed, 1);
  arrive = () => {};
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 4 });
  assert.equal(limiter.unflushed, 0);
});

test("Limiter.flush - a write of an evicted window does not touch its successor", async (kv) => {
  let arrive = () => {};
  const slow = gatedKv(kv, () => Promise.resolve(arrive()));
  const { limiter } = limiterOn(slow, { maxCounters: 1 });
  takeTimes(limiter, "a", 2);
  arrive = () => {
    arrive = () => {};
    limiter.take("text", "b");
    limiter.take("text", "a");
  };
  await limiter.flush();
  assert.equal(limiter.size, 1);
  assert.equal(limiter.unflushed, 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 3 });
  assert.equal(takeTimes(limiter, "a", 1), 0);
});

test("Limiter.flush - rejects with the error of KV and loses no counts", async (kv) => {
  let fault: Error | null = new Error("database is locked");
  const failing = gatedKv(
    kv,
    () => fault ? Promise.reject(fault) : Promise.resolve(),
  );
  const { limiter } = limiterOn(failing);
  takeTimes(limiter, "a", 2);
  await assert.rejects(limiter.flush(), fault);
  assert.equal(takeTimes(limiter, "a", 2), 1);
  fault = null;
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { a: 3 });
});

Deno.test("Limiter.load - continues open windows", () =>
  withKvFile(async (path) => {
    const before = await Deno.openKv(path);
    const first = limiterOn(before);
    takeTimes(first.limiter, "a", 2);
    takeTimes(first.limiter, "full", 3);
    await first.limiter.flush();
    before.close();

    const after = await Deno.openKv(path);
    const { limiter, clock } = limiterOn(after);
    clock.nowMs += 20_000;
    await limiter.load();
    assert.equal(limiter.unflushed, 0);
    assert.equal(limiter.take("text", "full")?.resetMs, 40_000);
    assert.equal(takeTimes(limiter, "a", 2), 1);
    await limiter.flush();
    assert.deepEqual(await storedCounts(after), { a: 3, full: 3 });
    after.close();
  }));

test("Limiter.load - a crash loses only requests since the last flush", async (kv) => {
  const crashed = limiterOn(kv, { limits: everyBucket(10) });
  takeTimes(crashed.limiter, "a", 6);
  await crashed.limiter.flush();
  takeTimes(crashed.limiter, "a", 1);
  const { limiter } = limiterOn(kv, { limits: everyBucket(10) });
  await limiter.load();
  assert.equal(takeTimes(limiter, "a", 10), 4);
});

test("Limiter.load - ignores ended windows, and buckets of other versions", async (kv) => {
  await kv.set(counterKey("text", "ended"), {
    startMs: startMs - 60_000,
    count: 3,
  });
  await kv.set(counterKey("bygone", "a"), { startMs, count: 3 });
  const { limiter } = limiterOn(kv);
  await limiter.load();
  assert.equal(limiter.size, 0);
});

test("Limiter.load - takes the newest windows if KV contains more than maxCounters", async (kv) => {
  for (let age = 0; age < 20; age++) {
    const counter = { startMs: startMs - age, count: 3 };
    await kv.set(counterKey("text", `aged-${age}`), counter);
  }
  const { limiter } = limiterOn(kv, { maxCounters: 2 });
  await limiter.load();
  assert.equal(limiter.size, 2);
  assert.equal(takeTimes(limiter, "aged-0", 1), 0);
  assert.equal(takeTimes(limiter, "aged-1", 1), 0);
});

test("Limiter.load - a window that starts in the future blocks for at most one window", async (kv) => {
  const ahead = { startMs: startMs + 30_000, count: 3 };
  const farAhead = { startMs: startMs + 3_600_000, count: 3 };
  await kv.set(counterKey("text", "ahead"), ahead);
  await kv.set(counterKey("text", "far"), farAhead);
  const { limiter } = limiterOn(kv);
  await limiter.load();
  assert.equal(limiter.take("text", "ahead")?.resetMs, 60_000);
  assert.equal(takeTimes(limiter, "far", 1), 1);
});

Deno.test("Limiter.flush - two limiters on one file agree on the count", () =>
  withKvFile(async (path) => {
    const kvA = await Deno.openKv(path);
    const kvB = await Deno.openKv(path);
    const a = limiterOn(kvA, { limits: everyBucket(10) });
    const b = limiterOn(kvB, { limits: everyBucket(10) });
    b.clock.nowMs += 2_000;
    takeTimes(a.limiter, "client", 4);
    takeTimes(b.limiter, "client", 3);
    await Promise.all([a.limiter.flush(), b.limiter.flush()]);
    takeTimes(a.limiter, "client", 1);
    await a.limiter.flush();
    takeTimes(b.limiter, "client", 1);
    await b.limiter.flush();
    assert.deepEqual(await storedCounts(kvA), { client: 9 });
    a.clock.nowMs = b.clock.nowMs = startMs + 10_000;
    assert.equal(takeTimes(b.limiter, "client", 5), 1);
    await b.limiter.flush();
    takeTimes(a.limiter, "client", 1);
    await a.limiter.flush();
    assert.equal(a.limiter.take("text", "client")?.resetMs, 50_000);
    assert.equal(b.limiter.take("text", "client")?.resetMs, 50_000);
    kvA.close();
    kvB.close();
  }));

test("Limiter.status - tells what is left without counting", (kv) => {
  const { limiter, clock } = limiterOn(kv);
  const status = () => limiter.status("text", "192.0.2.1");
  assert.deepEqual(status(), { remaining: 3, resetMs: 60_000 });
  assert.equal(takeTimes(limiter, "192.0.2.1", 2), 2);
  clock.nowMs += 20_000;
  assert.deepEqual(status(), { remaining: 1, resetMs: 40_000 });
  assert.deepEqual(status(), { remaining: 1, resetMs: 40_000 });
  assert.equal(takeTimes(limiter, "192.0.2.1", 5), 1);
  assert.deepEqual(status(), { remaining: 0, resetMs: 40_000 });
  clock.nowMs -= 30_000;
  assert.deepEqual(status(), { remaining: 0, resetMs: 60_000 });
  clock.nowMs += 70_000;
  assert.deepEqual(status(), { remaining: 3, resetMs: 60_000 });
  const unlimited = limiterOn(kv, { limits: everyBucket(0) }).limiter;
  assert.equal(unlimited.status("text", "192.0.2.1"), null);
});

test("Limiter.refund - restores the count in memory and in KV", async (kv) => {
  const { limiter } = limiterOn(kv);
  assert.equal(takeTimes(limiter, "192.0.2.1", 3), 3);
  await limiter.flush();
  limiter.refund("text", "192.0.2.1");
  assert.equal(limiter.unflushed, 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { "192.0.2.1": 2 });
  assert.equal(limiter.unflushed, 0);
  assert.equal(takeTimes(limiter, "192.0.2.1", 3), 1);
  await limiter.flush();
  assert.deepEqual(await storedCounts(kv), { "192.0.2.1": 3 });
});

test("Limiter.refund - before a flush nothing is written", async (kv) => {
  const { limiter } = limiterOn(kv);
  takeTimes(limiter, "192.0.2.1", 1);
  limiter.refund("text", "192.0.2.1");
  await limiter.flush();
  assert.equal((await storedCounts(kv))["192.0.2.1"] ?? 0, 0);
  assert.equal(takeTimes(limiter, "192.0.2.1", 4), 3);
});

test("Limiter.refund - never below zero, and does nothing without a counter", (kv) => {
  const { limiter } = limiterOn(kv);
  limiter.refund("text", "192.0.2.9");
  assert.equal(limiter.size, 0);
  takeTimes(limiter, "192.0.2.1", 1);
  for (let i = 0; i < 5; i++) limiter.refund("text", "192.0.2.1");
  assert.equal(takeTimes(limiter, "192.0.2.1", 5), 3);
});

test("Limiter.refund - a counter that is zero again takes no room, unless it was exceeded", (kv) => {
  const exceeded: string[] = [];
  const { limiter } = limiterOn(kv, {
    onLimitExceeded: (client) => exceeded.push(client),
  });
  limiter.take("text", "a");
  limiter.refund("text", "a");
  assert.equal(limiter.size, 0);
  takeTimes(limiter, "b", 4);
  for (let i = 0; i < 3; i++) limiter.refund("text", "b");
  takeTimes(limiter, "b", 4);
  assert.deepEqual([limiter.size, exceeded], [1, ["b"]]);
});

test("Limiter.refund - finds the counter of a truncated key", (kv) => {
  const { limiter } = limiterOn(kv);
  const long = "a".repeat(300);
  takeTimes(limiter, long, 3);
  limiter.refund("text", long);
  assert.equal(takeTimes(limiter, long, 3), 1);
});
