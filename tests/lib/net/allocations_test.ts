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

const octets = IANA_IPV4_BLOCKS.map(([rir, blocks]) => ({
  rir,
  octets: blocks.split(" ").flatMap((block) => {
    const [first, last = first] = block.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }),
}));

Deno.test("IANA_IPV4_BLOCKS - each registry once, with its number of blocks", () => {
  assert.deepEqual(
    octets.map(({ rir, octets }) => [rir, octets.length]),
    [["AFRINIC", 6], ["APNIC", 51], ["ARIN", 111], ["LACNIC", 10], [
      "RIPE",
      43,
    ]],
  );
});

Deno.test("IANA_IPV4_BLOCKS - all but local, private, loopback and multicast blocks, each once, ascending", () => {
  for (const { octets: held } of octets) {
    assert.deepEqual(held, held.toSorted((a, b) => a - b));
  }
  const reserved = [0, 10, 127];
  const unicast = Array.from({ length: 224 }, (_, i) => i)
    .filter((octet) => !reserved.includes(octet));
  assert.deepEqual(
    octets.flatMap(({ octets }) => octets).toSorted((a, b) => a - b),
    unicast,
  );
});

Deno.test("IPV6_ALLOCATIONS - the blocks of IPV6_ALLOCATION_RIRS", () => {
  assert.deepEqual(
    IPV6_ALLOCATIONS,
    IPV6_ALLOCATION_RIRS.map(([cidr]) => cidr),
  );
});

Deno.test("IPV6_ALLOCATION_RIRS - the number of blocks allocated to each registry", () => {
  const counts: Record<string, number> = {};
  for (const [, rir] of IPV6_ALLOCATION_RIRS) {
    counts[rir] = (counts[rir] ?? 0) + 1;
  }
  assert.deepEqual(counts, {
    APNIC: 9,
    ARIN: 7,
    RIPE: 14,
    LACNIC: 2,
    AFRINIC: 2,
  });
});

const nowhere = [
  ["2000::1", "not allocated"],
  ["2001::1", "Teredo"],
  ["2001:1::1", "Port Control Protocol anycast"],
  ["2001:1::2", "TURN anycast"],
  ["2001:3::1", "AMT"],
  ["2001:4:112::1", "AS112"],
  ["2001:20::1", "ORCHIDv2"],
  ["2001:30::1", "DRIP"],
  ["2001:1000::1", "not allocated"],
  ["2001:1002::1", "not allocated"],
  ["2001:4e00::1", "not allocated"],
  ["2001:6000::1", "not allocated"],
  ["2001:c000::1", "not allocated"],
  ["2002:808:808::1", "6to4"],
  ["2003:4000::1", "not allocated"],
  ["2100::1", "not allocated"],
  ["2420::1", "not allocated"],
  ["2500::1", "not allocated"],
  ["2610:200::1", "not allocated"],
  ["2620:200::1", "not allocated"],
  ["2620:4f:8000::1", "AS112"],
  ["2640::1", "not allocated"],
  ["2810::1", "not allocated"],
  ["2a20::1", "not allocated"],
  ["2c10::1", "not allocated"],
  ["2d00::1", "not allocated"],
  ["2e12:3456::1", "not allocated"],
  ["2fff::1", "not allocated"],
  ["3ffe::1", "once the 6bone"],
  ["64:ff9b::808:808", "NAT64"],
  ["192.0.0.9", "Port Control Protocol anycast"],
  ["192.0.0.10", "TURN anycast"],
  ["192.31.196.1", "AS112"],
  ["192.52.193.1", "AMT"],
  ["192.88.99.1", "6to4 relays"],
  ["192.175.48.6", "AS112"],
];
for (const [text, why] of nowhere) {
  Deno.test(`isLocatable - false for ${text}: ${why}`, () => {
    assert.equal(isLocatable(ip(text)), false);
  });
}

const somewhere = [
  "8.8.8.8",
  "192.0.1.0",
  "192.31.197.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:17ff::1",
  "2001:4860:4860::8888",
  "2001:bfff::1",
  "2003:3fff::1",
  "2400:cb00::1",
  "2410::1",
  "2606:4700::1111",
  "2610:1ff::1",
  "2620:fe::fe",
  "263f::1",
  "2800::1",
  "2a1f::1",
  "2c0f:ffff::1",
];
for (const text of somewhere) {
  Deno.test(`isLocatable - true for ${text}`, () => {
    assert.equal(isLocatable(ip(text)), true);
  });
}

Deno.test("IPV6_ALLOCATIONS - disjoint, ascending, in canonical form", () => {
  let end: IpAddress | undefined;
  for (const text of IPV6_ALLOCATIONS) {
    const block = cidr(text);
    assert.equal(`${block.address.text}/${block.prefixLength}`, text);
    if (end) assert(compareIp(end, block.address) < 0);
    end = lastAddress(block);
  }
});

Deno.test("isLocatable - agrees with a linear search of the tables for any address", () => {
  const word = fc.nat({ max: 0xffff_ffff });
  const first = fc.oneof(
    word,
    fc.nat({ max: 0xffff }).map((low) => 0x20010000 + low),
  );
  const address = fc.oneof(
    word.map(ipv4FromValue),
    fc.tuple(first, word, word, word).map(ipv6FromWords),
  );
  const allocations = IPV6_ALLOCATIONS.map(cidr);
  const setApart = SPECIAL_BLOCKS.filter(([, reachable]) => reachable)
    .map(([text]) => cidr(text));
  forAll([address], (any) => {
    const isIn = (blocks: typeof setApart) =>
      blocks.some((block) => cidrContains(block, any));
    assert.equal(
      isLocatable(any),
      (any.family === 4 || isIn(allocations)) && !isIn(setApart),
    );
  });
});

Deno.test("registryOfCountry - the registry of the region", () => {
  for (
    const [code, rir] of [
      ["US", "ARIN"],
      ["JM", "ARIN"],
      ["MX", "LACNIC"],
      ["TT", "LACNIC"],
      ["GB", "RIPE"],
      ["KZ", "RIPE"],
      ["AE", "RIPE"],
      ["AF", "APNIC"],
      ["CN", "APNIC"],
      ["EG", "AFRINIC"],
      ["RE", "AFRINIC"],
    ]
  ) assert.equal(registryOfCountry(code), rir, code);
});

Deno.test("registryOfCountry - knows every country", () => {
  for (const { alpha2: code } of iso31661) {
    assert(registryOfCountry(code), code);
  }
});

Deno.test("registryOfCountry - undefined for other codes", () => {
  for (const code of ["", "us", "EU", "ZZ", "constructor"]) {
    assert.equal(registryOfCountry(code), undefined, code);
  }
});

Deno.test("registryOfBlock - the registry of each first octet, none for the others", () => {
  const expected = new Map(
    octets.flatMap(({ rir, octets }) => octets.map((octet) => [octet, rir])),
  );
  for (let octet = 0; octet < 256; octet++) {
    assert.equal(
      registryOfBlock(ip(`${octet}.1.2.3`)),
      expected.get(octet),
      `${octet}`,
    );
  }
});

Deno.test("registryOfBlock - of IPv6 addresses", () => {
  for (
    const [text, rir] of [
      ["2001:500::1", "ARIN"],
      ["2a00::1", "RIPE"],
      ["2400::1", "APNIC"],
      ["2800::1", "LACNIC"],
      ["2c00::1", "AFRINIC"],
      ["fe80::1", undefined],
    ] as const
  ) assert.equal(registryOfBlock(ip(text)), rir, text);
});
