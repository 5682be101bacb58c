import { equal } from "node:assert/strict";
import fc from "fast-check";
import { Tally } from "../../../lib/core/tally.ts";

Deno.test("Tally - knows what there is most of, among several the latest", () => {
  const tally = new Tally<string>();
  equal(tally.most, undefined);
  tally.add("a");
  tally.add("b");
  equal(tally.most, "b");
  tally.add("a");
  equal(tally.most, "a");
  tally.remove("a");
  equal(tally.most, "a");
  tally.remove("a");
  equal(tally.most, "b");
  tally.remove("b");
  equal(tally.most, undefined);
});

Deno.test("Tally - agrees with counting everything again", () => {
  fc.assert(fc.property(
    fc.array(fc.record({ thing: fc.nat(4), isMore: fc.boolean() })),
    (steps) => {
      const tally = new Tally<number>();
      const counts = [0, 0, 0, 0, 0];
      for (const { thing, isMore } of steps) {
        if (isMore) {
          tally.add(thing);
          counts[thing]++;
        } else if (counts[thing] > 0) {
          tally.remove(thing);
          counts[thing]--;
        }
        const most = Math.max(...counts);
        equal(tally.most === undefined ? 0 : counts[tally.most], most);
      }
    },
  ));
});
