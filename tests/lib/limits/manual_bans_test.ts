import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import { Audit } from "../../../lib/store/audit.ts";
import { AppError, InputError } from "../../../lib/core/errors.ts";
import { ManualBans } from "../../../lib/limits/manual_bans.ts";
import { type Cidr, formatCidr, parseCidr } from "../../../lib/net/cidr.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { manualBanKey, manualBanPrefix } from "../../../lib/store/keys.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import { gatedKv, withKv, withKvFile } from "./gated_kv.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

const startMs = 1_700_000_000_000;
const admin = { name: "admin@example.net", accountId: "1" };

function random(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** Bans with a clock that the test sets. */
function bansOn(kv: Deno.Kv, maxBans?: number) {
  const clock = { nowMs: startMs };
  const store = new Store({ kv, timeoutMs: 60_000 });
  const now = () => clock.nowMs;
  const bans = new ManualBans({ store, now, random, maxBans });
  const lines: string[] = [];
  const poller = new KvChangePoller({
    store,
    keys: [bans.polledKey],
    log: (message) => lines.push(message),
  });
  const isBanned = (text: string) => {
    const ip = parseIp(text);
    assert(ip !== null, text);
    return bans.blocks.banEndMs(ip) !== null;
  };
  const audit = async () =>
    (await new Audit({ store, now }).list({ before: null, limit: 100 }))
      .entries;
  return { bans, clock, poller, lines, isBanned, audit };
}

function block(text: string): Cidr {
  const cidr = parseCidr(text);
  assert(cidr !== null, text);
  return cidr;
}

function forEver(text: string, reason = "floods") {
  return { cidr: block(text), untilMs: null, reason };
}

function isInput(field: string, status: number, params: ErrorParams) {
  return (error: unknown) => {
    assert(error instanceof InputError);
    assert.deepEqual(
      [error.field, error.status, error.params],
      [field, status, params],
    );
    return true;
  };
}

test("ManualBans.add - bans the block immediately, and records actor and reason", async (kv) => {
  const { bans, isBanned, audit } = bansOn(kv);
  await bans.load();
  assert.equal(isBanned("192.0.2.9"), false);
  const untilMs = startMs + 3_600_000;
  const ban = await bans.add(
    { cidr: block("192.0.2.7/24"), untilMs, reason: " floods " },
    admin,
  );
  assert.match(ban.id, /^[\w-]{16}$/);
  assert.deepEqual(ban, {
    id: ban.id,
    cidr: block("192.0.2.0/24"),
    sinceMs: startMs,
    untilMs,
    reason: "floods",
    by: "admin@example.net",
  });
  assert.equal(isBanned("192.0.2.9"), true);
  assert.equal(isBanned("192.0.3.9"), false);
  assert.deepEqual(await bans.list(), [ban]);
  assert.deepEqual((await kv.get(manualBanKey(ban.id))).value, {
    cidr: "192.0.2.0/24",
    sinceMs: startMs,
    untilMs,
    reason: "floods",
    by: "admin@example.net",
  });
  assert.deepEqual(await audit(), [{
    atMs: startMs,
    actor: "admin@example.net",
    actorId: "1",
    action: "ban.add",
    subject: "192.0.2.0/24",
    detail: { code: "manual-ban", params: { untilMs, reason: "floods" } },
  }]);
});

test("ManualBans.lift - lifts the ban immediately; 404 the second time", async (kv) => {
  const { bans, clock, isBanned, audit } = bansOn(kv);
  const ban = await bans.add(forEver("2001:db8::/32", ""), admin);
  assert.equal(isBanned("2001:db8::1"), true);
  clock.nowMs++;
  await bans.lift(ban.id, { name: "command line", accountId: null });
  assert.equal(isBanned("2001:db8::1"), false);
  assert.equal(bans.blocks.bans.length, 0);
  assert.deepEqual(await bans.list(), []);
  await assert.rejects(bans.lift(ban.id, admin), (error) => {
    assert(error instanceof AppError);
    assert.deepEqual([error.status, error.code], [404, "NOT_FOUND"]);
    return true;
  });
  assert.deepEqual((await audit())[0], {
    atMs: startMs + 1,
    actor: "command line",
    actorId: null,
    action: "ban.lift",
    subject: "2001:db8::/32",
    detail: { code: "manual-ban", params: { untilMs: null, reason: "" } },
  });
  assert.equal((await audit()).length, 2);
});

Deno.test("ManualBans - two instances on one file share bans and lifts at their next poll", () =>
  withKvFile(async (path) => {
    const kvs = [await Deno.openKv(path), await Deno.openKv(path)];
    const [a, b] = kvs.map((kv) => bansOn(kv));
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    const first = await a.bans.add(forEver("192.0.2.0/24"), admin);
    const second = await b.bans.add(forEver("198.51.100.0/24"), admin);
    assert.equal(b.isBanned("192.0.2.1"), true);
    assert.equal(a.isBanned("198.51.100.1"), false);
    await a.poller.poll();
    assert.equal(a.isBanned("198.51.100.1"), true);
    await b.bans.lift(first.id, admin);
    assert.equal(a.isBanned("192.0.2.1"), true);
    await a.poller.poll();
    assert.equal(a.isBanned("192.0.2.1"), false);
    assert.equal(a.isBanned("198.51.100.1"), true);
    await a.bans.lift(second.id, admin);
    await b.poller.poll();
    assert.equal(b.isBanned("198.51.100.1"), false);
    assert.deepEqual([a.lines, b.lines], [[], []]);
    for (const kv of kvs) kv.close();
  }));

Deno.test("ManualBans.load - bans survive a restart, and end at their time", () =>
  withKvFile(async (path) => {
    const kvBefore = await Deno.openKv(path);
    const before = bansOn(kvBefore);
    const cidr = block("192.0.2.0/24");
    const untilMs = startMs + 10;
    await before.bans.add({ cidr, untilMs, reason: "" }, admin);
    kvBefore.close();
    const kvAfter = await Deno.openKv(path);
    // KV can delete the record at any time by its own clock; the ban must end by ours.
    const { value } = await kvAfter.get(manualBanPrefix());
    assert.equal(value, startMs);
    await kvAfter.set(manualBanKey("kept"), {
      cidr: "192.0.2.0/24",
      sinceMs: startMs,
      untilMs,
      reason: "",
      by: "admin@example.net",
    });
    const after = bansOn(kvAfter);
    await after.bans.load();
    after.clock.nowMs = untilMs - 1;
    assert.equal(after.isBanned("192.0.2.1"), true);
    after.clock.nowMs = untilMs;
    assert.equal(after.isBanned("192.0.2.1"), false);
    assert.deepEqual(await after.bans.list(), []);
    // After the clock is set back, the absolute end applies again once the list is loaded.
    after.clock.nowMs = untilMs - 5;
    await after.bans.load();
    assert.equal(after.isBanned("192.0.2.1"), true);
    kvAfter.close();
  }));

test("ManualBans.add - replaces a ban of the same block in any notation", async (kv) => {
  const { bans, isBanned, clock } = bansOn(kv);
  await bans.add(forEver("192.0.2.0/24"), admin);
  clock.nowMs++;
  const untilMs = startMs + 1_000;
  const cidr = block("::ffff:192.0.2.9/120");
  const later = await bans.add({ cidr, untilMs, reason: "less" }, admin);
  assert.equal(formatCidr(later.cidr), "192.0.2.0/24");
  assert.deepEqual(await bans.list(), [later]);
  clock.nowMs = untilMs;
  assert.equal(isBanned("192.0.2.1"), false);
});

test("ManualBans.add - overlapping blocks are separate bans", async (kv) => {
  const { bans, isBanned, clock } = bansOn(kv);
  const wide = await bans.add(forEver("192.0.2.0/24"), admin);
  clock.nowMs++;
  const narrow = await bans.add(forEver("192.0.2.1"), admin);
  assert.deepEqual(await bans.list(), [narrow, wide]);
  await bans.lift(wide.id, admin);
  assert.deepEqual(["192.0.2.1", "192.0.2.2"].map(isBanned), [true, false]);
});

test("ManualBans.add - at most maxBans across all instances, without expired ones", async (kv) => {
  const a = bansOn(kv, 3);
  const b = bansOn(kv, 3);
  const attempts = await Promise.allSettled(
    [a, b, a, b, a].map(({ bans }, i) =>
      bans.add({
        cidr: block(`192.0.2.${i}`),
        untilMs: startMs + 86_400_000,
        reason: "",
      }, admin)
    ),
  );
  const refused = attempts.flatMap((attempt) =>
    attempt.status === "rejected" ? [attempt.reason] : []
  );
  assert.equal(refused.length, 2);
  const params: ErrorParams = { reason: "bans_full", max: 3 };
  for (const error of refused) assert(isInput("cidr", 409, params)(error));
  assert.equal((await a.bans.list()).length, 3);
  assert.equal((await a.audit()).length, 3);
  // A replacement does not add to the number.
  const [first] = await a.bans.list();
  await a.bans.add({ ...first, reason: "again" }, admin);
  a.clock.nowMs = startMs + 86_400_000;
  const only = await a.bans.add(forEver("203.0.113.1"), admin);
  assert.deepEqual(await a.bans.list(), [only]);
  const keys: unknown[] = [];
  for await (const { key } of kv.list({ prefix: manualBanPrefix() })) {
    keys.push(key);
  }
  assert.deepEqual(keys, [manualBanKey(only.id)]);
});

const cases = [
  ["0.0.0.0/0", 4, 8],
  ["10.0.0.0/7", 4, 8],
  ["::ffff:0:0/96", 4, 8],
  ["::/0", 6, 16],
  ["2000::/15", 6, 16],
] as const;
for (const [text, family, minPrefixLength] of cases) {
  test(`ManualBans.add - rejects ${text}`, async (kv) => {
    const { bans, audit } = bansOn(kv);
    await assert.rejects(
      bans.add(forEver(text), admin),
      isInput("cidr", 400, {
        reason: "ban_block_too_wide",
        family,
        minPrefixLength,
      }),
    );
    assert.deepEqual([await bans.list(), await audit()], [[], []]);
  });
}

test("ManualBans.add - accepts the widest allowed blocks", async (kv) => {
  const { bans, isBanned } = bansOn(kv);
  await bans.add(forEver("10.0.0.0/8"), admin);
  await bans.add(forEver("2001::/16"), admin);
  assert.deepEqual(
    ["10.255.255.255", "2001:ffff::1", "11.0.0.0", "2002::"].map(isBanned),
    [true, true, false, false],
  );
});

const centuryMs = 36_525 * 86_400_000;
const endTimes = [startMs, startMs - 1, NaN, startMs + centuryMs + 1, Infinity];
for (const untilMs of endTimes) {
  test(`ManualBans.add - rejects an end at ${untilMs}`, async (kv) => {
    const { bans } = bansOn(kv);
    await assert.rejects(
      bans.add({ cidr: block("192.0.2.1"), untilMs, reason: "" }, admin),
      isInput("until", 400, { reason: "ban_end_out_of_range" }),
    );
  });
}

test("ManualBans.add - accepts the latest allowed end", async (kv) => {
  const { bans } = bansOn(kv);
  const untilMs = startMs + centuryMs;
  const cidr = block("192.0.2.1");
  const ban = await bans.add({ cidr, untilMs, reason: "" }, admin);
  assert.deepEqual(await bans.list(), [ban]);
});

for (const reason of ["a\nb", "a\u0000", "a\u2028b", "x".repeat(201)]) {
  test(`ManualBans.add - rejects the reason ${JSON.stringify(reason.slice(0, 9))}`, async (kv) => {
    const { bans } = bansOn(kv);
    await assert.rejects(
      bans.add(forEver("192.0.2.1", reason), admin),
      isInput("reason", 400, { reason: "ban_reason_malformed", max: 200 }),
    );
  });
}

test("ManualBans.add - accepts a reason of 200 characters", async (kv) => {
  const { reason } = await bansOn(kv).bans.add(
    forEver("192.0.2.1", "x".repeat(200)),
    admin,
  );
  assert.equal(reason, "x".repeat(200));
});

test("ManualBans.lift - removes malformed records, which are not bans", async (kv) => {
  for (const [id, value] of [["a", null], ["b", 7], ["c", {}]] as const) {
    await kv.set(manualBanKey(id), value);
  }
  await kv.set([...manualBanPrefix(), 5], {
    cidr: "192.0.2.0/24",
    sinceMs: startMs,
    untilMs: null,
    reason: "",
    by: "",
  });
  await kv.set(manualBanPrefix(), { odd: true });
  const { bans, isBanned, poller, lines, audit } = bansOn(kv);
  await poller.poll();
  assert.equal(isBanned("192.0.2.1"), false);
  assert.deepEqual([bans.blocks.bans.length, await bans.list(), lines], [
    0,
    [],
    [],
  ]);
  await bans.lift("c", admin);
  assert.equal((await kv.get(manualBanKey("c"))).versionstamp, null);
  const [{ subject, detail }] = await audit();
  assert.deepEqual([subject, detail], ["c", {
    code: "unreadable-ban",
    params: {},
  }]);
  const ban = await bans.add(forEver("192.0.2.1"), admin);
  assert.deepEqual(await bans.list(), [ban]);
});

test("ManualBans - a failing store is a 503 for changes; the bans stay in effect", async (kv) => {
  let fault: Error | null = null;
  const failing = gatedKv(
    kv,
    () => fault ? Promise.reject(fault) : Promise.resolve(),
  );
  const { bans, isBanned, poller, lines } = bansOn(failing);
  const ban = await bans.add(forEver("192.0.2.0/24"), admin);
  await poller.poll();
  fault = new Error("no disk");
  await poller.poll();
  await assert.rejects(bans.add(forEver("198.51.100.1"), admin), {
    status: 503,
  });
  await assert.rejects(bans.lift(ban.id, admin), { status: 503 });
  assert.deepEqual(["192.0.2.1", "198.51.100.1"].map(isBanned), [true, false]);
  assert.equal(lines.length, 1);
  fault = null;
  await bans.lift(ban.id, admin);
  assert.equal(isBanned("192.0.2.1"), false);
});
