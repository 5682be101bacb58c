import assert from "node:assert/strict";
import { RIRS } from "../../../../lib/facts/block_facts.ts";
import fc from "fast-check";
import {
  packFact,
  unpackFact,
} from "../../../../lib/data/networks/registry_layout.ts";
import { forAll } from "../../../support/for_all.ts";

Deno.test("unpackFact - reverses packFact", () => {
  const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const facts = fc.record({
    rir: fc.constantFrom(...RIRS),
    countryCode: fc.tuple(letter, letter).map((two) => two.join("")),
    day: fc.integer({ min: 1, max: 0xffff }),
  }, { requiredKeys: ["rir"], noNullPrototype: true });
  forAll([facts], (fact) => {
    const packed = packFact(fact);
    assert(packed >= 0 && packed < 2 ** 29);
    assert.deepEqual(unpackFact(packed), fact);
  });
});
