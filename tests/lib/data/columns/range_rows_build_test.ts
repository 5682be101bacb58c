import assert from "node:assert/strict";
import {
  AddressRowsBuilder,
  MergedRanges,
  PackedStartsBuilder,
} from "../../../../lib/data/columns/range_rows_build.ts";

Deno.test("PackedStartsBuilder - one byte for a near start, more for a far or a fine one", () => {
  const builder = new PackedStartsBuilder(4);
  // One /24 after another, 239 and 240 more, and one within a /24.
  const starts = [0x100, 0x200, 0xf100, 0x1_e100, 0x1_e207];
  for (const start of starts) builder.push(0, start);
  const [, lows, offsets, codes] = builder.columns();
  assert.deepEqual([lows, offsets], [
    Uint32Array.of(0x100),
    Uint32Array.of(0, 5),
  ]);
  assert.deepEqual(codes, Uint8Array.of(1, 239, 0xf2, 240, 0xf3, 1, 7));
});

Deno.test("RangeRows6Builder.add - keeps both bounds of a range that splits a /64", () => {
  const all = 0xffff_ffff;
  const ranges: [lower: [number, number], end: [number, number]][] = [
    [[0, 1], [all, all]],
    [[1, 0], [all, all]],
    [[0, 0], [all, 0]],
    [[0, 0], [0, all]],
  ];
  for (const [lower, end] of ranges) {
    const { rows6 } = new AddressRowsBuilder();
    rows6.add([1, 2, ...lower], [1, 2, ...end], 7);
    const [highs, , , , starts, ends] = rows6.columns();
    const bounds = [starts, ends].map((words) => [...words as Uint32Array]);
    assert.deepEqual(bounds, [[1, 2, ...lower], [1, 2, ...end]]);
    assert.equal(highs.byteLength, 0);
  }
});

Deno.test("AddressRowsBuilder.add - no gap between neighbors", () => {
  const builder = new AddressRowsBuilder();
  for (const number of [0n, 1n, 2n]) {
    const start = number << 64n;
    const range = { start, end: start + (1n << 64n) - 1n };
    builder.add(6, { ...range, number: Number(number) + 7 });
  }
  const numbers: number[][] = [];
  builder.columns((all) => {
    numbers.push([...all]);
    return [];
  });
  assert.deepEqual(numbers, [[], [7, 8, 9, 0]]);
});

Deno.test("MergedRanges - successive ranges with one number are one", () => {
  const rows: number[][] = [];
  const merged = new MergedRanges<number>({ add: (...row) => rows.push(row) });
  merged.flush();
  for (const row of [[0, 1, 7], [2, 3, 7], [4, 5, 8], [6, 7, 7]]) {
    merged.add(row[0], row[1], row[2]);
  }
  merged.flush();
  assert.deepEqual(rows, [[0, 3, 7], [4, 5, 8], [6, 7, 7]]);
});

Deno.test("AddressRowsBuilder - gaps are rows, except in an empty table and after the last address", () => {
  const numbersOf = (...ranges: (readonly [start: number, end: number])[]) => {
    const { rows4, rows6 } = new AddressRowsBuilder();
    for (const [start, end] of ranges) {
      rows4.add(start, end, 7);
      const all = 0xffff_ffff;
      rows6.add([start, 0, 0, 0], [end, all, all, all], 7);
    }
    const [numbers, numbers6] = [rows4, rows6].map((rows) => {
      let all: number[] = [];
      rows.columns((numbers) => {
        all = [...numbers];
        return [];
      });
      return all;
    });
    assert.deepEqual(numbers6, numbers);
    return numbers;
  };
  assert.deepEqual(numbersOf(), []);
  assert.deepEqual(numbersOf([0, 1]), [7, 0]);
  assert.deepEqual(numbersOf([2, 0xffff_ffff]), [0, 7]);
  assert.deepEqual(numbersOf([0, 0xffff_ffff]), [7]);
  assert.deepEqual(numbersOf([0, 0xffff_fffe]), [7, 0]);
});
