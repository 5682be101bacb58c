import assert from "node:assert/strict";
import {
  DistinctRows,
  RowIndex,
  WordList,
  WordMap,
} from "../../../../lib/data/columns/growing_lists.ts";

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

Deno.test("DistinctRows.numberOf - numbers rows as they appear, and finds them again", () => {
  const rows = new DistinctRows(3);
  const rowAt = (i: number) => [i % 7, 0xffff_ffff - i, i >>> 3];
  for (let i = 0; i < 5_000; i++) {
    assert.equal(rows.numberOf(...rowAt(i)), i);
    assert.equal(rows.numberOf(...rowAt(i >>> 1)), i >>> 1);
  }
  const row = rows.columns.map((column) => column.at(4_321));
  assert.deepEqual(row, rowAt(4_321));
});
