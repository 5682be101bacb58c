import assert from "node:assert/strict";
import fc from "fast-check";
import { VrpTable } from "../../../../lib/data/networks/vrp_table.ts";
import {
  type Vrp,
  VrpTableBuilder,
} from "../../../../lib/data/networks/vrp_table_build.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { addressIn, sparseWord as word } from "../bits.ts";

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
    const vrps = fc.array(prefix, { maxLength: 30 });
    const others = fc.array(prefix, { minLength: 10, maxLength: 10 });
    forAll([vrps, others], (vrps, others) => {
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
        const at = addressIn(family, high, low);
        const state = table.stateOf(at, length, asn);
        assert.equal(state, slowState(family, vrps, route));
        states.add(state);
      }
    }, { numRuns: 300 });
    assert.deepEqual(states, new Set(["valid", "invalid", "not-found"]));
  });
}

Deno.test("VrpTable.stateOf - by the address of any host in the route; AS0 authorizes nobody", () => {
  const one = {
    high: 0,
    low: 0x01000000,
    length: 16,
    maxLength: 20,
    asn: 64500,
  };
  const as0 = { high: 0, low: 0x02000000, length: 24, maxLength: 32, asn: 0 };
  const table = tableOf(4, [one, one, as0]);
  assert.equal(table.size, 2);
  const cases = [
    ["1.0.255.255", 16, 64500, "valid"],
    ["1.0.255.255", 20, 64500, "valid"],
    ["1.0.255.255", 21, 64500, "invalid"],
    ["1.0.255.255", 16, 64501, "invalid"],
    ["1.0.255.255", 15, 64500, "not-found"],
    ["2.0.0.255", 24, 0, "invalid"],
    ["2.0.0.255", 24, 64500, "invalid"],
    ["2.1.0.255", 24, 64500, "not-found"],
  ] as const;
  for (const [text, length, asn, state] of cases) {
    const found = table.stateOf(ip(text), length, asn);
    assert.equal(found, state, `${text}/${length} of AS${asn}`);
  }
});
