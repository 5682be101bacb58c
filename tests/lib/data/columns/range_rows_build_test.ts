import assert from "node:assert/strict";
import {
  AddressRowsBuilder,
  RowIndex,
  WordList,
  WordMap,
} from "../../../../lib/data/columns/range_rows_build.ts";

const cases = [
  ["different hashes", (word: number) => word],
  ["hashes that many rows share", (word: number) => word % 97],
] as const;
for (const [kind, hashOf] of cases) {
  Deno.test(`RowIndex.rowOf - finds each of 5,000 rows again, ${kind}`, () => {
    const words = new WordList();
    const index = new RowIndex((row) => hashOf(words.at(row)));
    const rowOf = (word: number) =>
      index.rowOf(hashOf(word), (row) => words.at(row) === word);
    for (let i = 0; i < 5_000; i++) {
      const word = i * 0x3_0001;
      assert.equal(rowOf(word), i);
      words.push(word);
      assert.equal(rowOf(word), i);
    }
    assert.equal(words.length, 5_000);
    for (let i = 0; i < 5_000; i++) assert.equal(rowOf(i * 0x3_0001), i);
  });
}

Deno.test("WordMap - has what was added, and nothing else", () => {
  const words = new WordMap();
  for (let i = 1; i <= 20_000; i++) {
    assert.equal(words.get(i * 0x3_0001), undefined);
    words.add(i * 0x3_0001, i % 3 ? i : 0xffff_ffff);
  }
  for (let i = 1; i <= 20_000; i++) {
    assert.equal(words.get(i * 0x3_0001), i % 3 ? i : 0xffff_ffff);
    assert.equal(words.get(i), undefined);
  }
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
