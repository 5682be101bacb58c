import assert from "node:assert/strict";
import fc from "fast-check";
import { ColumnReader } from "../../../../lib/data/columns/column_file.ts";
import {
  packedNumberColumns,
  PackedNumbers,
} from "../../../../lib/data/columns/packed_numbers.ts";
import { PackedStarts } from "../../../../lib/data/columns/packed_starts.ts";
import { PackedStartsBuilder } from "../../../../lib/data/columns/range_rows_build.ts";
import { forAll } from "../../../support/for_all.ts";

/** Numbers of one to four bytes, of which a block has one, a few or only different ones. */
const columns = fc.oneof(
  ...[1, 3, 0x100, 0x100_0000, 0xffff_ffff].map((most) =>
    fc.uint32Array({ max: most, maxLength: 600 })
  ),
  fc.constant(Uint32Array.from({ length: 300 }, (_, i) => i * 0x90_0001)),
);

Deno.test("PackedNumbers - keep random numbers", () =>
  forAll([columns], (numbers) => {
    const columns = packedNumberColumns(numbers.slice());
    const packed = new PackedNumbers(new ColumnReader(columns));
    const read = (row: number) => packed.at(row);
    const rows = [...numbers.keys()];
    assert.deepEqual(rows.map(read), [...numbers]);
    // From block to block, the last one first.
    rows.sort((a, b) => a % 32 - b % 32 || b - a);
    assert.deepEqual(rows.map(read), rows.map((row) => numbers[row]));
  }));

/** Ascending starts, by distances from a single address to most of the space. */
const starts = (bits: bigint) => {
  const step = fc.tuple(fc.bigInt(0n, bits - 1n), fc.bigInt(1n, 0xffn));
  return fc.array(step, { maxLength: 300 }).map((steps) => {
    const all: bigint[] = [];
    let at = -1n;
    for (const [shift, times] of steps) {
      // Aligned, as most are, or one further.
      at = ((at + (times << shift)) >> shift << shift) + (times & 1n);
      if (at >= 1n << bits) break;
      if (at > (all.at(-1) ?? -1n)) all.push(at);
      else at = all.at(-1) ?? -1n;
    }
    return all;
  });
};

for (const [family, bits] of [[4, 32n], [6, 64n]] as const) {
  Deno.test(`PackedStarts - find the rows of random IPv${family} starts`, () =>
    forAll([starts(bits)], (all) => {
      const builder = new PackedStartsBuilder(family);
      const wordsOf = (key: bigint) =>
        [Number(key >> 32n), Number(key & 0xffff_ffffn)] as const;
      for (const key of all) builder.push(...wordsOf(key));
      const columns = new ColumnReader(builder.columns());
      const packed = new PackedStarts(family, columns);
      assert.equal(packed.size, all.length);
      all.forEach((key, row) => {
        assert.deepEqual([packed.highOf(row), packed.lowOf(row)], wordsOf(key));
        assert.equal(packed.find(...wordsOf(key)), row);
        if (key === 0n) return;
        assert.equal(packed.find(...wordsOf(key - 1n)), row - 1);
      });
      const last = (1n << bits) - 1n;
      assert.equal(packed.find(...wordsOf(last)), all.length - 1);
    }, { numRuns: 200 }));
}
