import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MAX_BOUNDS_BYTES,
  writeBounds,
} from "../../../../lib/ipinfo/ranges/blocks.ts";
import {
  formatIpv4,
  formatIpv6,
  type Ipv6Words,
} from "../../../../lib/net/ip_text.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { RangeList } from "../../../../lib/net/ranges.ts";
import { blocksOf } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";

const LAST = 0xffff_ffff;

Deno.test("writeBounds - writes addresses as formatIpv4 and formatIpv6 do", () => {
  /** Often zeros, or the least of a number of digits. */
  const group = fc.oneof(
    fc.constantFrom(0, 0, 0x10, 0x100, 0x1000),
    fc.nat(0xffff),
  );
  const word = fc.tuple(group, group).map(([high, low]) =>
    (high << 16 | low) >>> 0
  );
  const bound = fc.tuple(word, word);
  const textOf = (
    family: 4 | 6,
    ...bounds: [[number, number], [number, number]]
  ) => {
    const bytes = new Uint8Array(MAX_BOUNDS_BYTES + 1);
    const end = writeBounds(bytes, 1, family, ...bounds);
    return new TextDecoder().decode(bytes.subarray(1, end));
  };
  forAll([bound, bound], (start, end) => {
    const first: Ipv6Words = [...start, 0, 0];
    const last: Ipv6Words = [...end, LAST, LAST];
    const bounds6 = `${formatIpv6(first)},${formatIpv6(last)}`;
    assert.equal(textOf(6, start, end), bounds6);
    const bounds4 = `${formatIpv4(start[1])},${formatIpv4(end[1])}`;
    assert.equal(textOf(4, start, end), bounds4);
  }, { numRuns: 2000 });
});

/** The fewest blocks of a small set of neighbours: halves that are both in it are one. */
function naiveBlocks(members: ReadonlySet<number>, bits: number): string[] {
  const blocksIn = (start: number, size: number): string[] => {
    const all = Array.from({ length: size }, (_, i) => start + i);
    if (all.every((i) => members.has(i))) return [`${start}+${size}`];
    if (size === 1) return [];
    const half = size / 2;
    return [...blocksIn(start, half), ...blocksIn(start + half, half)];
  };
  return blocksIn(0, 2 ** bits);
}

for (const family of [4, 6] as const) {
  Deno.test(`Blocks - of IPv${family}, no two blocks could be one`, () => {
    const bits = 7;
    // IPv6 in /64s, across the boundary between the two words.
    const base = family === 4 ? 0x01ff_ff80 : 0;
    const whole = family === 4 ? 32 : 64;
    forAll([
      fc.uniqueArray(fc.nat({ max: 2 ** bits - 1 })),
      fc.nat({ max: 32 - bits }),
    ], (numbers, shift) => {
      const members = new Set(numbers);
      const ranges = new RangeList(2);
      // Shifted, some of the bits of IPv6 are in the upper word.
      const wordsOf = (wide: bigint): [number, number] => [
        0x2001_0000 + Number(wide >> 32n),
        Number(wide & 0xffff_ffffn),
      ];
      const at = (value: number): [number, number] =>
        family === 4
          ? [0, base + value]
          : wordsOf(BigInt(value) << BigInt(shift));
      const lastAt = (value: number): [number, number] =>
        family === 4
          ? at(value)
          : wordsOf((BigInt(value + 1) << BigInt(shift)) - 1n);
      for (let i = 0; i < 2 ** bits; i++) {
        if (!members.has(i) || members.has(i - 1)) continue;
        let end = i;
        while (members.has(end + 1)) end++;
        const row = ranges.addRow();
        ranges.starts.set(at(i), row);
        ranges.ends.set(lastAt(end), row);
      }
      const expected = naiveBlocks(members, bits).map((block) => {
        const [start, size] = block.split("+").map(Number);
        const length = whole - Math.log2(size) - (family === 6 ? shift : 0);
        const [high, low] = at(start);
        const { text } = family === 4
          ? ipv4FromValue(low)
          : ipv6FromWords([high, low, 0, 0]);
        return `${text}/${length}`;
      });
      assert.deepEqual(blocksOf(family, ranges), expected);
    });
  });
}

Deno.test("Blocks - take the first and the last address", () => {
  const all = (ends: number[]) => {
    const ranges = new RangeList(2);
    ranges.ends.set(ends, ranges.addRow());
    return ranges;
  };
  assert.deepEqual(blocksOf(4, all([0, 0xffff_ffff])), ["0.0.0.0/0"]);
  assert.deepEqual(blocksOf(6, all([0xffff_ffff, 0xffff_ffff])), ["::/0"]);
});
