import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges } from "../../../lib/net/address_ranges.ts";
import {
  contains,
  formatCidr,
  lastAddress,
  parseCidr,
} from "../../../lib/net/cidr.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { cidr, ip } from "./arbitraries.ts";

function setOf(...texts: string[]): PrefixSet {
  return PrefixSet.from(texts.map((text) => parseCidr(text)!));
}

function found(set: PrefixSet, texts: string[]): string[] {
  return texts.filter((text) => set.has(parseIp(text)!));
}

Deno.test("PrefixSet.has - both families", () => {
  const set = setOf("10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "fc00::/7");
  const inside = [
    "10.0.0.0",
    "10.255.255.255",
    "192.0.2.7",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "fdff::1",
  ];
  const outside = [
    "9.255.255.255",
    "11.0.0.0",
    "192.0.2.6",
    "192.0.2.8",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "fe00::",
    "::ffff:10.0.0.1",
  ];
  deepEqual(found(set, [...inside, ...outside]), inside);
});

Deno.test("PrefixSet.has - nothing in an empty set", () => {
  const set = setOf();
  equal(set.size, 0);
  deepEqual(found(set, ["0.0.0.0", "255.255.255.255", "::", "::1"]), []);
});

Deno.test("PrefixSet.size - ranges that overlap or touch are one", () => {
  equal(setOf("10.0.0.0/9", "10.128.0.0/9", "10.1.0.0/16").size, 1);
  equal(setOf("10.0.0.0/9", "11.0.0.0/9").size, 2);
  equal(setOf("10.0.0.0/8", "::/8", "::/16").size, 2);
});

Deno.test("PrefixSet - built of raw ranges", () => {
  const ranges = new AddressRanges();
  ranges.addV4(5, 9);
  ranges.addV6([1, 0, 0, 0], [1, 0, 0, 1]);
  const set = new PrefixSet(ranges);
  deepEqual(
    found(set, ["0.0.0.4", "0.0.0.5", "0.0.0.9", "0.0.0.10", "0:1::1"]),
    ["0.0.0.5", "0.0.0.9", "0:1::1"],
  );
});

Deno.test("PrefixSet.has - agrees with a scan of all prefixes", () => {
  fc.assert(
    fc.property(
      fc.array(cidr, { maxLength: 50 }),
      fc.array(ip, { maxLength: 50 }),
      (cidrs, others) => {
        const set = PrefixSet.from(cidrs);
        const edges = cidrs.flatMap((one) => [one.address, lastAddress(one)]);
        for (const ip of [...edges, ...others]) {
          equal(
            set.has(ip),
            cidrs.some((one) => contains(one, ip)),
            `${ip.text} in ${cidrs.map(formatCidr)}`,
          );
        }
      },
    ),
  );
});

Deno.test("PrefixSet - does not depend on the order of its prefixes", () => {
  const cidrs = Array.from(
    { length: 1000 },
    (_, i) => parseCidr(`10.${i * 7919 % 256}.${i * 104729 % 256}.0/25`)!,
  );
  const set = PrefixSet.from(cidrs);
  equal(PrefixSet.from(cidrs.toReversed()).size, set.size);
  equal(cidrs.every(({ address }) => set.has(address)), true);
});

Deno.test("PrefixSet.union - holds what any of the sets holds, and nothing else", () => {
  const cidrs = fc.array(cidr, { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(cidrs, { maxLength: 4 }),
      fc.array(ip, { maxLength: 8 }),
      (lists, others) => {
        const sets = lists.map((list) => PrefixSet.from(list));
        const union = PrefixSet.union(sets);
        const edges = lists.flat().flatMap((block) => [
          block.address,
          lastAddress(block),
        ]);
        for (const address of [...edges, ...others]) {
          equal(
            union.has(address),
            sets.some((set) => set.has(address)),
            address.text,
          );
        }
      },
    ),
  );
});
