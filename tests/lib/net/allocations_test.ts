import assert from "node:assert/strict";
import {
  IANA_IPV4_BLOCKS,
  IPV6_ALLOCATION_RIRS,
  SPECIAL_BLOCKS,
} from "../../../lib/facts/block_facts.ts";
import {
  IPV6_ALLOCATIONS,
  isLocatable,
  registryOfBlock,
  registryOfCountry,
} from "../../../lib/net/allocations.ts";
import fc from "fast-check";
import { cidrContains, lastAddress } from "../../../lib/net/cidr.ts";
import {
  compareIp,
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import { iso31661 } from "iso-3166";
import { forAll } from "../../support/for_all.ts";
import { cidr, ip } from "../../support/address.ts";
import { assertResults } from "../../support/tables.ts";
import samples from "./allocations.json" with { type: "json" };

const octets = IANA_IPV4_BLOCKS.map(([rir, blocks]) => ({
  rir,
  octets: blocks.split(" ").flatMap((block) => {
    const [first, last = first] = block.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }),
}));

Deno.test("IANA_IPV4_BLOCKS - each registry once, and all but local, private, loopback and multicast blocks, each once, ascending", () => {
  const counts = octets.map(({ rir, octets }) => [rir, octets.length]);
  const expected = { AFRINIC: 6, APNIC: 51, ARIN: 111, LACNIC: 10, RIPE: 43 };
  assert.deepEqual(counts, Object.entries(expected));
  for (const { octets: held } of octets) {
    assert.deepEqual(held, held.toSorted((a, b) => a - b));
  }
  const reserved = [0, 10, 127];
  const unicast = Array.from({ length: 224 }, (_, i) => i)
    .filter((octet) => !reserved.includes(octet));
  const all = octets.flatMap(({ octets }) => octets);
  assert.deepEqual(all.toSorted((a, b) => a - b), unicast);
});

Deno.test("IPV6_ALLOCATIONS, IPV6_ALLOCATION_RIRS - the same blocks, disjoint, ascending, in canonical form, as many as each registry has", () => {
  const blocks = IPV6_ALLOCATION_RIRS.map(([cidr]) => cidr);
  assert.deepEqual(IPV6_ALLOCATIONS, blocks);
  const byRir = Map.groupBy(IPV6_ALLOCATION_RIRS, ([, rir]) => rir);
  const counts = [...byRir].map(([rir, blocks]) => [rir, blocks.length]);
  const expected = { APNIC: 9, ARIN: 7, RIPE: 14, LACNIC: 2, AFRINIC: 2 };
  assert.deepEqual(Object.fromEntries(counts), expected);
  let end: IpAddress | undefined;
  for (const text of IPV6_ALLOCATIONS) {
    const block = cidr(text);
    assert.equal(`${block.address.text}/${block.prefixLength}`, text);
    if (end) assert(compareIp(end, block.address) < 0);
    end = lastAddress(block);
  }
});

for (const [text, why] of samples.unallocated) {
  Deno.test(`isLocatable - false for ${text}: ${why}`, () =>
    assert.equal(isLocatable(ip(text)), false));
}

for (const text of samples.allocated) {
  Deno.test(`isLocatable - true for ${text}`, () =>
    assert.equal(isLocatable(ip(text)), true));
}

Deno.test("isLocatable - agrees with a linear search of the tables for any address", () => {
  const word = fc.nat({ max: 0xffff_ffff });
  const low = fc.nat({ max: 0xffff }).map((low) => 0x20010000 + low);
  const first = fc.oneof(word, low);
  const v6 = fc.tuple(first, word, word, word).map(ipv6FromWords);
  const address = fc.oneof(word.map(ipv4FromValue), v6);
  const allocations = IPV6_ALLOCATIONS.map(cidr);
  const setApart = SPECIAL_BLOCKS.filter(([, reachable]) => reachable)
    .map(([text]) => cidr(text));
  forAll([address], (any) => {
    const isIn = (blocks: typeof setApart) =>
      blocks.some((block) => cidrContains(block, any));
    const isAllocated = any.family === 4 || isIn(allocations);
    assert.equal(isLocatable(any), isAllocated && !isIn(setApart));
  });
});

Deno.test("registryOfCountry - the registry of the region, for every country and no other code", () => {
  for (const [code, rir] of samples.registries) {
    assert.equal(registryOfCountry(code), rir, code);
  }
  for (const { alpha2: code } of iso31661) {
    assert(registryOfCountry(code), code);
  }
  for (const code of ["", "us", "EU", "ZZ", "constructor"]) {
    assert.equal(registryOfCountry(code), undefined, code);
  }
});

Deno.test("registryOfBlock - the registry of each first octet, none for the others, and of IPv6 addresses", () => {
  const expected = new Map(
    octets.flatMap(({ rir, octets }) => octets.map((octet) => [octet, rir])),
  );
  for (let octet = 0; octet < 256; octet++) {
    const rir = registryOfBlock(ip(`${octet}.1.2.3`));
    assert.equal(rir, expected.get(octet), `${octet}`);
  }
  assertResults((text) => registryOfBlock(ip(text)), {
    "2001:500::1": "ARIN",
    "2a00::1": "RIPE",
    "2400::1": "APNIC",
    "2800::1": "LACNIC",
    "2c00::1": "AFRINIC",
    "fe80::1": undefined,
  });
});
