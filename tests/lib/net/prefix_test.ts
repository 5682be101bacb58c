import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { Ipv6Words } from "../../../lib/net/ip_text.ts";
import {
  compareWords,
  lastV4,
  lastV6,
  networkV4,
  networkV6,
  widestPrefixV4,
  widestPrefixV6,
} from "../../../lib/net/prefix.ts";
import { ipv6, word } from "./arbitraries.ts";

const ALL = 0xffffffff;

function big(words: Ipv6Words): bigint {
  return words.reduce((sum, part) => sum << 32n | BigInt(part), 0n);
}

Deno.test("networkV4, lastV4 - at both ends", () => {
  equal(networkV4(0xc0a80123, 0), 0);
  equal(lastV4(0xc0a80123, 0), ALL);
  equal(networkV4(0xc0a80123, 24), 0xc0a80100);
  equal(lastV4(0xc0a80123, 24), 0xc0a801ff);
  equal(networkV4(0xc0a80123, 32), 0xc0a80123);
  equal(lastV4(0xc0a80123, 32), 0xc0a80123);
});

Deno.test("networkV6, lastV6 - agree with arithmetic on whole numbers", () => {
  fc.assert(
    fc.property(ipv6, fc.integer({ min: 0, max: 128 }), ({ words }, length) => {
      const hosts = 1n << BigInt(128 - length);
      const network = big(words) / hosts * hosts;
      equal(big(networkV6(words, length)), network);
      equal(big(lastV6(words, length)), network + hosts - 1n);
    }),
  );
});

Deno.test("compareWords - orders as the whole numbers", () => {
  fc.assert(
    fc.property(ipv6, ipv6, (a, b) => {
      const difference = big(a.words) - big(b.words);
      equal(
        Math.sign(compareWords(a.words, b.words)),
        difference < 0n ? -1 : difference > 0n ? 1 : 0,
      );
    }),
  );
});

Deno.test("widestPrefixV4 - fits, and one bit less does not", () => {
  fc.assert(
    fc.property(fc.tuple(word, word, word), (values) => {
      const [start, value, end] = values.sort((a, b) => a - b);
      const length = widestPrefixV4(start, end, value);
      ok(networkV4(value, length) >= start && lastV4(value, length) <= end);
      ok(
        length === 0 || networkV4(value, length - 1) < start ||
          lastV4(value, length - 1) > end,
      );
    }),
  );
});

Deno.test("widestPrefixV4 - outside the range there is none", () => {
  equal(widestPrefixV4(10, 20, 9), -1);
  equal(widestPrefixV4(10, 20, 21), -1);
  equal(widestPrefixV4(0, ALL, 9), 0);
});

Deno.test("widestPrefixV6 - fits, and one bit less does not", () => {
  fc.assert(
    fc.property(fc.tuple(ipv6, ipv6, ipv6), (addresses) => {
      const [start, value, end] = addresses.map(({ words }) => words)
        .sort(compareWords);
      const fits = (length: number) =>
        big(networkV6(value, length)) >= big(start) &&
        big(lastV6(value, length)) <= big(end);
      const length = widestPrefixV6(start, end, value);
      ok(fits(length));
      ok(length === 0 || !fits(length - 1));
    }),
  );
});

Deno.test("widestPrefixV6 - outside the range there is none", () => {
  const start: Ipv6Words = [0x20010db8, 0, 0, 0];
  const end: Ipv6Words = [0x20010db8, ALL, ALL, ALL];
  equal(widestPrefixV6(start, end, [0x20010db7, ALL, ALL, ALL]), -1);
  equal(widestPrefixV6(start, end, [0x20010db9, 0, 0, 0]), -1);
  deepEqual(
    [start, end].map((words) => widestPrefixV6(start, end, words)),
    [32, 32],
  );
});
