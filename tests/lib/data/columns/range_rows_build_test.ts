import assert from "node:assert/strict";
import { AddressRowsBuilder } from "../../../../lib/data/columns/range_rows_build.ts";

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
