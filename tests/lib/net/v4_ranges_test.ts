import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges } from "../../../lib/net/address_ranges.ts";
import { V4Ranges } from "../../../lib/net/v4_ranges.ts";
import { word } from "./arbitraries.ts";

type Range = readonly [start: number, end: number];

function rangesOf(...pairs: Range[]): V4Ranges {
  const ranges = new AddressRanges();
  for (const [start, end] of pairs) ranges.addV4(start, end);
  return new V4Ranges(ranges.v4.merged());
}

Deno.test("V4Ranges.has - nothing in an empty set", () => {
  const none = rangesOf();
  deepEqual([0, 1, 0xffffffff].filter((value) => none.has(value)), []);
});

Deno.test("V4Ranges.has - both ends belong to a range", () => {
  const set = rangesOf([10, 20], [0, 0], [0xfffffff0, 0xffffffff]);
  const values = [0, 1, 9, 10, 15, 20, 21, 0xffffffef, 0xfffffff0, 0xffffffff];
  deepEqual(
    values.filter((value) => set.has(value)),
    [0, 10, 15, 20, 0xfffffff0, 0xffffffff],
  );
});

Deno.test("V4Ranges.has - ranges crowded far from a lone one", () => {
  const crowd = Array.from({ length: 500 }, (_, i): Range => [i * 3, i * 3]);
  const set = rangesOf(...crowd, [0xffffff00, 0xffffffff]);
  const wrong = Array.from({ length: 1600 }, (_, i) => i)
    .filter((i) => set.has(i) !== (i < 1500 && i % 3 === 0));
  deepEqual(wrong, []);
  deepEqual([set.has(0xfffffeff), set.has(0xffffff00)], [false, true]);
});

Deno.test("V4Ranges.has - agrees with a scan of all ranges", () => {
  const number = fc.oneof(word, fc.nat(300));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number), { maxLength: 40 }),
      fc.array(number),
      (pairs, others) => {
        const set = rangesOf(...pairs);
        const edges = pairs.flat().flatMap((edge) => [edge - 1, edge, edge + 1])
          .filter((edge) => edge >= 0 && edge <= 0xffffffff);
        for (const value of [...edges, ...others]) {
          equal(
            set.has(value),
            pairs.some(([start, end]) => start <= value && value <= end),
          );
        }
      },
    ),
  );
});
