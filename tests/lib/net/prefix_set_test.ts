import assert from "node:assert/strict";
import fc from "fast-check";
import {
  KeyBuckets,
  PrefixSet,
  V4Ranges,
  V6Ranges,
} from "../../../lib/net/prefix_set.ts";
import { cidr, ip, word } from "./arbitraries.ts";
import { AddressRanges } from "../../../lib/net/ranges.ts";
import type { Ipv6Words } from "../../../lib/net/ip_text.ts";
import { compareWords } from "../../../lib/net/prefix.ts";
import {
  cidrContains,
  formatCidr,
  lastAddress,
} from "../../../lib/net/cidr.ts";
import * as address from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { words } from "../../support/tables.ts";

const ALL = 0xffffffff;

Deno.test("KeyBuckets - empty without keys", () => {
  const buckets = new KeyBuckets(new Uint32Array());
  for (const key of [0, 1, ALL]) {
    assert.equal(buckets.bucketOf(key), 0);
    assert.equal(buckets.startOf(0), 0);
    assert.equal(buckets.startOf(1), 0);
  }
});

Deno.test("KeyBuckets - evenly spread keys get one bucket each", () => {
  const buckets = new KeyBuckets(Uint32Array.of(100, 101, 102, 103));
  const found = [0, 99, 100, 101, 102, 103, 104, ALL]
    .map((key) => buckets.bucketOf(key));
  const starts = [0, 1, 2, 3, 4].map((bucket) => buckets.startOf(bucket));
  assert.equal(found.join(), "0,0,0,1,2,3,3,3");
  assert.equal(starts.join(), "0,1,2,3,4");
});

Deno.test("KeyBuckets - keys before a bucket are smaller, keys after it greater", () => {
  const key = fc.oneof(word, fc.nat(50), fc.integer({ min: 0, max: 2 ** 52 }));
  forAll([fc.array(key), key], (unsorted, sought) => {
    const keys = Float64Array.from(unsorted).sort();
    const buckets = new KeyBuckets(keys);
    const bucket = buckets.bucketOf(sought);
    const begin = buckets.startOf(bucket);
    const end = buckets.startOf(bucket + 1);
    assert(keys.subarray(0, begin).every((key) => key < sought));
    assert(keys.subarray(end).every((key) => key > sought));
  }, { numRuns: 1000 });
});

type Range = readonly [start: number, end: number];

function rangesOf(...pairs: Range[]): V4Ranges {
  const ranges = new AddressRanges();
  for (const [start, end] of pairs) ranges.addV4(start, end);
  return new V4Ranges(ranges.v4.merged());
}

Deno.test("V4Ranges.has - a range includes both ends, an empty set nothing", () => {
  const set = rangesOf([10, 20], [0, 0], [0xfffffff0, ALL]);
  const inside = [0, 10, 15, 20, 0xfffffff0, ALL];
  for (const value of inside) assert.equal(set.has(value), true, `${value}`);
  for (const value of [1, 9, 21, 0xffffffef]) {
    assert.equal(set.has(value), false, `${value}`);
  }
  const none = rangesOf();
  assert.deepEqual([0, 1, ALL].filter((value) => none.has(value)), []);
});

Deno.test("V4Ranges.has - ranges crowded far from a lone one", () => {
  const crowd = Array.from({ length: 500 }, (_, i): Range => [i * 3, i * 3]);
  const set = rangesOf(...crowd, [0xffffff00, 0xffffffff]);
  const wrong = Array.from({ length: 1600 }, (_, i) => i)
    .filter((i) => set.has(i) !== (i < 1500 && i % 3 === 0));
  assert.deepEqual(wrong, []);
  assert.deepEqual([set.has(0xfffffeff), set.has(0xffffff00)], [false, true]);
});

Deno.test("V4Ranges.has - agrees with a linear search", () => {
  const number = fc.oneof(word, fc.nat(300));
  forAll([
    fc.array(fc.tuple(number, number), { maxLength: 40 }),
    fc.array(number),
  ], (pairs, others) => {
    const set = rangesOf(...pairs);
    const edges = pairs.flat().flatMap((edge) => [edge - 1, edge, edge + 1])
      .filter((edge) => edge >= 0 && edge <= 0xffffffff);
    for (const value of [...edges, ...others]) {
      const isIn = pairs.some(([start, end]) => start <= value && value <= end);
      assert.equal(set.has(value), isIn);
    }
  });
});

type V6Range = readonly [start: Ipv6Words, end: Ipv6Words];

function v6RangesOf(...pairs: V6Range[]): V6Ranges {
  const ranges = new AddressRanges();
  for (const [start, end] of pairs) ranges.addV6(start, end);
  return new V6Ranges(ranges.v6.merged());
}

Deno.test("V6Ranges.has - both ends of the address space, nothing for an empty set", () => {
  const all = v6RangesOf([[0, 0, 0, 0], [ALL, ALL, ALL, ALL]]);
  assert.equal(all.has([0, 0, 0, 0]), true);
  assert.equal(all.has([ALL, ALL, ALL, ALL]), true);
  assert.equal(v6RangesOf().has([0, 0, 0, 0]), false);
  assert.equal(v6RangesOf().has([ALL, ALL, ALL, ALL]), false);
});

Deno.test("V6Ranges.has - many single addresses under one /52", () => {
  const set = v6RangesOf(...Array.from({ length: 9 }, (_, i): V6Range => {
    const words = [0x20010db8, 0, 0, i * 2] as const;
    return [words, words];
  }));
  const found = Array.from({ length: 20 }, (_, i) => i)
    .filter((i) => set.has([0x20010db8, 0, 0, i]));
  assert.deepEqual(found, [0, 2, 4, 6, 8, 10, 12, 14, 16]);
});

Deno.test("V6Ranges.has - a range that spans several upper 52 bits", () => {
  const one: Ipv6Words = [7, 0, 0, 5];
  const set = v6RangesOf([[1, 0, 0, 9], [7, 0, 0, 3]], [one, one]);
  const inside: Ipv6Words[] = [[1, 0, 0, 9], [4, ALL, 0, 0], [7, 0, 0, 3]];
  const outside: Ipv6Words[] = [[1, 0, 0, 8], [7, 0, 0, 4], [7, 0, 0, 6]];
  outside.push([7, 1, 0, 0]);
  assert.deepEqual([...inside, one].filter((words) => !set.has(words)), []);
  assert.deepEqual(outside.filter((words) => set.has(words)), []);
});

Deno.test("V6Ranges.has - agrees with a linear search", () => {
  // Few different words, so that starts share any number of leading words.
  const part = fc.constantFrom(0, 1, 2, 0x0fff, 0x1000, 0x1001, ALL - 1, ALL);
  const words = fc.tuple(part, part, part, part);
  forAll([
    fc.array(fc.tuple(words, words), { maxLength: 40 }),
    fc.array(words, { maxLength: 40 }),
  ], (pairs, others) => {
    const set = v6RangesOf(...pairs);
    for (const value of [...pairs.flat(), ...others]) {
      const isIn = pairs.some(([start, end]) =>
        compareWords(start, value) <= 0 && compareWords(value, end) <= 0
      );
      assert.equal(set.has(value), isIn);
    }
  }, { numRuns: 500 });
});

function setOf(...texts: string[]): PrefixSet {
  return PrefixSet.from(texts.map(address.cidr));
}

function found(set: PrefixSet, texts: string[]): string[] {
  return texts.filter((text) => set.has(address.ip(text)));
}

Deno.test("PrefixSet.has - both families", () => {
  const set = setOf("10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "fc00::/7");
  const inside = words`10.0.0.0 10.255.255.255 192.0.2.7 2001:db8::
    2001:db8:ffff:ffff:ffff:ffff:ffff:ffff fdff::1`;
  const outside = words`9.255.255.255 11.0.0.0 192.0.2.6 192.0.2.8
    2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: fe00:: ::ffff:10.0.0.1`;
  assert.deepEqual(found(set, [...inside, ...outside]), inside);
});

Deno.test("PrefixSet.size - overlapping or adjacent ranges count as one, an empty set has none", () => {
  assert.equal(setOf("10.0.0.0/9", "10.128.0.0/9", "10.1.0.0/16").size, 1);
  assert.equal(setOf("10.0.0.0/9", "11.0.0.0/9").size, 2);
  assert.equal(setOf("10.0.0.0/8", "::/8", "::/16").size, 2);
  const set = setOf();
  assert.equal(set.size, 0);
  assert.deepEqual(found(set, ["0.0.0.0", "255.255.255.255", "::", "::1"]), []);
});

Deno.test("PrefixSet - built from raw ranges", () => {
  const ranges = new AddressRanges();
  ranges.addV4(5, 9);
  ranges.addV6([1, 0, 0, 0], [1, 0, 0, 1]);
  const set = new PrefixSet(ranges);
  const inside = found(set, words`0.0.0.4 0.0.0.5 0.0.0.9 0.0.0.10 0:1::1`);
  assert.deepEqual(inside, ["0.0.0.5", "0.0.0.9", "0:1::1"]);
});

Deno.test("PrefixSet.has - agrees with a linear search", () =>
  forAll(
    [fc.array(cidr, { maxLength: 50 }), fc.array(ip, { maxLength: 50 })],
    (cidrs, others) => {
      const set = PrefixSet.from(cidrs);
      const edges = cidrs.flatMap((one) => [one.address, lastAddress(one)]);
      for (const ip of [...edges, ...others]) {
        const isIn = cidrs.some((one) => cidrContains(one, ip));
        const what = `${ip.text} in ${cidrs.map(formatCidr)}`;
        assert.equal(set.has(ip), isIn, what);
      }
    },
  ));

Deno.test("PrefixSet - independent of the order of its prefixes", () => {
  const textOf = (i: number) => `10.${i * 7919 % 256}.${i * 104729 % 256}.0/25`;
  const cidrs = Array.from({ length: 1000 }, (_, i) => address.cidr(textOf(i)));
  const set = PrefixSet.from(cidrs);
  assert.equal(PrefixSet.from(cidrs.toReversed()).size, set.size);
  assert.equal(cidrs.every(({ address }) => set.has(address)), true);
});

Deno.test("PrefixSet.union - exactly the addresses of all sets", () => {
  const cidrs = fc.array(cidr, { maxLength: 8 });
  forAll(
    [fc.array(cidrs, { maxLength: 4 }), fc.array(ip, { maxLength: 8 })],
    (lists, others) => {
      const sets = lists.map((list) => PrefixSet.from(list));
      const union = PrefixSet.union(sets);
      const edges = lists.flat()
        .flatMap((block) => [block.address, lastAddress(block)]);
      for (const address of [...edges, ...others]) {
        const isIn = sets.some((set) => set.has(address));
        assert.equal(union.has(address), isIn, address.text);
      }
    },
  );
});
