import assert from "node:assert/strict";
import fc from "fast-check";
import { VrpTable } from "../../../../lib/data/networks/vrp_table.ts";
import {
  type Vrp,
  VrpTableBuilder,
} from "../../../../lib/data/networks/vrp_table_build.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { forAll } from "../../../support/for_all.ts";

const TIME = Date.UTC(2026, 10, 24);

function tableOf(family: 4 | 6, vrps: readonly Vrp[]) {
  const builder = new VrpTableBuilder();
  for (const vrp of vrps) builder.add(family, vrp);
  const { bytes, entries } = builder.build(TIME);
  const table = new VrpTable(bytes);
  assert.equal(table.size, entries);
  assert.equal(table.builtAt, TIME);
  return table;
}

/** A prefix as its bits, in text. */
function bitsOf(family: 4 | 6, high: number, low: number, length: number) {
  const text = (word: number) => word.toString(2).padStart(32, "0");
  return (family === 4 ? text(low) : text(high) + text(low)).slice(0, length);
}

/** RFC 6811, section 2, word by word. */
function slowState(family: 4 | 6, vrps: readonly Vrp[], route: Vrp): string {
  const announced = bitsOf(family, route.high, route.low, route.length);
  const covering = vrps.filter(({ high, low, length }) =>
    announced.startsWith(bitsOf(family, high, low, length))
  );
  if (covering.length === 0) return "not-found";
  const matches = covering.some(({ asn, maxLength }) =>
    asn !== 0 && asn === route.asn && route.length <= maxLength
  );
  return matches ? "valid" : "invalid";
}

/** Words of few distinct bits, so that prefixes nest and repeat. */
const word = fc.array(fc.constantFrom<number[]>(0, 1, 0x80, 0xff), {
  minLength: 4,
  maxLength: 4,
}).map((bytes) => bytes.reduce((word, byte) => (word << 8 | byte) >>> 0, 0));

const prefixes = (family: 4 | 6) =>
  fc.record({
    high: family === 4 ? fc.constant(0) : word,
    low: word,
    length: fc.integer({ min: 1, max: family === 4 ? 32 : 64 }),
    more: fc.integer({ min: 0, max: 12 }),
    asn: fc.integer({ min: 0, max: 3 }),
  }).map(({ high, low, length, more, asn }): Vrp => {
    const all = family === 4 ? 32 : 64;
    const bits = bitsOf(family, high, low, length).padEnd(all, "0");
    return {
      high: family === 4 ? 0 : Number.parseInt(bits.slice(0, 32), 2),
      low: Number.parseInt(bits.slice(-32), 2),
      length,
      maxLength: Math.min(length + more, all),
      asn,
    };
  });

for (const family of [4, 6] as const) {
  Deno.test(`VrpTable.stateOf - IPv${family} as a slow reading of RFC 6811`, () => {
    const prefix = prefixes(family);
    const states = new Set<string>();
    forAll([
      fc.array(prefix, { maxLength: 30 }),
      fc.array(prefix, { minLength: 10, maxLength: 10 }),
    ], (vrps, others) => {
      const table = tableOf(family, vrps);
      // Routes within the VRPs, with their origins and others, and anywhere.
      const routes = [
        ...others,
        ...vrps,
        ...vrps.map((vrp) => ({ ...vrp, length: vrp.maxLength })),
        ...vrps.map((vrp) => ({ ...vrp, asn: 2, length: vrp.length + 1 })),
      ].filter(({ length }) => length <= (family === 4 ? 32 : 64));
      for (const route of routes) {
        const { high, low, length, asn } = route;
        const ip = family === 4
          ? ipv4FromValue(low)
          : ipv6FromWords([high, low, 1, 2]);
        const state = table.stateOf(ip, length, asn);
        assert.equal(state, slowState(family, vrps, route));
        states.add(state);
      }
    }, { numRuns: 300 });
    assert.deepEqual(states, new Set(["valid", "invalid", "not-found"]));
  });
}

const vrp = (low: number, length: number, maxLength: number, asn: number) => ({
  high: 0,
  low,
  length,
  maxLength,
  asn,
});

Deno.test("VrpTable.stateOf - by the address of any host in the route; AS0 authorizes nobody", () => {
  const table = tableOf(4, [
    vrp(0x01000000, 16, 20, 64500),
    vrp(0x01000000, 16, 20, 64500),
    vrp(0x02000000, 24, 32, 0),
  ]);
  assert.equal(table.size, 2);
  const state = (address: number, length: number, asn: number) =>
    table.stateOf(ipv4FromValue(address), length, asn);
  assert.deepEqual(
    [
      state(0x0100ffff, 16, 64500),
      state(0x0100ffff, 20, 64500),
      state(0x0100ffff, 21, 64500),
      state(0x0100ffff, 16, 64501),
      state(0x0100ffff, 15, 64500),
      state(0x020000ff, 24, 0),
      state(0x020000ff, 24, 64500),
      state(0x020100ff, 24, 64500),
    ],
    [
      "valid",
      "valid",
      "invalid",
      "invalid",
      "not-found",
      "invalid",
      "invalid",
      "not-found",
    ],
  );
});
