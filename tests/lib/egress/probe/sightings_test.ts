import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Sighting,
  Sightings,
  summarizeResolvers,
} from "../../../../lib/egress/probe/sightings.ts";
import { ip } from "./probe_server.ts";

/** What a resolver asked, without the time. */
const seen = (address = "192.0.2.53", type = "A") => {
  const resolver = ip(address);
  return {
    resolver,
    family: resolver.family,
    protocol: "udp" as const,
    subnet: null,
    type,
    isV6Only: false,
  };
};
const resolversOf = (sightings: readonly Sighting[]) =>
  sightings.map(({ resolver }) => resolver.text);
const timesOf = (sightings: readonly Sighting[]) =>
  sightings.map(({ atMs }) => atMs);

function sightingsWith(options: { maxPerNonce?: number; max?: number } = {}) {
  const clock = { nowMs: 1000 };
  const now = () => clock.nowMs;
  return { clock, sightings: new Sightings({ now, ...options }) };
}

Deno.test("Sightings.of - returns the sightings of a nonce with their times", () => {
  const { clock, sightings } = sightingsWith();
  sightings.record("one", seen());
  clock.nowMs += 5;
  sightings.record("one", seen("2001:db8::53"));
  sightings.record("two", seen("192.0.2.54"));
  assert.deepEqual(sightings.of("one"), [
    { ...seen(), atMs: 1000 },
    { ...seen("2001:db8::53"), atMs: 1005 },
  ]);
  const two = { ...seen("192.0.2.54"), atMs: 1005 };
  assert.deepEqual(sightings.of("two"), [two]);
  assert.deepEqual(sightings.of("three"), []);
});

Deno.test("Sightings.record - keeps only the first of equal sightings", () => {
  const { clock, sightings } = sightingsWith();
  const kinds = [
    seen(),
    seen("192.0.2.54"),
    seen("192.0.2.53", "AAAA"),
    { ...seen(), protocol: "tcp" as const },
    { ...seen(), subnet: "198.51.100.0/24" },
    { ...seen(), isV6Only: true },
  ];
  for (let round = 0; round < 2; round++) {
    for (const kind of kinds) sightings.record("one", kind);
    clock.nowMs++;
  }
  const first = kinds.map((kind) => ({ ...kind, atMs: 1000 }));
  assert.deepEqual(sightings.of("one"), first);
  assert.equal(sightings.size, kinds.length);
});

Deno.test("Sightings.of - expires each sighting after a minute", () => {
  const { clock, sightings } = sightingsWith();
  sightings.record("one", seen());
  clock.nowMs = 40_000;
  sightings.record("one", seen("192.0.2.54"));
  clock.nowMs = 60_999;
  assert.equal(sightings.of("one").length, 2);
  clock.nowMs = 61_000;
  assert.deepEqual(timesOf(sightings.of("one")), [40_000]);
  sightings.record("one", seen());
  assert.deepEqual(timesOf(sightings.of("one")), [40_000, 61_000]);
  clock.nowMs = 100_000;
  assert.deepEqual(timesOf(sightings.of("one")), [61_000]);
  for (clock.nowMs of [200_000, 300_000]) sightings.record("one", seen());
  assert.equal(sightings.size, 2);
});

Deno.test("Sightings.record - limits the sightings of a nonce across generations", () => {
  const { clock, sightings } = sightingsWith({ maxPerNonce: 3 });
  sightings.record("one", seen("192.0.2.1"));
  sightings.record("one", seen("192.0.2.2"));
  clock.nowMs = 60_500;
  sightings.record("other", seen());
  clock.nowMs = 60_900;
  sightings.record("one", seen("192.0.2.3"));
  sightings.record("one", seen("192.0.2.4"));
  const expected = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
  assert.deepEqual(resolversOf(sightings.of("one")), expected);
});

Deno.test("Sightings.record - keeps room for IPv6-only sightings", () => {
  const { sightings } = sightingsWith({ maxPerNonce: 2 });
  for (let i = 0; i < 5; i++) sightings.record("one", seen(`192.0.2.${i}`));
  for (let i = 0; i < 5; i++) {
    sightings.record("one", { ...seen(`2001:db8::${i}`), isV6Only: true });
  }
  const expected = ["192.0.2.0", "192.0.2.1", "2001:db8::", "2001:db8::1"];
  assert.deepEqual(resolversOf(sightings.of("one")), expected);
});

Deno.test("Sightings.record - keeps the newest in a flood of nonces", () => {
  const { sightings } = sightingsWith({ max: 100 });
  for (let i = 0; i < 1000; i++) sightings.record(`nonce-${i}`, seen());
  assert.equal(sightings.size, 200);
  for (let i = 800; i < 1000; i++) {
    assert.equal(sightings.of(`nonce-${i}`).length, 1);
  }
  assert.deepEqual(sightings.of("nonce-799"), []);
});

Deno.test("Sightings - stays bounded for any input and any clock", () => {
  const ms = fc.integer({ min: -1e5, max: 1e5 });
  const step = fc.tuple(fc.nat(5), fc.nat(9), ms);
  fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const { clock, sightings } = sightingsWith({ maxPerNonce: 4, max: 10 });
    for (const [nonce, host, ms] of steps) {
      clock.nowMs += ms;
      sightings.record(`${nonce}`, seen(`192.0.2.${host}`));
      assert(sightings.size <= 20);
      const all = resolversOf(sightings.of(`${nonce}`));
      assert(all.length <= 4);
      assert(all.includes(`192.0.2.${host}`) || all.length === 4);
    }
  }));
});

function sighting(text: string, more: Partial<Sighting> = {}): Sighting {
  return { ...seen(text), atMs: 0, ...more };
}

const row = {
  ip: "192.0.2.1",
  family: 4,
  protocol: "udp",
  subnet: null,
  via_v6_only: false,
};

const FOUR = "192.0.2.1";
const SIX = "2001:db8::1";
const there = sighting(SIX, { isV6Only: true });
const rowV6 = { ...row, ip: SIX, family: 6 };
const viaV6Only = { ...rowV6, via_v6_only: true };
const summaries: Record<string, [Sighting[], rows: object[]]> = {
  "has one row for a resolver, whatever types it queried": [
    ["A", "AAAA", "NS"].map((type) => sighting(FOUR, { type })),
    [row],
  ],
  "has separate rows for each address, protocol and client subnet": [
    [
      ...[sighting(FOUR), sighting(FOUR, { subnet: "198.51.100.0/24" })],
      ...[sighting(FOUR, { protocol: "tcp" }), sighting(SIX)],
    ],
    [
      ...[row, { ...row, subnet: "198.51.100.0/24" }],
      ...[{ ...row, protocol: "tcp" }, rowV6],
    ],
  ],
  "sets via_v6_only for IPv6": [[there, sighting(SIX)], [viaV6Only]],
  "sets via_v6_only for IPv6 in any order": [
    [sighting(SIX), there],
    [viaV6Only],
  ],
  "does not set via_v6_only for IPv4": [
    [sighting(FOUR, { isV6Only: true })],
    [row],
  ],
};
for (const [what, [sightings, rows]] of Object.entries(summaries)) {
  Deno.test(`summarizeResolvers - ${what}`, () =>
    assert.deepEqual(summarizeResolvers(sightings), rows));
}

const many = Array.from({ length: 40 }, (_, i) => sighting(`192.0.2.${i}`));

Deno.test("summarizeResolvers - keeps resolvers that reached the IPv6-only server among many others", () => {
  const rows = summarizeResolvers([...many, there]);
  assert.equal(rows.length, 32);
  const reached = rows.filter(({ via_v6_only }) => via_v6_only);
  assert.deepEqual(reached.map(({ ip }) => ip), ["2001:db8::1"]);
});

Deno.test("summarizeResolvers - returns at most 32 rows", () => {
  const rows = summarizeResolvers(many);
  assert.equal(rows.length, 32);
  assert.equal(rows[31].ip, "192.0.2.31");
});
