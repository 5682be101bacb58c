import assert from "node:assert/strict";
import fc from "fast-check";
import {
  Bans,
  type BansOptions,
  parseBan,
  parseStrikes,
} from "../../../lib/limits/bans.ts";
import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  strikesKey,
} from "../../../lib/store/keys.ts";
import { Store } from "../../../lib/store/store.ts";
import { Audit } from "../../../lib/store/audit.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { gatedKv, withKv, withKvFile } from "./gated_kv.ts";
import { forAll } from "../../support/for_all.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

const startMs = 1_700_000_000_000;
const hourMs = 3_600_000;

/** Bans with a clock that the test sets. */
function bansOn(kv: Deno.Kv, options: Partial<BansOptions> = {}) {
  const clock = { nowMs: startMs };
  const bans = new Bans({ kv, now: () => clock.nowMs, ...options });
  return { bans, clock };
}

/** Adds strikes in consecutive windows. */
function strikeTimes(
  { bans, clock }: ReturnType<typeof bansOn>,
  client: string,
  windows: number,
) {
  for (let i = 0; i < windows; i++) {
    bans.table.strike(client, "text", clock.nowMs);
    clock.nowMs += 60_000;
  }
}

async function stored(kv: Deno.Kv, key: Deno.KvKey): Promise<unknown> {
  return (await kv.get(key)).value;
}

test("Bans.load - leaves out malformed bans", async (kv) => {
  const { bans } = bansOn(kv);
  const ban = { sinceMs: startMs, untilMs: startMs + hourMs };
  await kv.set(automaticBanKey("192.0.2.1"), { sinceMs: startMs });
  await kv.set([...automaticBanKey("192.0.2.2"), "x"], ban);
  await kv.set(automaticBanKey("192.0.2.3"), ban);
  await kv.set(banRevisionKey(), startMs);
  await bans.load();
  assert.deepEqual(await bans.table.listActive(), [{
    client: "192.0.2.3",
    ...ban,
  }]);
});

test("Bans.strike - the tenth window within an hour bans for an hour", (kv) => {
  const one = bansOn(kv);
  const { bans, clock } = one;
  strikeTimes(one, "a", 9);
  assert.equal(bans.table.banEndMs("a"), null);
  bans.table.strike("a", "text", clock.nowMs);
  assert.notEqual(bans.table.banEndMs("a"), null);
  assert.equal(bans.table.banEndMs("b"), null);
  clock.nowMs += hourMs - 1;
  assert.notEqual(bans.table.banEndMs("a"), null);
  clock.nowMs += 1;
  assert.equal(bans.table.banEndMs("a"), null);
});

test("Bans.strike - counts the buckets of a client together", (kv) => {
  const { bans } = bansOn(kv, { maxStrikes: 2 });
  bans.table.strike("a", "text", startMs);
  bans.table.strike("a", "geoip", startMs);
  assert.notEqual(bans.table.banEndMs("a"), null);
});

test("Bans.strike - counts a window once", (kv) => {
  const { bans } = bansOn(kv, { maxStrikes: 2 });
  bans.table.strike("a", "text", startMs);
  bans.table.strike("a", "text", startMs);
  assert.equal(bans.table.banEndMs("a"), null);
});

test("Bans.strike - ten windows in more than an hour do not ban", (kv) => {
  const { bans, clock } = bansOn(kv);
  for (let i = 0; i < 30; i++) {
    bans.table.strike("a", "text", clock.nowMs);
    clock.nowMs += hourMs / 9;
  }
  assert.equal(bans.table.banEndMs("a"), null);
});

test("Bans.strike - starts from zero after a ban", (kv) => {
  const one = bansOn(kv, { maxStrikes: 2, banMs: 1 });
  strikeTimes(one, "a", 2);
  one.clock.nowMs += 1;
  strikeTimes(one, "a", 1);
  assert.equal(one.bans.table.banEndMs("a"), null);
});

test("Bans.isBanned - a clock set back does not extend a ban", (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  strikeTimes(one, "a", 1);
  one.clock.nowMs = startMs - 10 * hourMs;
  assert.notEqual(one.bans.table.banEndMs("a"), null);
  one.clock.nowMs += hourMs;
  assert.equal(one.bans.table.banEndMs("a"), null);
});

test("Bans.strike - evicts the oldest client beyond maxClients", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 2, maxClients: 2 });
  strikeTimes(one, "a", 1);
  strikeTimes(one, "b", 1);
  strikeTimes(one, "c", 1);
  assert.deepEqual(one.bans.table.size, { strikes: 2, bans: 0 });
  assert.equal(one.bans.unflushed, 2);
  for (const client of ["b", "c", "d", "d"]) strikeTimes(one, client, 1);
  assert.deepEqual(one.bans.table.size, { strikes: 0, bans: 2 });
  assert.deepEqual(
    ["b", "c", "d"].map((client) => one.bans.table.banEndMs(client) !== null),
    [false, true, true],
  );
  await one.bans.flush();
  assert.equal(await stored(kv, automaticBanKey("b")), null);
});

test("Bans.flush - strikes and bans survive a restart", async (kv) => {
  const before = bansOn(kv);
  strikeTimes(before, "struck", 9);
  strikeTimes(before, "banned", 9);
  await before.bans.flush();
  strikeTimes(before, "banned", 1);
  const bannedAtMs = before.clock.nowMs - 60_000;
  await before.bans.flush();
  assert.equal(before.bans.unflushed, 0);
  assert.deepEqual(await stored(kv, automaticBanKey("banned")), {
    sinceMs: bannedAtMs,
    untilMs: bannedAtMs + hourMs,
  });
  assert.equal(await stored(kv, strikesKey("banned")), null);

  const after = bansOn(kv);
  after.clock.nowMs = before.clock.nowMs;
  await after.bans.load();
  assert.deepEqual(after.bans.table.size, { strikes: 1, bans: 1 });
  assert.notEqual(after.bans.table.banEndMs("banned"), null);
  assert.equal(after.bans.table.banEndMs("struck"), null);
  strikeTimes(after, "struck", 1);
  assert.notEqual(after.bans.table.banEndMs("struck"), null);
});

test("Bans.load - ignores expired bans and old strikes", async (kv) => {
  const before = bansOn(kv);
  strikeTimes(before, "struck", 1);
  strikeTimes(before, "banned", 10);
  await before.bans.flush();
  const after = bansOn(kv);
  after.clock.nowMs = before.clock.nowMs + hourMs;
  await after.bans.load();
  assert.deepEqual(after.bans.table.size, { strikes: 0, bans: 0 });
});

test("Bans.load - leaves out the oldest client beyond maxClients", async (kv) => {
  const before = bansOn(kv);
  for (const client of ["c", "b", "a"]) strikeTimes(before, client, 1);
  await before.bans.flush();
  const after = bansOn(kv, { maxStrikes: 2, maxClients: 2 });
  after.clock.nowMs = before.clock.nowMs;
  await after.bans.load();
  const isBanned = ["a", "b", "c"].map((client) => {
    strikeTimes(after, client, 1);
    return after.bans.table.banEndMs(client) !== null;
  });
  assert.deepEqual(isBanned, [true, true, false]);
});

test("Bans.flush - strikes of two processes add up to a ban", async (kv) => {
  const a = bansOn(kv, { maxStrikes: 3 });
  const b = bansOn(kv, { maxStrikes: 3 });
  a.bans.table.strike("client", "text", startMs);
  b.bans.table.strike("client", "text", startMs + 500);
  a.bans.table.strike("client", "geoip", startMs);
  await a.bans.flush();
  await b.bans.flush();
  assert.equal(b.bans.table.banEndMs("client"), null);
  b.bans.table.strike("client", "scan", startMs);
  assert.notEqual(b.bans.table.banEndMs("client"), null);
  assert.equal(a.bans.table.banEndMs("client"), null);
  await b.bans.flush();
  await a.bans.flush();
  assert.notEqual(a.bans.table.banEndMs("client"), null);
  assert.deepEqual(a.bans.table.size, { strikes: 0, bans: 1 });
});

test("Bans.flush - bans if the stored strikes complete a ban", async (kv) => {
  const a = bansOn(kv, { maxStrikes: 2 });
  const b = bansOn(kv, { maxStrikes: 2 });
  a.bans.table.strike("client", "text", startMs);
  b.bans.table.strike("client", "geoip", startMs);
  await a.bans.flush();
  await b.bans.flush();
  assert.notEqual(b.bans.table.banEndMs("client"), null);
  assert.deepEqual(await stored(kv, automaticBanKey("client")), {
    sinceMs: startMs,
    untilMs: startMs + hourMs,
  });
});

test("Bans.flush - a strike does not extend a ban", async (kv) => {
  const a = bansOn(kv, { maxStrikes: 1 });
  const b = bansOn(kv, { maxStrikes: 1 });
  a.bans.table.strike("client", "text", startMs);
  await a.bans.flush();
  b.clock.nowMs += 1000;
  b.bans.table.strike("client", "text", startMs);
  await b.bans.flush();
  assert.equal(b.bans.unflushed, 0);
  b.clock.nowMs = startMs + hourMs;
  assert.equal(b.bans.table.banEndMs("client"), null);
});

test("Bans.flush - applies a lift by another process", async (kv) => {
  const { bans } = bansOn(kv, { maxStrikes: 1 });
  bans.table.strike("lifted", "text", startMs);
  bans.table.strike("stays", "text", startMs);
  await bans.flush();
  await bans.flush();
  await kv.atomic().delete(automaticBanKey("lifted"))
    .set(banRevisionKey(), "by hand").commit();
  bans.table.strike("new", "text", startMs);
  await bans.flush();
  assert.deepEqual(
    ["lifted", "stays", "new"].map((client) =>
      bans.table.banEndMs(client) !== null
    ),
    [false, true, true],
  );
});

test("Bans.flush - reads the list of bans only after a change", async (kv) => {
  const { bans } = bansOn(kv, { maxStrikes: 1 });
  bans.table.strike("a", "text", startMs);
  await bans.flush();
  await bans.flush();
  await kv.delete(automaticBanKey("a"));
  await bans.flush();
  assert.notEqual(bans.table.banEndMs("a"), null);
});

test("Bans.flush - leaves clients beyond maxWrites to the next flush", async (kv) => {
  const { bans } = bansOn(kv, { maxStrikes: 1, maxWrites: 2 });
  for (const client of ["a", "b", "c"]) {
    bans.table.strike(client, "text", startMs);
  }
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  const keys: unknown[] = [];
  for await (const { key } of kv.list({ prefix: automaticBanPrefix() })) {
    keys.push(key[2]);
  }
  assert.deepEqual(keys, ["a", "b", "c"]);
});

test("Bans.flush - rejects with the error of KV and loses nothing", async (kv) => {
  const fault = new Error("no disk");
  let operations = 0;
  // The revision of the bans, the client's record, and the commit of it.
  let failing = 1;
  const { bans } = bansOn(
    gatedKv(
      kv,
      () =>
        ++operations === failing ? Promise.reject(fault) : Promise.resolve(),
    ),
  );
  bans.table.strike("a", "text", startMs);
  for (; failing <= 3; failing++) {
    operations = 0;
    await assert.rejects(bans.flush(), { status: 503, cause: fault });
    assert.equal(bans.unflushed, 1);
  }
  failing = 0;
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  assert.deepEqual(await stored(kv, strikesKey("a")), [
    { bucket: "text", startMs },
  ]);
});

test("Bans.flush - keeps a strike that arrives during a write", async (kv) => {
  let arrive = () => {};
  const slow = gatedKv(kv, () => Promise.resolve(arrive()));
  const { bans } = bansOn(slow);
  bans.table.strike("a", "text", startMs);
  let operations = 0;
  arrive = () => {
    // The third operation is the commit, after the revision and the read: this strike comes too late for it.
    if (++operations === 3) bans.table.strike("a", "scan", startMs);
  };
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  assert.deepEqual(await stored(kv, strikesKey("a")), [
    { bucket: "text", startMs },
  ]);
  await bans.flush();
  assert.deepEqual(await stored(kv, strikesKey("a")), [
    { bucket: "text", startMs },
    { bucket: "scan", startMs },
  ]);
});

test("Bans.flush - drops expired bans", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  strikeTimes(one, "a", 1);
  await one.bans.flush();
  one.clock.nowMs += hourMs;
  await one.bans.flush();
  assert.deepEqual(one.bans.table.size, { strikes: 0, bans: 0 });
});

test("Bans.flush - reads again after a conflict", async (kv) => {
  let operations = 0;
  const racing = gatedKv(kv, async () => {
    // The third operation is the commit: another process strikes between read and commit.
    if (++operations === 3) {
      await kv.set(strikesKey("a"), [{ bucket: "scan", startMs }]);
    }
  });
  const { bans } = bansOn(racing);
  bans.table.strike("a", "text", startMs);
  await bans.flush();
  assert.deepEqual(await stored(kv, strikesKey("a")), [
    { bucket: "text", startMs },
    { bucket: "scan", startMs },
  ]);
  assert.equal(bans.unflushed, 0);
});

for (const flushes of [1, 2]) {
  test(`Bans.flush - does not write a ban that expires during the flush (in KV for ${flushes} flushes)`, async (kv) => {
    let leap = () => {};
    const slow = gatedKv(kv, () => Promise.resolve(leap()));
    const one = bansOn(slow, { maxStrikes: 2 });
    strikeTimes(one, "a", 2);
    for (let i = 0; i < flushes; i++) await one.bans.flush();
    const untilMs = startMs + 60_000 + hourMs;
    one.clock.nowMs = untilMs - 1;
    one.bans.table.strike("a", "text", untilMs - 1);
    leap = () => void (one.clock.nowMs = untilMs);
    await one.bans.flush();
    assert.deepEqual(await stored(kv, strikesKey("a")), [
      { bucket: "text", startMs: untilMs - 1 },
    ]);
    assert.equal(one.bans.table.banEndMs("a"), null);
  });
}

const admin = { name: "admin@example.net", accountId: "1" };

Deno.test("Bans.polledKey - two instances on one file share bans and lifts at their next poll", () =>
  withKvFile(async (path) => {
    const kvs = [await Deno.openKv(path), await Deno.openKv(path)];
    const [a, b] = kvs.map((kv) => {
      const { bans } = bansOn(kv, { maxStrikes: 1 });
      const store = new Store({ kv, timeoutMs: 60_000 });
      const log = (message: string) => assert.fail(message);
      return {
        bans,
        poller: new KvChangePoller({ store, keys: [bans.polledKey], log }),
      };
    });
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    a.bans.table.strike("client", "text", startMs);
    await a.bans.flush();
    assert.equal(b.bans.table.banEndMs("client"), null);
    await b.poller.poll();
    assert.notEqual(b.bans.table.banEndMs("client"), null);
    await b.bans.lift("client", admin);
    assert.equal(b.bans.table.banEndMs("client"), null);
    assert.notEqual(a.bans.table.banEndMs("client"), null);
    await a.poller.poll();
    assert.equal(a.bans.table.banEndMs("client"), null);
    await Promise.all([a.bans.flush(), b.bans.flush()]);
    assert.deepEqual([a.bans.table.size, b.bans.table.size], [
      { strikes: 0, bans: 0 },
      { strikes: 0, bans: 0 },
    ]);
    for (const kv of kvs) kv.close();
  }));

/** Two instances on one KV, and a poll of the first. */
function twoInstances(kv: Deno.Kv) {
  const [a, b] = [bansOn(kv, { maxStrikes: 1 }), bansOn(kv, { maxStrikes: 1 })];
  const poller = new KvChangePoller({
    store: new Store({ kv, timeoutMs: 60_000 }),
    keys: [a.bans.polledKey],
    log: (message) => assert.fail(message),
  });
  return { a, b, poller };
}

test("Bans.lift - reaches an instance that has seen the ban", async (kv) => {
  const { a, b, poller } = twoInstances(kv);
  b.bans.table.strike("client", "text", startMs);
  await b.bans.flush();
  await poller.poll();
  assert.notEqual(a.bans.table.banEndMs("client"), null);
  // It has seen the revision of the ban: only another revision shows the lift.
  await b.bans.lift("client", admin);
  await poller.poll();
  assert.equal(a.bans.table.banEndMs("client"), null);
  assert.deepEqual(a.bans.table.listActive(), []);
});

test("Bans.lift - lifts a ban that only another instance has seen", async (kv) => {
  const { a, b } = twoInstances(kv);
  b.bans.table.strike("client", "text", startMs);
  await b.bans.flush();
  await a.bans.lift("client", admin);
  assert.equal(await stored(kv, automaticBanKey("client")), null);
  await b.bans.flush();
  assert.equal(b.bans.table.banEndMs("client"), null);
});

test("Bans.lift - 404 if another instance has lifted the ban", async (kv) => {
  const { a, b } = twoInstances(kv);
  b.bans.table.strike("client", "text", startMs);
  await b.bans.flush();
  await a.bans.load();
  assert.notEqual(a.bans.table.banEndMs("client"), null);
  await b.bans.lift("client", admin);
  await assert.rejects(a.bans.lift("client", admin), { status: 404 });
  const audit = new Audit({
    store: new Store({ kv, timeoutMs: 60_000 }),
    now: () => startMs,
  });
  const { entries } = await audit.list({ before: null, limit: 9 });
  assert.equal(entries.length, 1);
});

test("Bans.flush - leaves a client whose commits always conflict to the next flush", async (kv) => {
  let isContested = true;
  let strikes = 0;
  const racing = gatedKv(kv, async () => {
    if (!isContested) return;
    await kv.set(strikesKey("a"), [{ bucket: "scan", startMs: strikes++ }]);
  });
  const { bans } = bansOn(racing);
  bans.table.strike("a", "text", startMs);
  await bans.flush();
  assert.equal(bans.unflushed, 1);
  // The revision, then five reads and as many commits.
  assert.equal(strikes, 1 + 5 * 2);
  isContested = false;
  await bans.flush();
  assert.equal(bans.unflushed, 0);
  assert.deepEqual(
    (await stored(kv, strikesKey("a")) as { bucket: string }[]).at(-1),
    { bucket: "text", startMs },
  );
});

test("Bans.flush - does not change a ban that another process adds meanwhile", async (kv) => {
  const theirs = { sinceMs: startMs - 1_000, untilMs: startMs + 1_000 };
  let operations = 0;
  const racing = gatedKv(kv, async () => {
    // The third operation is the commit.
    if (++operations === 3) await kv.set(automaticBanKey("a"), theirs);
  });
  const { bans } = bansOn(racing, { maxStrikes: 1 });
  bans.table.strike("a", "text", startMs);
  await bans.flush();
  assert.deepEqual(await stored(kv, automaticBanKey("a")), theirs);
  assert.deepEqual(bans.table.listActive(), [{ client: "a", ...theirs }]);
});

test("Bans.list - active bans, newest first", (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  strikeTimes(one, "a", 1);
  strikeTimes(one, "b", 1);
  assert.deepEqual(one.bans.table.listActive(), [
    {
      client: "b",
      sinceMs: startMs + 60_000,
      untilMs: startMs + 60_000 + hourMs,
    },
    { client: "a", sinceMs: startMs, untilMs: startMs + hourMs },
  ]);
  one.clock.nowMs = startMs + hourMs;
  assert.deepEqual(one.bans.table.listActive().map(({ client }) => client), [
    "b",
  ]);
});

for (const isWritten of [true, false]) {
  test(`Bans.lift - removes ban and strikes in one commit (${isWritten ? "" : "not yet "}written)`, async (kv) => {
    const one = bansOn(kv, { maxStrikes: 2 });
    strikeTimes(one, "client", 2);
    if (isWritten) await one.bans.flush();
    await kv.set(strikesKey("client"), [{ bucket: "scan", startMs }]);
    await one.bans.lift("client", admin);
    assert.equal(one.bans.table.banEndMs("client"), null);
    assert.deepEqual(one.bans.table.size, { strikes: 0, bans: 0 });
    assert.equal(await stored(kv, automaticBanKey("client")), null);
    assert.equal(await stored(kv, strikesKey("client")), null);
    await one.bans.flush();
    assert.equal(await stored(kv, automaticBanKey("client")), null);
    const store = new Store({ kv, timeoutMs: 60_000 });
    const audit = new Audit({ store, now: () => startMs });
    assert.deepEqual(await audit.list({ before: null, limit: 9 }), {
      entries: [{
        atMs: one.clock.nowMs,
        actor: "admin@example.net",
        actorId: "1",
        action: "ban.lift",
        subject: "client",
        detail: { code: "automatic-ban", params: {} },
      }],
      next: null,
    });
    // Strikes start from zero.
    one.bans.table.strike("client", "text", one.clock.nowMs);
    assert.equal(one.bans.table.banEndMs("client"), null);
  });
}

test("Bans.lift - 404 without a ban, and no audit entry", async (kv) => {
  const one = bansOn(kv, { maxStrikes: 1 });
  strikeTimes(one, "ended", 1);
  one.clock.nowMs = startMs + hourMs;
  for (const client of ["ended", "nobody", "x".repeat(5_000)]) {
    await assert.rejects(one.bans.lift(client, admin), { status: 404 });
  }
  assert.equal(await stored(kv, banRevisionKey()), null);
});

test("Bans.lift - the ban stays in effect if the store fails", async (kv) => {
  let fault: Error | null = null;
  const { bans } = bansOn(
    gatedKv(kv, () => fault ? Promise.reject(fault) : Promise.resolve()),
    { maxStrikes: 1 },
  );
  bans.table.strike("client", "text", startMs);
  await bans.flush();
  fault = new Error("no disk");
  await assert.rejects(bans.lift("client", admin), { status: 503 });
  assert.notEqual(bans.table.banEndMs("client"), null);
  fault = null;
  await bans.lift("client", admin);
  assert.equal(bans.table.banEndMs("client"), null);
});

test("Bans.lift - waits for a write under way, which does not restore the ban", async (kv) => {
  const gates: (() => void)[] = [];
  let isHeld = false;
  const held = gatedKv(
    kv,
    () => isHeld ? new Promise((open) => gates.push(open)) : Promise.resolve(),
  );
  const { bans } = bansOn(held, { maxStrikes: 1 });
  bans.table.strike("client", "text", startMs);
  isHeld = true;
  const flushed = bans.flush();
  const lifted = bans.lift("client", admin);
  let isOver = false;
  const both = Promise.all([flushed, lifted]).then(() => isOver = true);
  while (!isOver) {
    gates.splice(0).forEach((open) => open());
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await both;
  isHeld = false;
  await bans.flush();
  assert.equal(bans.table.banEndMs("client"), null);
  assert.equal(await stored(kv, automaticBanKey("client")), null);
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
