import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ipv6Words } from "../../../lib/net/ip_text.ts";
import {
  blockLengthV4,
  blockLengthV6,
  compareWords,
  lastAddressV4,
  lastAddressV6,
  networkAddressV4,
  networkAddressV6,
  widestPrefixV4,
  widestPrefixV6,
} from "../../../lib/net/prefix.ts";
import { ipv6, word } from "./arbitraries.ts";
import { forAll } from "../../support/for_all.ts";

const ALL = 0xffffffff;

function big(words: Ipv6Words): bigint {
  return words.reduce((sum, part) => sum << 32n | BigInt(part), 0n);
}

Deno.test("networkAddressV4, lastAddressV4 - at both ends", () => {
  assert.equal(networkAddressV4(0xc0a80123, 0), 0);
  assert.equal(lastAddressV4(0xc0a80123, 0), ALL);
  assert.equal(networkAddressV4(0xc0a80123, 24), 0xc0a80100);
  assert.equal(lastAddressV4(0xc0a80123, 24), 0xc0a801ff);
  assert.equal(networkAddressV4(0xc0a80123, 32), 0xc0a80123);
  assert.equal(lastAddressV4(0xc0a80123, 32), 0xc0a80123);
});

Deno.test("networkAddressV6, lastAddressV6 - agree with bigint arithmetic", () =>
  forAll([ipv6, fc.integer({ min: 0, max: 128 })], ({ words }, length) => {
    const hosts = 1n << BigInt(128 - length);
    const network = big(words) / hosts * hosts;
    assert.equal(big(networkAddressV6(words, length)), network);
    assert.equal(big(lastAddressV6(words, length)), network + hosts - 1n);
  }));

Deno.test("compareWords - agrees with bigint order", () =>
  forAll([ipv6, ipv6], (a, b) => {
    const difference = big(a.words) - big(b.words);
    const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
    assert.equal(Math.sign(compareWords(a.words, b.words)), expected);
  }));

Deno.test("widestPrefixV4 - fits, and one bit shorter does not", () =>
  forAll([fc.tuple(word, word, word)], (values) => {
    const [start, value, end] = values.sort((a, b) => a - b);
    const fits = (length: number) =>
      networkAddressV4(value, length) >= start &&
      lastAddressV4(value, length) <= end;
    const length = widestPrefixV4(start, end, value);
    assert(fits(length));
    assert(length === 0 || !fits(length - 1));
  }));

Deno.test("widestPrefixV4, widestPrefixV6 - -1 outside the range", () => {
  assert.equal(widestPrefixV4(10, 20, 9), -1);
  assert.equal(widestPrefixV4(10, 20, 21), -1);
  assert.equal(widestPrefixV4(0, ALL, 9), 0);
  assert.equal(widestPrefixV4(10, 20, 10), 31);
  assert.equal(widestPrefixV4(10, 20, 20), 32);
  const start: Ipv6Words = [0x20010db8, 0, 0, 0];
  const end: Ipv6Words = [0x20010db8, ALL, ALL, ALL];
  assert.equal(widestPrefixV6(start, end, [0x20010db7, ALL, ALL, ALL]), -1);
  assert.equal(widestPrefixV6(start, end, [0x20010db9, 0, 0, 0]), -1);
  assert.equal(widestPrefixV6(start, end, start), 32);
  assert.equal(widestPrefixV6(start, end, end), 32);
});

Deno.test("widestPrefixV6 - fits, and one bit shorter does not", () =>
  forAll([fc.tuple(ipv6, ipv6, ipv6)], (addresses) => {
    const [start, value, end] = addresses.map(({ words }) => words)
      .sort(compareWords);
    const fits = (length: number) =>
      big(networkAddressV6(value, length)) >= big(start) &&
      big(lastAddressV6(value, length)) <= big(end);
    const length = widestPrefixV6(start, end, value);
    assert(fits(length));
    assert(length === 0 || !fits(length - 1));
  }));

Deno.test("blockLengthV4, blockLengthV6 - the length of a block", () => {
  forAll([word, fc.integer({ min: 0, max: 32 })], (value, length) => {
    const start = networkAddressV4(value, length);
    assert.equal(blockLengthV4(start, lastAddressV4(value, length)), length);
  });
  forAll([ipv6, fc.integer({ min: 0, max: 128 })], ({ words }, length) => {
    const start = networkAddressV6(words, length);
    assert.equal(blockLengthV6(start, lastAddressV6(words, length)), length);
  });
});

Deno.test("blockLengthV4, blockLengthV6 - -1 for a range that is not one block", () => {
  assert.equal(blockLengthV4(0x08080700, 0x080809ff), -1);
  assert.equal(blockLengthV4(0x08080800, 0x080809fe), -1);
  assert.equal(blockLengthV4(0x08080801, 0x080809ff), -1);
  // The size of a /23, but not aligned to it.
  assert.equal(blockLengthV4(0x08080900, 0x08080aff), -1);
  const end: Ipv6Words = [0x24000002, ALL, ALL, ALL];
  assert.equal(blockLengthV6([0x24000000, 0, 0, 0], end), -1);
  assert.equal(blockLengthV6([0x24000001, 0, 0, 0], end), -1);
  assert.equal(blockLengthV6([0, 0, 0, 1], [0, 0, 0, ALL]), -1);
});
