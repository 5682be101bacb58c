import assert from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges, RangeList } from "../../../lib/net/ranges.ts";
import { word } from "./arbitraries.ts";
import { cidr } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";

const ALL = 0xffffffff;

type Range = readonly [start: number, end: number];

/** Writes each number into the last word, and `high` into those before it. */
function listOf(ranges: readonly Range[], width = 1, high = 0): RangeList {
  const list = new RangeList(width);
  for (const [start, end] of ranges) {
    const at = list.addRow();
    list.starts.fill(high, at, at + width);
    list.ends.fill(high, at, at + width);
    list.starts[at + width - 1] = start;
    list.ends[at + width - 1] = end;
  }
  return list;
}

function lastWords({ starts, ends, count, width }: RangeList): Range[] {
  return Array.from({ length: count }, (_, i) => {
    const at = i * width + width - 1;
    return [starts[at], ends[at]];
  });
}

/** The same by sorting and folding plain pairs. */
function folded(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end < start) continue;
    const last = out.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

Deno.test("RangeList.addRow - doubles the capacity of a full list only", () => {
  const list = listOf(Array.from({ length: 16 }, () => [0, 0]), 2);
  assert.deepEqual([list.starts.length, list.ends.length], [32, 32]);
  assert.equal(list.addRow(), 32);
  assert.deepEqual([list.starts.length, list.ends.length], [64, 64]);
});

Deno.test("RangeList.append - adds the ranges of another list behind its own", () => {
  const list = listOf([[7, 9]], 4);
  list.append(listOf([[3, 4], [1, 2]], 4));
  assert.deepEqual(lastWords(list), [[7, 9], [3, 4], [1, 2]]);
});

Deno.test("RangeList.merged - empty for an empty list, and does not change the list", () => {
  const merged = new RangeList(4).merged();
  assert.equal(merged.count, 0);
  assert.equal(merged.starts.length, 0);
  const list = listOf([[30, 40], [5, 9]]);
  list.merged();
  assert.deepEqual(lastWords(list), [[30, 40], [5, 9]]);
});

/** The ranges of a list after merging. */
const merge = (ranges: readonly Range[], width?: number, high?: number) =>
  lastWords(listOf(ranges, width, high).merged());

Deno.test("RangeList.merged - joins overlapping and adjacent ranges, at both ends of the number space, and drops one that ends before it starts", () => {
  const ranges: Range[] = [[30, 40], [5, 9], [10, 20], [12, 14], [22, 23]];
  assert.deepEqual(merge(ranges), [[5, 20], [22, 23], [30, 40]]);
  const ends = merge([[ALL, ALL], [0, 0], [ALL - 1, ALL - 1]]);
  assert.deepEqual(ends, [[0, 0], [ALL - 1, ALL]]);
  assert.deepEqual(merge([[0, ALL], [ALL, ALL]]), [[0, ALL]]);
  assert.deepEqual(merge([[7, 7], [9, 5]]), [[7, 7]]);
});

Deno.test("RangeList.merged - joins ranges adjacent across words", () => {
  const list = new RangeList(2);
  const cases = [[[1, 0], [1, 5]], [[0, 7], [0, ALL]], [[3, 0], [3, 0]]];
  for (const [start, end] of cases) {
    const at = list.addRow();
    list.starts.set(start, at);
    list.ends.set(end, at);
  }
  const { count, starts, ends } = list.merged();
  assert.equal(count, 2);
  assert.deepEqual([...starts], [0, 7, 3, 0]);
  assert.deepEqual([...ends], [1, 5, 3, 0]);
});

Deno.test("RangeList.merged - agrees with sorting and folding pairs", () => {
  const number = fc.oneof(word, fc.nat(300));
  forAll([
    fc.array(fc.tuple(number, number), { maxLength: 60 }),
    fc.constantFrom(1, 4),
    fc.constantFrom(0, 7, ALL),
  ], (ranges, width, high) => {
    assert.deepEqual(merge(ranges, width, high), folded(ranges));
  });
});

function content({ v4, v6 }: AddressRanges): number[][] {
  return [v4, v6].flatMap(({ starts, ends, count, width }) => [
    [...starts.slice(0, count * width)],
    [...ends.slice(0, count * width)],
  ]);
}

Deno.test("AddressRanges.addV4, addV6 - keep the families apart", () => {
  const ranges = new AddressRanges();
  ranges.addV4(1, ALL);
  ranges.addV6([1, 2, 3, 4], [5, 6, 7, 8]);
  assert.deepEqual(content(ranges), [[1], [ALL], [1, 2, 3, 4], [5, 6, 7, 8]]);
});

Deno.test("AddressRanges.addCidr - from the first to the last address", () => {
  const ranges = new AddressRanges();
  ranges.addCidr(cidr("192.0.2.0/24"));
  ranges.addCidr(cidr("2001:db8::/32"));
  assert.deepEqual(content(ranges), [
    [0xc0000200],
    [0xc00002ff],
    [0x20010db8, 0, 0, 0],
    [0x20010db8, ALL, ALL, ALL],
  ]);
});
