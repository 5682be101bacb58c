import assert from "node:assert/strict";
import fc from "fast-check";
import { ColumnReader } from "../../../../lib/data/columns/column_file.ts";
import {
  lastAtMost,
  RangeRows4,
  RangeRows6,
} from "../../../../lib/data/columns/range_rows.ts";
import {
  RangeRows4Builder,
  RangeRows6Builder,
} from "../../../../lib/data/columns/range_rows_build.ts";
import { overlayRuns } from "../../../../lib/data/columns/runs.ts";
import { wordsOfNumber } from "../../../../lib/net/ip_address.ts";
import { forAll } from "../../../support/for_all.ts";
import { changesIn, withoutRepeats } from "./run_changes.ts";

function withNumbers<Rows extends RangeRows4 | RangeRows6>(rows: Rows) {
  const { size } = rows;
  const numbers = Array.from({ length: size }, (_, row) => rows.numberAt(row));
  return { rows, numbers };
}

function rowsOf4(ranges: readonly (readonly [number, number, number])[]) {
  const builder = new RangeRows4Builder();
  for (const [start, end, number] of ranges) builder.add(start, end, number);
  return withNumbers(new RangeRows4(new ColumnReader(builder.columns())));
}

function rowsOf6(ranges: Ranges) {
  const builder = new RangeRows6Builder();
  for (const [start, end, number] of ranges) {
    builder.add(wordsOfNumber(start), wordsOfNumber(end), number);
  }
  return withNumbers(new RangeRows6(new ColumnReader(builder.columns())));
}

Deno.test("lastAtMost - the index, or -1", () => {
  const values = Uint32Array.of(2, 4);
  const found = [1, 2, 3, 4, 5].map((value) => lastAtMost(values, value));
  assert.deepEqual(found, [-1, 0, 0, 1, 1]);
});

Deno.test("RangeRows4.find - a range over several groups of 65,536 is one row", () => {
  const { rows, numbers } = rowsOf4([
    [0x0001_8000, 0x0004_7fff, 7],
    [0x0004_8000, 0x0004_ffff, 8],
  ]);
  assert.deepEqual(numbers, [0, 7, 8, 0]);
  for (const at of [0x0001_8000, 0x0002_0000, 0x0003_ffff, 0x0004_7fff]) {
    assert.equal(rows.find(at), 1, at.toString(16));
    assert.equal(rows.startOf(1), 0x0001_8000);
    assert.equal(rows.endOf(1), 0x0004_7fff);
  }
  assert.equal(rows.find(0), 0);
  assert.equal(rows.find(0xffff_ffff), 3);
  assert.equal(rows.endOf(3), 0xffff_ffff);
});

Deno.test("RangeRows6.findFine - finds a range that splits a /64", () => {
  const at = 0x2001_0db8_0000_0001n << 64n;
  const { rows, numbers } = rowsOf6([
    [at - (1n << 64n), at - 1n, 5],
    [at, at + 9n, 6],
    [at + 20n, at + (3n << 64n) - 1n, 7],
    [at + (3n << 64n), at + (4n << 64n) - 1n, 8],
  ]);
  const numberAt = (address: bigint) => {
    const words = wordsOfNumber(address);
    const row = rows.find(words);
    if (row >= 0 && numbers[row] !== 0) return numbers[row];
    const fine = rows.findFine(words);
    return fine < 0 ? 0 : numbers[fine];
  };
  const offsets = [-1n, 0n, 9n, 10n, 20n, 2n << 64n, 3n << 64n];
  const found = offsets.map((offset) => numberAt(at + offset));
  assert.deepEqual(found, [5, 6, 6, 0, 7, 7, 8]);
  const fine = rows.findFine(wordsOfNumber(at + 21n));
  assert.deepEqual(rows.startOf(fine), wordsOfNumber(at + 20n));
  assert.deepEqual(rows.endOf(fine), wordsOfNumber(at + (3n << 64n) - 1n));
});

Deno.test("RangeRows6.endOf - before a start whose second word is 0, and at the last address", () => {
  const { rows } = rowsOf6([
    [0x2000n << 112n, (0x2001n << 112n) - 1n, 1],
    [0x2001n << 112n, (1n << 128n) - 1n, 2],
  ]);
  const row = rows.find(wordsOfNumber(0x2000n << 112n));
  assert.deepEqual(rows.endOf(row), wordsOfNumber((0x2001n << 112n) - 1n));
  assert.deepEqual(rows.endOf(row + 1), wordsOfNumber((1n << 128n) - 1n));
});

/** Ascending disjoint ranges, from the gaps between them and their lengths, in units of `unit`. */
const ranges = (unit: bigint, most: bigint) => {
  const [gap, length] = [fc.bigInt(0n, most), fc.bigInt(1n, most)];
  const part = fc.tuple(gap, length, fc.nat(0xffff));
  return fc.array(part, { maxLength: 12 }).map((parts) => {
    let at = 0n;
    return parts.map(([gap, length, number]) => {
      const start = at + gap * unit;
      at = start + length * unit;
      return [start, at - 1n, number + 1] as const;
    });
  });
};

type Ranges = readonly (readonly [start: bigint, end: bigint, n: number])[];

/** Those that IPv4 has. */
const in4 = (ranges: Ranges, last = 0xffff_ffffn) =>
  ranges.filter(([, end]) => end <= last)
    .map(([start, end, n]) => [Number(start), Number(end), n] as const);

Deno.test("RangeRows4.find - agrees with a linear search of random ranges", () =>
  forAll([ranges(1n, 0x1000_0000n)], (all) => {
    const list = in4(all);
    const { rows, numbers } = rowsOf4(list);
    const edges = list.flatMap(([a, b]) => [a - 1, a, b, b + 1]);
    for (const at of edges.filter((at) => at >= 0 && at <= 0xffff_ffff)) {
      const found = list.find(([start, end]) => start <= at && at <= end);
      const row = rows.find(at);
      assert.equal(row < 0 ? 0 : numbers[row], found?.[2] ?? 0);
      if (!found) continue;
      assert.equal(rows.startOf(row), found[0]);
      assert.equal(rows.endOf(row), found[1]);
    }
  }, { numRuns: 50 }));

for (const [unit, most] of [[1n << 64n, 1n << 59n], [1n, 1n << 68n]] as const) {
  Deno.test(`RangeRows6.find - agrees with a linear search of random ranges of ${unit} addresses`, () =>
    forAll([ranges(unit, most)], (list) => {
      const { rows, numbers } = rowsOf6(list);
      const edges = list
        .flatMap(([a, b]) => [a - 1n, a, (a + b) / 2n, b, b + 1n]);
      for (const at of edges.filter((at) => at >= 0n && at < 1n << 128n)) {
        const found = list.find(([start, end]) => start <= at && at <= end);
        const words = wordsOfNumber(at);
        let row = rows.find(words);
        if (row < 0 || numbers[row] === 0) row = rows.findFine(words);
        assert.equal(row < 0 ? 0 : numbers[row], found?.[2] ?? 0);
        if (!found) continue;
        assert.deepEqual(rows.startOf(row), wordsOfNumber(found[0]));
        assert.deepEqual(rows.endOf(row), wordsOfNumber(found[1]));
      }
    }, { numRuns: 100 }));
}

/** In a /64. */
const MIDDLE = 0x8000_0000_8000_0000n;

/** What `changesIn` gives for ranges of addresses, or for the middles of /64s in them. */
function changesOf(list: Ranges, valueOf: (n: number) => number, unit = 1n) {
  const all = new Map([[0n, 0]]);
  for (const [start, end, number] of list) {
    const middle = unit === 1n ? 0n : MIDDLE;
    const [first, after] = [start, end + 1n].map((bound) =>
      bound <= middle ? 0n : (bound - middle - 1n) / unit + 1n
    );
    if (first < after) all.set(first, valueOf(number)).set(after, 0);
  }
  return withoutRepeats(all);
}

/** Values that several numbers share, and no value for every third. */
const thirds = Uint16Array.from({ length: 0x10001 }, (_, number) => number % 3);
const mappings: [Uint16Array | undefined, (number: number) => number][] = [
  [undefined, (number) => number],
  [thirds, (number) => number % 3],
];

function assertRuns(list: Ranges) {
  const six = rowsOf6(list);
  const four = rowsOf4(in4(list, 0xffff_fffen));
  for (const [numberAt, valueOf] of mappings) {
    const [runs6, runs4] = [six, four]
      .map(({ rows }) => changesIn(overlayRuns(rows.runs(numberAt))));
    assert.deepEqual(runs6, changesOf(list, valueOf, 1n << 64n));
    const short = list.filter(([, end]) => end < 0xffff_ffffn);
    assert.deepEqual(runs4, changesOf(short, valueOf));
  }
}

const cases = [
  [1n, 0x800_0000n],
  [1n << 64n, 1n << 59n],
  [1n, 1n << 66n],
  [1n << 63n, 4n],
];
for (const [unit, most] of cases) {
  Deno.test(`RangeRows.runs - agree with random ranges of up to ${most} times ${unit} addresses`, () => {
    forAll([ranges(unit, most)], assertRuns, { numRuns: 100 });
  });
}

Deno.test("RangeRows.runs - are the same in several pieces", () => {
  const step = 3n << 63n;
  const piecesOf = ({ rows }: { rows: RangeRows4 | RangeRows6 }) =>
    rows.runs().map((source) => [...source].length);
  const narrow = Array.from({ length: 20_000 }, (_, i) => {
    const start = BigInt(i) * 0x2_0000n;
    return [start, start + BigInt(i % 3) + 0xfffen, i + 1] as const;
  });
  assertRuns(narrow);
  assert.deepEqual(piecesOf(rowsOf4(in4(narrow))), [5]);
  const wide = Array.from({ length: 3_000 }, (_, i) => {
    const start = BigInt(i) * step + 1n;
    return [start, start + step - BigInt(1 + i % 2), i + 1] as const;
  });
  assertRuns(wide);
  assert.deepEqual(piecesOf(rowsOf6(wide)), [1, 4]);
});

Deno.test("RangeRows.runs - a table without rows has one run", () =>
  assertRuns([]));

Deno.test("RangeRows.runs - in the last block of 32 bits, and up to the last address", () => {
  const last = 0xffff_ffff_0000_0001n << 64n;
  assertRuns([[last - 5n, last + 0x8000_0000_8000_0000n, 7]]);
  const { rows } = rowsOf6([[last + 5n, (1n << 128n) - 1n, 7]]);
  assert.deepEqual(changesIn(overlayRuns(rows.runs())), [
    [0n, 0],
    [last >> 64n, 7],
  ]);
  // The middle of no /64.
  assertRuns([[last + 5n, last + 9n, 7]]);
});
