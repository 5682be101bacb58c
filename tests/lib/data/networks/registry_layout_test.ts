import assert from "node:assert/strict";
import fc from "fast-check";
import {
  encodeRegistry,
  packFact,
  readRegistry,
  REGISTRIES,
  unpackFact,
} from "../../../../lib/data/networks/registry_layout.ts";

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const words = fc.array(word, { maxLength: 5 }).map((all) =>
  Uint32Array.from(all).sort()
);
const columns32 = words.map((all) => ({ starts: all, ends: all, facts: all }));
const rows = fc.record({
  builtAt: fc.nat(2e9).map((seconds) => seconds * 1000),
  v4: columns32,
  v6: words.map((facts) => ({
    starts: Float64Array.from(facts, (n) => n * 0x100000 + 7),
    ends: Float64Array.from(facts, (n) => n * 0x100000 + 9),
    facts,
  })),
  asns: columns32,
}, { noNullPrototype: true });

Deno.test("readRegistry - reads the output of encodeRegistry at any offset", () => {
  fc.assert(
    fc.property(rows, fc.nat(9), (rows, offset) => {
      const bytes = encodeRegistry(rows);
      const larger = new Uint8Array(bytes.length + offset);
      larger.set(bytes, offset);
      assert.deepEqual(readRegistry(larger.subarray(offset)), rows);
    }),
  );
});

Deno.test("readRegistry - throws for anything but a complete file", () => {
  const none = { starts: new Uint32Array(), ends: new Uint32Array() };
  const facts = new Uint32Array();
  const bytes = encodeRegistry({
    builtAt: 0,
    v4: {
      starts: Uint32Array.of(1, 5),
      ends: Uint32Array.of(2, 6),
      facts: Uint32Array.of(3, 3),
    },
    v6: { starts: new Float64Array(), ends: new Float64Array(), facts },
    asns: { ...none, facts },
  });
  const load = (change: (copy: Uint8Array) => Uint8Array) => () =>
    readRegistry(change(bytes.slice()));
  assert.throws(
    load((copy) => copy.slice(0, 31)),
    /31 bytes are too few for a header/,
  );
  assert.throws(
    load((copy) => copy.fill(0, 0, 1)),
    /it does not begin with PRIR/,
  );
  assert.throws(load((copy) => copy.fill(9, 4, 5)), /version 9 is not 2/);
  assert.throws(
    load((copy) => copy.slice(0, -1)),
    /it has 55 bytes, its header says 56/,
  );
  assert.throws(
    load((copy) => copy.fill(9, 32, 33)),
    /its rows are not sorted/,
  );
});

Deno.test("unpackFact - reverses packFact", () => {
  const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const facts = fc.record({
    rir: fc.constantFrom(...REGISTRIES),
    countryCode: fc.tuple(letter, letter).map((two) => two.join("")),
    day: fc.integer({ min: 1, max: 0xffff }),
  }, { requiredKeys: ["rir"], noNullPrototype: true });
  fc.assert(
    fc.property(facts, (fact) => {
      const packed = packFact(fact);
      assert(packed >= 0 && packed < 2 ** 29);
      assert.deepEqual(unpackFact(packed), fact);
    }),
  );
});
