import assert from "node:assert/strict";
import { ManualBans } from "../../../lib/limits/manual_bans.ts";
import { formatCidr } from "../../../lib/net/cidr.ts";
import { manualBanKey, manualBanPrefix } from "../../../lib/store/keys.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import {
  admin,
  auditOf,
  failingKv,
  startMs,
  withTwoHandles,
} from "./gated_kv.ts";
import {
  assertRefused,
  inputRefusal,
  outcomesOf,
  random,
} from "../accounts/fixture.ts";
import { cidr as block, ip } from "../../support/address.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(async () => {
  const kv = await Deno.openKv(":memory:");
  return { kv, ...bansOn(kv), [Symbol.dispose]: () => kv.close() };
});

/** Bans with a clock that the test sets. */
function bansOn(kv: Deno.Kv, maxBans?: number) {
  const clock = { nowMs: startMs };
  const store = new Store({ kv, timeoutMs: 60_000 });
  const now = () => clock.nowMs;
  const bans = new ManualBans({ store, now, random, maxBans });
  const lines: string[] = [];
  const log = (message: string) => lines.push(message);
  const poller = new KvChangePoller({ store, keys: [bans.polledKey], log });
  const isBanned = (text: string) => bans.blocks.banEndMs(ip(text)) !== null;
  /** Bans until that time; without one, for ever. */
  const add = (
    text: string,
    untilMs: null | number = null,
    reason = "floods",
  ) => bans.add({ cidr: block(text), untilMs, reason }, admin);
  return { bans, clock, poller, lines, isBanned, add };
}

function record(cidr: string, untilMs: number | null, by = "") {
  return { cidr, sinceMs: startMs, untilMs, reason: "", by };
}

test("ManualBans.add - bans the block immediately, and records actor and reason", async ({ kv, bans, isBanned, add }) => {
  await bans.load();
  assert.equal(isBanned("192.0.2.9"), false);
  const untilMs = startMs + 3_600_000;
  const ban = await add("192.0.2.7/24", untilMs, " floods ");
  assert.match(ban.id, /^[\w-]{16}$/);
  const by = "admin@example.net";
  const rest = { sinceMs: startMs, untilMs, reason: "floods", by };
  assert.deepEqual(ban, { id: ban.id, cidr: block("192.0.2.0/24"), ...rest });
  assert.deepEqual(["192.0.2.9", "192.0.3.9"].map(isBanned), [true, false]);
  assert.deepEqual(await bans.list(), [ban]);
  const { value } = await kv.get(manualBanKey(ban.id));
  assert.deepEqual(value, { cidr: "192.0.2.0/24", ...rest });
  assert.deepEqual(await auditOf(kv), [{
    atMs: startMs,
    actor: "admin@example.net",
    actorId: "1",
    action: "ban.add",
    subject: "192.0.2.0/24",
    detail: { code: "manual-ban", params: { untilMs, reason: "floods" } },
  }]);
});

test("ManualBans.lift - lifts the ban immediately; 404 the second time", async ({ kv, bans, clock, isBanned, add }) => {
  const ban = await add("2001:db8::/32", null, "");
  assert.equal(isBanned("2001:db8::1"), true);
  clock.nowMs++;
  await bans.lift(ban.id, { name: "command line", accountId: null });
  assert.equal(isBanned("2001:db8::1"), false);
  assert.equal(bans.blocks.bans.length, 0);
  assert.deepEqual(await bans.list(), []);
  const notFound = { name: "AppError", status: 404, code: "NOT_FOUND" };
  await assert.rejects(bans.lift(ban.id, admin), notFound);
  const [entry, ...before] = await auditOf(kv);
  assert.deepEqual(entry, {
    atMs: startMs + 1,
    actor: "command line",
    actorId: null,
    action: "ban.lift",
    subject: "2001:db8::/32",
    detail: { code: "manual-ban", params: { untilMs: null, reason: "" } },
  });
  assert.equal(before.length, 1);
});

Deno.test("ManualBans - two instances on one file share bans and lifts at their next poll", () =>
  withTwoHandles(async (kvs) => {
    const [a, b] = kvs.map((kv) => bansOn(kv));
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    const first = await a.add("192.0.2.0/24");
    const second = await b.add("198.51.100.0/24");
    assert.equal(b.isBanned("192.0.2.1"), true);
    assert.equal(a.isBanned("198.51.100.1"), false);
    await a.poller.poll();
    assert.equal(a.isBanned("198.51.100.1"), true);
    await b.bans.lift(first.id, admin);
    assert.equal(a.isBanned("192.0.2.1"), true);
    await a.poller.poll();
    const seen = ["192.0.2.1", "198.51.100.1"].map(a.isBanned);
    assert.deepEqual(seen, [false, true]);
    await a.bans.lift(second.id, admin);
    await b.poller.poll();
    assert.equal(b.isBanned("198.51.100.1"), false);
    assert.deepEqual([a.lines, b.lines], [[], []]);
  }));

Deno.test("ManualBans.load - bans survive a restart, and end at their time", () =>
  withTwoHandles(async ([kvBefore, kvAfter]) => {
    const untilMs = startMs + 10;
    await bansOn(kvBefore).add("192.0.2.0/24", untilMs, "");
    // KV can delete the record at any time by its own clock; the ban must end by ours.
    const { value } = await kvAfter.get(manualBanPrefix());
    assert.equal(value, startMs);
    const kept = record("192.0.2.0/24", untilMs, "admin@example.net");
    await kvAfter.set(manualBanKey("kept"), kept);
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
  }));

test("ManualBans.add - replaces a ban of the same block in any notation", async ({ bans, isBanned, clock, add }) => {
  await add("192.0.2.0/24");
  clock.nowMs++;
  const untilMs = startMs + 1_000;
  const later = await add("::ffff:192.0.2.9/120", untilMs, "less");
  assert.equal(formatCidr(later.cidr), "192.0.2.0/24");
  assert.deepEqual(await bans.list(), [later]);
  clock.nowMs = untilMs;
  assert.equal(isBanned("192.0.2.1"), false);
});

test("ManualBans.add - overlapping blocks are separate bans", async ({ bans, isBanned, clock, add }) => {
  const wide = await add("192.0.2.0/24");
  clock.nowMs++;
  const narrow = await add("192.0.2.1");
  assert.deepEqual(await bans.list(), [narrow, wide]);
  await bans.lift(wide.id, admin);
  assert.deepEqual(["192.0.2.1", "192.0.2.2"].map(isBanned), [true, false]);
});

test("ManualBans.add - at most maxBans across all instances, without expired ones", async ({ kv }) => {
  const a = bansOn(kv, 3);
  const b = bansOn(kv, 3);
  const untilMs = startMs + 86_400_000;
  const { refused } = await outcomesOf(
    [a, b, a, b, a].map(({ add }, i) => add(`192.0.2.${i}`, untilMs, "")),
  );
  const full = inputRefusal("cidr", { reason: "bans_full", max: 3 }, 409);
  assert.deepEqual(refused, [full, full]);
  assert.equal((await a.bans.list()).length, 3);
  assert.equal((await auditOf(kv)).length, 3);
  // A replacement does not add to the number.
  const [first] = await a.bans.list();
  await a.bans.add({ ...first, reason: "again" }, admin);
  a.clock.nowMs = untilMs;
  const only = await a.add("203.0.113.1");
  assert.deepEqual(await a.bans.list(), [only]);
  const list = kv.list({ prefix: manualBanPrefix() });
  const keys = await Array.fromAsync(list, ({ key }) => key);
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
  test(`ManualBans.add - rejects ${text}`, async ({ kv, bans, add }) => {
    const params = { family, minPrefixLength };
    const tooWide = { reason: "ban_block_too_wide", ...params } as const;
    await assertRefused(add(text), inputRefusal("cidr", tooWide));
    assert.deepEqual([await bans.list(), await auditOf(kv)], [[], []]);
  });
}

test("ManualBans.add - accepts the widest allowed blocks", async ({ isBanned, add }) => {
  await add("10.0.0.0/8");
  await add("2001::/16");
  assert.deepEqual(
    ["10.255.255.255", "2001:ffff::1", "11.0.0.0", "2002::"].map(isBanned),
    [true, true, false, false],
  );
});

const lastMs = startMs + 36_525 * 86_400_000;
for (const untilMs of [startMs, startMs - 1, NaN, lastMs + 1, Infinity]) {
  test(`ManualBans.add - rejects an end at ${untilMs}`, async ({ kv }) => {
    const outOfRange = inputRefusal("until", "ban_end_out_of_range");
    await assertRefused(bansOn(kv).add("192.0.2.1", untilMs), outOfRange);
  });
}

for (const reason of ["a\nb", "a\u0000", "a\u2028b", "x".repeat(201)]) {
  test(`ManualBans.add - rejects the reason ${JSON.stringify(reason.slice(0, 9))}`, async ({ kv }) => {
    const malformed = { reason: "ban_reason_malformed", max: 200 } as const;
    const adding = bansOn(kv).add("192.0.2.1", null, reason);
    await assertRefused(adding, inputRefusal("reason", malformed));
  });
}

test("ManualBans.add - accepts the latest allowed end, and a reason of 200 characters", async ({ bans, add }) => {
  const ban = await add("192.0.2.1", lastMs, "x".repeat(200));
  assert.deepEqual([ban.untilMs, ban.reason], [lastMs, "x".repeat(200)]);
  assert.deepEqual(await bans.list(), [ban]);
});

test("ManualBans.lift - removes malformed records, which are not bans", async ({ kv }) => {
  for (const [id, value] of [["a", null], ["b", 7], ["c", {}]] as const) {
    await kv.set(manualBanKey(id), value);
  }
  await kv.set([...manualBanPrefix(), 5], record("192.0.2.0/24", null));
  await kv.set(manualBanPrefix(), { odd: true });
  const { bans, isBanned, poller, lines, add } = bansOn(kv);
  await poller.poll();
  assert.equal(isBanned("192.0.2.1"), false);
  assert.equal(bans.blocks.bans.length, 0);
  assert.deepEqual([await bans.list(), lines], [[], []]);
  await bans.lift("c", admin);
  assert.equal((await kv.get(manualBanKey("c"))).versionstamp, null);
  const [{ subject, detail }] = await auditOf(kv);
  assert.equal(subject, "c");
  assert.deepEqual(detail, { code: "unreadable-ban", params: {} });
  const ban = await add("192.0.2.1");
  assert.deepEqual(await bans.list(), [ban]);
});

test("ManualBans - a failing store is a 503 for changes; the bans stay in effect", async ({ kv }) => {
  const { failing, fault } = failingKv(kv);
  const { bans, isBanned, poller, lines, add } = bansOn(failing);
  const ban = await add("192.0.2.0/24");
  await poller.poll();
  fault.error = new Error("no disk");
  await poller.poll();
  await assert.rejects(add("198.51.100.1"), { status: 503 });
  await assert.rejects(bans.lift(ban.id, admin), { status: 503 });
  assert.deepEqual(["192.0.2.1", "198.51.100.1"].map(isBanned), [true, false]);
  assert.equal(lines.length, 1);
  fault.error = null;
  await bans.lift(ban.id, admin);
  assert.equal(isBanned("192.0.2.1"), false);
});
