import assert from "node:assert/strict";
import fc from "fast-check";
import {
  Bans,
  type BansOptions,
  parseBan,
  parseStrikes,
} from "../../../lib/limits/bans.ts";
import type { Bucket } from "../../../lib/limits/bucket.ts";
import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  strikesKey,
} from "../../../lib/store/keys.ts";
import { Store } from "../../../lib/store/store.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import {
  admin,
  auditOf,
  failingKv,
  gatedKv,
  startMs,
  test,
  withTwoHandles,
} from "./gated_kv.ts";
import { forAll } from "../../support/for_all.ts";

const hourMs = 3_600_000;

/** Bans with a clock that the test sets. */
function bansOn(kv: Deno.Kv, options: Partial<BansOptions> = {}) {
  const clock = { nowMs: startMs };
  const bans = new Bans({ kv, now: () => clock.nowMs, ...options });
  const isBanned = (client = "a") => bans.table.banEndMs(client) !== null;
  return {
    bans,
    clock,
    /** In the window that begins with the test. */
    strike: (client = "a", bucket: Bucket = "text") =>
      bans.table.strike(client, bucket, startMs),
    /** In consecutive windows. */
    strikeTimes(client: string, windows: number) {
      for (let i = 0; i < windows; i++) {
        bans.table.strike(client, "text", clock.nowMs);
        clock.nowMs += 60_000;
      }
    },
    isBanned,
    areBanned: (...clients: string[]) => clients.map(isBanned),
    active: () => bans.table.listActive(),
    assertSize: (strikes: number, bansNow: number) =>
      assert.deepEqual(bans.table.size, { strikes, bans: bansNow }),
  };
}

async function stored(kv: Deno.Kv, key: Deno.KvKey): Promise<unknown> {
  return (await kv.get(key)).value;
}

test("Bans.load - leaves out malformed bans", async (kv) => {
  const { bans, active } = bansOn(kv);
  const ban = { sinceMs: startMs, untilMs: startMs + hourMs };
  await kv.set(automaticBanKey("192.0.2.1"), { sinceMs: startMs });
  await kv.set([...automaticBanKey("192.0.2.2"), "x"], ban);
  await kv.set(automaticBanKey("192.0.2.3"), ban);
  await kv.set(banRevisionKey(), startMs);
  await bans.load();
  assert.deepEqual(active(), [{ client: "192.0.2.3", ...ban }]);
});

test("Bans.strike - the tenth window within an hour bans for an hour", (kv) => {
  const { bans, clock, strikeTimes, isBanned, areBanned } = bansOn(kv);
  strikeTimes("a", 9);
  assert.equal(isBanned(), false);
  bans.table.strike("a", "text", clock.nowMs);
  assert.deepEqual(areBanned("a", "b"), [true, false]);
  clock.nowMs += hourMs - 1;
  assert.equal(isBanned(), true);
  clock.nowMs += 1;
  assert.equal(isBanned(), false);
});

const secondStrikes = [
  ["counts the buckets of a client together", "geoip", true],
  ["counts a window once", "text", false],
] as const;
for (const [what, bucket, isNowBanned] of secondStrikes) {
  test(`Bans.strike - ${what}`, (kv) => {
    const { strike, isBanned } = bansOn(kv, { maxStrikes: 2 });
    strike("a", "text");
    strike("a", bucket);
    assert.equal(isBanned(), isNowBanned);
  });
}

test("Bans.strike - ten windows in more than an hour do not ban", (kv) => {
  const { bans, clock, isBanned } = bansOn(kv);
  for (let i = 0; i < 30; i++) {
    bans.table.strike("a", "text", clock.nowMs);
    clock.nowMs += hourMs / 9;
  }
  assert.equal(isBanned(), false);
});

test("Bans.strike - starts from zero after a ban", (kv) => {
  const options = { maxStrikes: 2, banMs: 1 };
  const { clock, strikeTimes, isBanned } = bansOn(kv, options);
  strikeTimes("a", 2);
  clock.nowMs += 1;
  strikeTimes("a", 1);
  assert.equal(isBanned(), false);
});

test("Bans.isBanned - a clock set back does not extend a ban", (kv) => {
  const { clock, strikeTimes, isBanned } = bansOn(kv, { maxStrikes: 1 });
  strikeTimes("a", 1);
  clock.nowMs = startMs - 10 * hourMs;
  assert.equal(isBanned(), true);
  clock.nowMs += hourMs;
  assert.equal(isBanned(), false);
});

test("Bans.strike - evicts the oldest client beyond maxClients", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 2, maxClients: 2 });
  for (const client of ["a", "b", "c"]) one.strikeTimes(client, 1);
  one.assertSize(2, 0);
  assert.equal(one.bans.unflushed, 2);
  for (const client of ["b", "c", "d", "d"]) one.strikeTimes(client, 1);
  one.assertSize(0, 2);
  assert.deepEqual(one.areBanned("b", "c", "d"), [false, true, true]);
  await one.bans.flush();
  assert.equal(await stored(kv, automaticBanKey("b")), null);
});

test("Bans.flush - strikes and bans survive a restart", async (kv) => {
  const before = bansOn(kv);
  before.strikeTimes("struck", 9);
  before.strikeTimes("banned", 9);
  await before.bans.flush();
  before.strikeTimes("banned", 1);
  const sinceMs = before.clock.nowMs - 60_000;
  await before.bans.flush();
  assert.equal(before.bans.unflushed, 0);
  const ban = { sinceMs, untilMs: sinceMs + hourMs };
  assert.deepEqual(await stored(kv, automaticBanKey("banned")), ban);
  assert.equal(await stored(kv, strikesKey("banned")), null);

  const after = bansOn(kv);
  after.clock.nowMs = before.clock.nowMs;
  await after.bans.load();
  after.assertSize(1, 1);
  assert.deepEqual(after.areBanned("banned", "struck"), [true, false]);
  after.strikeTimes("struck", 1);
  assert.equal(after.isBanned("struck"), true);
});

test("Bans.load - ignores expired bans and old strikes", async (kv) => {
  const before = bansOn(kv);
  before.strikeTimes("struck", 1);
  before.strikeTimes("banned", 10);
  await before.bans.flush();
  const after = bansOn(kv);
  after.clock.nowMs = before.clock.nowMs + hourMs;
  await after.bans.load();
  after.assertSize(0, 0);
});

test("Bans.load - leaves out the oldest client beyond maxClients", async (kv) => {
  const before = bansOn(kv);
  for (const client of ["c", "b", "a"]) before.strikeTimes(client, 1);
  await before.bans.flush();
  const after = bansOn(kv, { maxStrikes: 2, maxClients: 2 });
  after.clock.nowMs = before.clock.nowMs;
  await after.bans.load();
  const areBanned = ["a", "b", "c"].map((client) => {
    after.strikeTimes(client, 1);
    return after.isBanned(client);
  });
  assert.deepEqual(areBanned, [true, true, false]);
});

test("Bans.flush - strikes of two processes add up to a ban", async (kv) => {
  const a = bansOn(kv, { maxStrikes: 3 });
  const b = bansOn(kv, { maxStrikes: 3 });
  a.strike("a", "text");
  b.bans.table.strike("a", "text", startMs + 500);
  a.strike("a", "geoip");
  await a.bans.flush();
  await b.bans.flush();
  assert.equal(b.isBanned(), false);
  b.strike("a", "scan");
  assert.deepEqual([a.isBanned(), b.isBanned()], [false, true]);
  await b.bans.flush();
  await a.bans.flush();
  assert.equal(a.isBanned(), true);
  a.assertSize(0, 1);
});

test("Bans.flush - bans if the stored strikes complete a ban", async (kv) => {
  const a = bansOn(kv, { maxStrikes: 2 });
  const b = bansOn(kv, { maxStrikes: 2 });
  a.strike("a", "text");
  b.strike("a", "geoip");
  await a.bans.flush();
  await b.bans.flush();
  assert.equal(b.isBanned(), true);
  const ban = { sinceMs: startMs, untilMs: startMs + hourMs };
  assert.deepEqual(await stored(kv, automaticBanKey("a")), ban);
});

test("Bans.flush - a strike does not extend a ban", async (kv) => {
  const { a, b } = twoInstances(kv);
  a.strike();
  await a.bans.flush();
  b.clock.nowMs += 1000;
  b.strike();
  await b.bans.flush();
  assert.equal(b.bans.unflushed, 0);
  b.clock.nowMs = startMs + hourMs;
  assert.equal(b.isBanned(), false);
});

test("Bans.flush - applies a lift by another process", async (kv) => {
  const { bans, strike, areBanned } = bansOn(kv, { maxStrikes: 1 });
  strike("lifted");
  strike("stays");
  await bans.flush();
  await bans.flush();
  await kv.atomic().delete(automaticBanKey("lifted"))
    .set(banRevisionKey(), "by hand").commit();
  strike("new");
  await bans.flush();
  const banned = areBanned("lifted", "stays", "new");
  assert.deepEqual(banned, [false, true, true]);
});

test("Bans.flush - reads the list of bans only after a change", async (kv) => {
  const { bans, strike, isBanned } = bansOn(kv, { maxStrikes: 1 });
  strike();
  await bans.flush();
  await bans.flush();
  await kv.delete(automaticBanKey("a"));
  await bans.flush();
  assert.equal(isBanned(), true);
});

test("Bans.flush - leaves clients beyond maxWrites to the next flush", async (kv) => {
  const { bans, strike } = bansOn(kv, { maxStrikes: 1, maxWrites: 2 });
  for (const client of ["a", "b", "c"]) strike(client);
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  const list = kv.list({ prefix: automaticBanPrefix() });
  const clients = await Array.fromAsync(list, ({ key }) => key[2]);
  assert.deepEqual(clients, ["a", "b", "c"]);
});

test("Bans.flush - rejects with the error of KV and loses nothing", async (kv) => {
  const fault = new Error("no disk");
  let operations = 0;
  // The revision of the bans, the client's record, and the commit of it.
  let failing = 1;
  const failOnce = gatedKv(kv, async () => {
    if (++operations === failing) await Promise.reject(fault);
  });
  const { bans, strike } = bansOn(failOnce);
  strike();
  for (; failing <= 3; failing++) {
    operations = 0;
    await assert.rejects(bans.flush(), { status: 503, cause: fault });
    assert.equal(bans.unflushed, 1);
  }
  failing = 0;
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  assert.deepEqual(await stored(kv, strikesKey("a")), [TEXT]);
});

const TEXT = { bucket: "text", startMs };
const SCAN = { bucket: "scan", startMs };

/**
 * A KV that does something before its third operation: the commit, after the
 * revision of the bans and the client's record are read.
 */
function beforeCommit(kv: Deno.Kv, change: () => unknown): Deno.Kv {
  let operations = 0;
  return gatedKv(kv, async () => {
    if (++operations === 3) await change();
  });
}

test("Bans.flush - keeps a strike that arrives during a write", async (kv) => {
  // It comes too late for the commit.
  const slow = beforeCommit(kv, () => strike("a", "scan"));
  const { bans, strike } = bansOn(slow);
  strike();
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  assert.deepEqual(await stored(kv, strikesKey("a")), [TEXT]);
  await bans.flush();
  assert.deepEqual(await stored(kv, strikesKey("a")), [TEXT, SCAN]);
});

test("Bans.flush - drops expired bans", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  one.strikeTimes("a", 1);
  await one.bans.flush();
  one.clock.nowMs += hourMs;
  await one.bans.flush();
  one.assertSize(0, 0);
});

test("Bans.flush - reads again after a conflict", async (kv) => {
  // Another process strikes between read and commit.
  const racing = beforeCommit(kv, () => kv.set(strikesKey("a"), [SCAN]));
  const { bans, strike } = bansOn(racing);
  strike();
  await bans.flush();
  assert.deepEqual(await stored(kv, strikesKey("a")), [TEXT, SCAN]);
  assert.equal(bans.unflushed, 0);
});

for (const flushes of [1, 2]) {
  test(`Bans.flush - does not write a ban that expires during the flush (in KV for ${flushes} flushes)`, async (kv) => {
    let leap = () => {};
    const slow = gatedKv(kv, () => Promise.resolve(leap()));
    const one = bansOn(slow, { maxStrikes: 2 });
    one.strikeTimes("a", 2);
    for (let i = 0; i < flushes; i++) await one.bans.flush();
    const untilMs = startMs + 60_000 + hourMs;
    one.clock.nowMs = untilMs - 1;
    one.bans.table.strike("a", "text", untilMs - 1);
    leap = () => void (one.clock.nowMs = untilMs);
    await one.bans.flush();
    const strikes = [{ bucket: "text", startMs: untilMs - 1 }];
    assert.deepEqual(await stored(kv, strikesKey("a")), strikes);
    assert.equal(one.isBanned(), false);
  });
}

/** An instance that bans after the first strike, and polls. */
function instanceOn(kv: Deno.Kv) {
  const one = bansOn(kv, { maxStrikes: 1 });
  const store = new Store({ kv, timeoutMs: 60_000 });
  const log = (message: string) => assert.fail(message);
  const keys = [one.bans.polledKey];
  return { ...one, poller: new KvChangePoller({ store, keys, log }) };
}

/** Two instances on one KV. */
function twoInstances(kv: Deno.Kv) {
  return { a: instanceOn(kv), b: instanceOn(kv) };
}

Deno.test("Bans.polledKey - two instances on one file share bans and lifts at their next poll", () =>
  withTwoHandles(async (kvs) => {
    const [a, b] = kvs.map(instanceOn);
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    a.strike();
    await a.bans.flush();
    assert.equal(b.isBanned(), false);
    await b.poller.poll();
    assert.equal(b.isBanned(), true);
    await b.bans.lift("a", admin);
    assert.deepEqual([a.isBanned(), b.isBanned()], [true, false]);
    await a.poller.poll();
    assert.equal(a.isBanned(), false);
    await Promise.all([a.bans.flush(), b.bans.flush()]);
    for (const one of [a, b]) one.assertSize(0, 0);
  }));

test("Bans.lift - reaches an instance that has seen the ban", async (kv) => {
  const { a, b } = twoInstances(kv);
  b.strike();
  await b.bans.flush();
  await a.poller.poll();
  assert.equal(a.isBanned(), true);
  // It has seen the revision of the ban: only another revision shows the lift.
  await b.bans.lift("a", admin);
  await a.poller.poll();
  assert.equal(a.isBanned(), false);
  assert.deepEqual(a.active(), []);
});

test("Bans.lift - lifts a ban that only another instance has seen", async (kv) => {
  const { a, b } = twoInstances(kv);
  b.strike();
  await b.bans.flush();
  await a.bans.lift("a", admin);
  assert.equal(await stored(kv, automaticBanKey("a")), null);
  await b.bans.flush();
  assert.equal(b.isBanned(), false);
});

test("Bans.lift - 404 if another instance has lifted the ban", async (kv) => {
  const { a, b } = twoInstances(kv);
  b.strike();
  await b.bans.flush();
  await a.bans.load();
  assert.equal(a.isBanned(), true);
  await b.bans.lift("a", admin);
  await assert.rejects(a.bans.lift("a", admin), { status: 404 });
  assert.equal((await auditOf(kv)).length, 1);
});

test("Bans.flush - leaves a client whose commits always conflict to the next flush", async (kv) => {
  let isContested = true;
  let strikes = 0;
  const racing = gatedKv(kv, async () => {
    if (!isContested) return;
    await kv.set(strikesKey("a"), [{ bucket: "scan", startMs: strikes++ }]);
  });
  const { bans, strike } = bansOn(racing);
  strike();
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  // The revision, then five reads and as many commits.
  assert.equal(strikes, 1 + 5 * 2);
  isContested = false;
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  const left = await stored(kv, strikesKey("a")) as unknown[];
  assert.deepEqual(left.at(-1), TEXT);
});

test("Bans.flush - does not change a ban that another process adds meanwhile", async (kv) => {
  const theirs = { sinceMs: startMs - 1_000, untilMs: startMs + 1_000 };
  const racing = beforeCommit(kv, () => kv.set(automaticBanKey("a"), theirs));
  const { bans, strike, active } = bansOn(racing, { maxStrikes: 1 });
  strike();
  await bans.flush();
  assert.deepEqual(await stored(kv, automaticBanKey("a")), theirs);
  assert.deepEqual(active(), [{ client: "a", ...theirs }]);
});

test("Bans.list - active bans, newest first", (kv) => {
  const { clock, strikeTimes, active } = bansOn(kv, { maxStrikes: 1 });
  strikeTimes("a", 1);
  strikeTimes("b", 1);
  const [a, b] = [startMs, startMs + 60_000]
    .map((sinceMs) => ({ sinceMs, untilMs: sinceMs + hourMs }));
  assert.deepEqual(active(), [{ client: "b", ...b }, { client: "a", ...a }]);
  clock.nowMs = startMs + hourMs;
  assert.deepEqual(active().map(({ client }) => client), ["b"]);
});

for (const isWritten of [true, false]) {
  test(`Bans.lift - removes ban and strikes in one commit (${isWritten ? "" : "not yet "}written)`, async (kv) => {
    const one = bansOn(kv, { maxStrikes: 2 });
    one.strikeTimes("client", 2);
    if (isWritten) await one.bans.flush();
    await kv.set(strikesKey("client"), [SCAN]);
    await one.bans.lift("client", admin);
    assert.equal(one.isBanned("client"), false);
    one.assertSize(0, 0);
    assert.equal(await stored(kv, automaticBanKey("client")), null);
    assert.equal(await stored(kv, strikesKey("client")), null);
    await one.bans.flush();
    assert.equal(await stored(kv, automaticBanKey("client")), null);
    assert.deepEqual(await auditOf(kv), [{
      atMs: one.clock.nowMs,
      actor: "admin@example.net",
      actorId: "1",
      action: "ban.lift",
      subject: "client",
      detail: { code: "automatic-ban", params: {} },
    }]);
    // Strikes start from zero.
    one.strikeTimes("client", 1);
    assert.equal(one.isBanned("client"), false);
  });
}

test("Bans.lift - 404 without a ban, and no audit entry", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  one.strikeTimes("ended", 1);
  one.clock.nowMs = startMs + hourMs;
  for (const client of ["ended", "nobody", "x".repeat(5_000)]) {
    await assert.rejects(one.bans.lift(client, admin), { status: 404 });
  }
  assert.equal(await stored(kv, banRevisionKey()), null);
});

test("Bans.lift - the ban stays in effect if the store fails", async (kv) => {
  const { failing, fault } = failingKv(kv);
  const { bans, strike, isBanned } = bansOn(failing, { maxStrikes: 1 });
  strike();
  await bans.flush();
  fault.error = new Error("no disk");
  await assert.rejects(bans.lift("a", admin), { status: 503 });
  assert.equal(isBanned(), true);
  fault.error = null;
  await bans.lift("a", admin);
  assert.equal(isBanned(), false);
});

test("Bans.lift - waits for a write under way, which does not restore the ban", async (kv) => {
  const gates: (() => void)[] = [];
  let isHeld = true;
  const held = gatedKv(
    kv,
    () => isHeld ? new Promise((open) => gates.push(open)) : Promise.resolve(),
  );
  const { bans, strike, isBanned } = bansOn(held, { maxStrikes: 1 });
  strike();
  let isOver = false;
  const both = Promise.all([bans.flush(), bans.lift("a", admin)])
    .then(() => isOver = true);
  while (!isOver) {
    gates.splice(0).forEach((open) => open());
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await both;
  isHeld = false;
  await bans.flush();
  assert.equal(isBanned(), false);
  assert.equal(await stored(kv, automaticBanKey("a")), null);
});

Deno.test("parseStrikes - leaves out malformed strikes", () => {
  const strike = { bucket: "text" as const, startMs: 5 };
  const odd = [null, 1, {}, { bucket: "soup", startMs: 5 }, { bucket: "text" }];
  assert.deepEqual(parseStrikes([strike, ...odd, strike]), [strike, strike]);
  for (const value of [null, undefined, {}, "text", 7]) {
    assert.deepEqual(parseStrikes(value), []);
  }
});

Deno.test("parseBan - null for anything but a ban", () => {
  const ban = { sinceMs: 1, untilMs: 2 };
  assert.deepEqual(parseBan(ban), ban);
  const malformed = [null, 3, [], { sinceMs: 1 }, { sinceMs: 1, untilMs: "2" }];
  for (const odd of malformed) assert.equal(parseBan(odd), null);
});

Deno.test("parseStrikes, parseBan - never throw", () =>
  forAll([fc.anything()], (value) => {
    parseStrikes(value);
    parseBan(value);
  }));
