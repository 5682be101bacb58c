import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges } from "../../../lib/net/address_ranges.ts";
import type { Ipv6Words } from "../../../lib/net/ipv6_text.ts";
import { compareWords } from "../../../lib/net/prefix.ts";
import { V6Ranges } from "../../../lib/net/v6_ranges.ts";

type Range = readonly [start: Ipv6Words, end: Ipv6Words];

const ALL = 0xffffffff;

function rangesOf(...pairs: Range[]): V6Ranges {
  const ranges = new AddressRanges();
  for (const [start, end] of pairs) ranges.addV6(start, end);
  return new V6Ranges(ranges.v6.merged());
}

Deno.test("V6Ranges.has - nothing in an empty set", () => {
  equal(rangesOf().has([0, 0, 0, 0]), false);
  equal(rangesOf().has([ALL, ALL, ALL, ALL]), false);
});

Deno.test("V6Ranges.has - both ends of the address space", () => {
  const all = rangesOf([[0, 0, 0, 0], [ALL, ALL, ALL, ALL]]);
  equal(all.has([0, 0, 0, 0]), true);
  equal(all.has([ALL, ALL, ALL, ALL]), true);
});

Deno.test("V6Ranges.has - many single addresses under one /52", () => {
  const set = rangesOf(
    ...Array.from({ length: 9 }, (_, i): Range => {
      const words = [0x20010db8, 0, 0, i * 2] as const;
      return [words, words];
    }),
  );
  const found = Array.from({ length: 20 }, (_, i) => i)
    .filter((i) => set.has([0x20010db8, 0, 0, i]));
  deepEqual(found, [0, 2, 4, 6, 8, 10, 12, 14, 16]);
});

Deno.test("V6Ranges.has - a range reaches over the starts' top bits", () => {
  const set = rangesOf([[1, 0, 0, 9], [7, 0, 0, 3]], [[7, 0, 0, 5], [
    7,
    0,
    0,
    5,
  ]]);
  const inside: Ipv6Words[] = [[1, 0, 0, 9], [4, ALL, 0, 0], [7, 0, 0, 3], [
    7,
    0,
    0,
    5,
  ]];
  const outside: Ipv6Words[] = [[1, 0, 0, 8], [7, 0, 0, 4], [7, 0, 0, 6], [
    7,
    1,
    0,
    0,
  ]];
  deepEqual(inside.filter((words) => !set.has(words)), []);
  deepEqual(outside.filter((words) => set.has(words)), []);
});

Deno.test("V6Ranges.has - agrees with a scan of all ranges", () => {
  // Few different words, so that starts meet in any number of leading words.
  const part = fc.constantFrom(0, 1, 2, 0x0fff, 0x1000, 0x1001, ALL - 1, ALL);
  const words = fc.tuple(part, part, part, part);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, words), { maxLength: 40 }),
      fc.array(words, { maxLength: 40 }),
      (pairs, others) => {
        const set = rangesOf(...pairs);
        for (const value of [...pairs.flat(), ...others]) {
          equal(
            set.has(value),
            pairs.some(([start, end]) =>
              compareWords(start, value) <= 0 && compareWords(value, end) <= 0
            ),
          );
        }
      },
    ),
    { numRuns: 500 },
  );
});
