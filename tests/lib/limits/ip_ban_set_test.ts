import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatManualBan,
  IpBanSet,
  isActive,
  type ManualBan,
  parseManualBan,
} from "../../../lib/limits/ip_ban_set.ts";
import { ip } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";

const record = {
  cidr: "192.0.2.0/24",
  sinceMs: 1_700_000_000_000,
  untilMs: null,
  reason: "floods",
  by: "admin@example.net",
};

Deno.test("parseManualBan - reads the output of formatManualBan", () => {
  for (const cidr of ["192.0.2.7/32", "10.0.0.0/8", "2001:db8::/48"]) {
    for (const untilMs of [null, 1_700_000_000_001, 8_640_000_000_000_000]) {
      const written = { ...record, cidr, untilMs };
      const ban = parseManualBan("id", written);
      assert(ban !== null);
      assert.equal(ban.id, "id");
      assert.deepEqual(formatManualBan(ban), ["id", written]);
    }
  }
});

Deno.test("parseManualBan - reads an IPv4-mapped block as IPv4", () => {
  const ban = parseManualBan("id", { ...record, cidr: "::ffff:192.0.2.0/120" });
  assert.deepEqual(ban && formatManualBan(ban), ["id", record]);
});

const odd = [
  ...[null, undefined, 7, "x", [], {}],
  { ...record, cidr: "192.0.2.0/33" },
  { ...record, cidr: 7 },
  { ...record, sinceMs: "1" },
  { ...record, untilMs: undefined },
  { ...record, untilMs: NaN },
  { ...record, untilMs: 1e300 },
  { ...record, reason: null },
  { ...record, by: 7 },
];
for (const value of odd) {
  Deno.test(`parseManualBan - null for ${JSON.stringify(value)}`, () => {
    assert.equal(parseManualBan("id", value), null);
  });
}

Deno.test("parseManualBan - never throws", () =>
  forAll([fc.anything()], (value) => {
    const ban = parseManualBan("id", value);
    assert(ban === null || ban.id === "id");
  }));

Deno.test("isActive - until the end, exclusive", () => {
  const ban = parseManualBan("id", { ...record, untilMs: 5 });
  const forEver = parseManualBan("id", record);
  assert(ban !== null && forEver !== null);
  const active = [4, 5, 6].map((ms) => isActive(ban, ms));
  assert.deepEqual(active, [true, false, false]);
  assert.equal(isActive(forEver, Number.MAX_SAFE_INTEGER), true);
});

function banOf(cidr: string, untilMs: number | null = null): ManualBan {
  const record = { cidr, sinceMs: 0, untilMs, reason: "", by: "admin" };
  const ban = parseManualBan(cidr, record);
  assert(ban !== null, cidr);
  return ban;
}

/** Blocks with a clock that the test sets and that counts its calls. */
function blocksWith(bans: readonly ManualBan[]) {
  const clock = { nowMs: 0, looks: 0 };
  const blocks = new IpBanSet(() => {
    clock.looks++;
    return clock.nowMs;
  });
  blocks.replace(bans);
  clock.looks = 0;
  const has = (text: string) => blocks.banEndMs(ip(text)) !== null;
  return { blocks, clock, has };
}

Deno.test("IpBanSet.banEndMs - null without bans", () => {
  const { has, blocks, clock } = blocksWith([]);
  assert.deepEqual(["192.0.2.1", "2001:db8::1"].map(has), [false, false]);
  assert.equal(blocks.bans.length, 0);
  assert.equal(clock.looks, 0);
});

Deno.test("IpBanSet.banEndMs - of addresses in the blocks, of both families and IPv4-mapped", () => {
  const cidrs = ["192.0.2.0/24", "198.51.100.7", "::ffff:203.0.113.0/121"];
  const bans = [...cidrs, "2001:db8:1::/48"].map((cidr) => banOf(cidr));
  const { has, blocks } = blocksWith(bans);
  const shutOut = [
    "192.0.2.0",
    "192.0.2.255",
    "::ffff:192.0.2.9",
    "198.51.100.7",
    "203.0.113.127",
    "::ffff:203.0.113.0",
    "2001:db8:1::",
    "2001:db8:1:ffff:ffff:ffff:ffff:ffff",
  ];
  const free = [
    "192.0.1.255",
    "192.0.3.0",
    "198.51.100.6",
    "198.51.100.8",
    "203.0.113.128",
    "::ffff:203.0.113.128",
    "2001:db8:2::",
    "2001:db8:0:ffff::",
    "::c000:209",
  ];
  for (const text of shutOut) assert.equal(has(text), true, text);
  for (const text of free) assert.equal(has(text), false, text);
  assert.equal(blocks.bans.length, 4);
});

Deno.test("IpBanSet.banEndMs - each ban until its own end", () => {
  const { has, clock, blocks } = blocksWith([
    banOf("192.0.2.0/24", 10),
    banOf("192.0.2.7", 20),
    banOf("198.51.100.0/24", 10),
  ]);
  clock.nowMs = 9;
  assert.deepEqual(["192.0.2.1", "192.0.2.7"].map(has), [true, true]);
  clock.nowMs = 10;
  assert.deepEqual(["192.0.2.1", "192.0.2.7"].map(has), [false, true]);
  assert.equal(blocks.bans.length, 1);
  clock.nowMs = 20;
  assert.equal(has("192.0.2.7"), false);
  assert.equal(blocks.bans.length, 0);
});

Deno.test("IpBanSet.banEndMs - reads the clock once for a hit, and not for a miss", () => {
  const { has, clock } = blocksWith([banOf("192.0.2.0/24", 10)]);
  assert.equal(has("198.51.100.1"), false);
  assert.equal(clock.looks, 0);
  assert.equal(has("192.0.2.1"), true);
  assert.equal(clock.looks, 1);
});

Deno.test("IpBanSet.banEndMs - a clock set back does not end a ban early", () => {
  const { has, clock } = blocksWith([banOf("192.0.2.0/24", 10)]);
  clock.nowMs = -1_000_000;
  assert.equal(has("192.0.2.1"), true);
  clock.nowMs = 9;
  assert.equal(has("192.0.2.1"), true);
  clock.nowMs = 10;
  assert.equal(has("192.0.2.1"), false);
  // Expired once; only another `replace` can restore it.
  clock.nowMs = 9;
  assert.equal(has("192.0.2.1"), false);
});

Deno.test("IpBanSet.replace - replaces all bans, leaving out expired ones", () => {
  const { has, blocks, clock } = blocksWith([banOf("192.0.2.0/24")]);
  clock.nowMs = 10;
  blocks.replace([banOf("198.51.100.0/24"), banOf("203.0.113.0/24", 10)]);
  const shutOut = ["192.0.2.1", "198.51.100.1", "203.0.113.1"].map(has);
  assert.deepEqual(shutOut, [false, true, false]);
  assert.equal(blocks.bans.length, 1);
});

Deno.test("IpBanSet.banEndMs - the latest end of the bans of an address", () => {
  const { blocks, clock } = blocksWith([
    banOf("192.0.2.0/24", 20),
    banOf("192.0.2.7", 10),
    banOf("198.51.100.0/24", 10),
    banOf("198.51.100.7"),
    banOf("2001:db8::/32", 30),
  ]);
  const endOf = (text: string) => blocks.banEndMs(ip(text));
  const ends = [
    ["192.0.2.7", 20],
    ["::ffff:192.0.2.7", 20],
    ["198.51.100.1", 10],
    ["198.51.100.7", Infinity],
    ["2001:db8::1", 30],
    ["203.0.113.1", null],
  ] as const;
  for (const [text, end] of ends) assert.equal(endOf(text), end, text);
  clock.nowMs = 20;
  const later = ["192.0.2.7", "198.51.100.1", "198.51.100.7"].map(endOf);
  assert.deepEqual(later, [null, null, Infinity]);
});
