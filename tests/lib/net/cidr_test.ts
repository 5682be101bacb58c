import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cidrContains,
  enclosingCidr,
  formatCidr,
  largestCidrWithin,
  lastAddress,
  parseCidr,
  parsePrefixLength,
  requireCidr,
  unmapIpv4Cidr,
} from "../../../lib/net/cidr.ts";
import ipaddr from "ipaddr.js";
import { compareIp } from "../../../lib/net/ip_address.ts";
import { cidr, ip, ipv4, ipv6 } from "./arbitraries.ts";
import { cidr as block, ip as address } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults } from "../../support/tables.ts";
import samples from "./cidr.json" with { type: "json" };

Deno.test("parsePrefixLength - every length of the family, in digits only", () => {
  forAll([fc.integer({ min: 0, max: 200 })], (length) => {
    for (const max of [32, 128] as const) {
      const expected = length <= max ? length : -1;
      assert.equal(parsePrefixLength(`/${length}`, 1, max), expected);
    }
  });
  const lengths = samples.badLengths
    .map((text) => parsePrefixLength(text, 0, 128));
  assert.deepEqual(lengths.filter((length) => length !== -1), []);
});

Deno.test("parseCidr - address and prefix length, null for anything else", () => {
  const cases = [["192.0.2.0", 24], ["2001:DB8::", 32], [
    "0.0.0.0",
    0,
  ]] as const;
  for (const [text, prefixLength] of cases) {
    const expected = { address: address(text), prefixLength };
    assert.deepEqual(parseCidr(`${text}/${prefixLength}`), expected);
  }
  const parsed = samples.badPrefixes.map(parseCidr);
  assert.deepEqual(parsed.filter((cidr) => cidr !== null), []);
});

Deno.test("requireCidr - the block, or an error", () => {
  assert.deepEqual(requireCidr("192.0.2.7/24"), parseCidr("192.0.2.0/24"));
  assert.throws(() => requireCidr("192.0.2.0/33"), {
    message: "192.0.2.0/33 is not a CIDR",
  });
});

Deno.test("parseCidr - a bare address is a block of one, and host bits are cleared", () =>
  assertResults((text) => formatCidr(block(text)), {
    "192.0.2.7": "192.0.2.7/32",
    "::1": "::1/128",
    "192.0.2.7/24": "192.0.2.0/24",
    "2001:db8:1:2:3::/48": "2001:db8:1::/48",
    "255.255.255.255/0": "0.0.0.0/0",
  }));

Deno.test("parseCidr - reads the output of formatCidr, and never throws", () => {
  forAll(
    [cidr],
    (made) => assert.deepEqual(parseCidr(formatCidr(made)), made),
  );
  forAll([fc.string({ unit: fc.constantFrom(..."0129af:./ %-") })], (text) => {
    const parsed = parseCidr(text);
    if (parsed) assert.deepEqual(parseCidr(formatCidr(parsed)), parsed);
  }, { numRuns: 1000 });
});

Deno.test("cidrContains - agrees with ipaddr.js for near and distant addresses", () =>
  forAll([cidr, ip], (made, other) => {
    const base = ipaddr.parse(made.address.text);
    for (const ip of [other, made.address, lastAddress(made)]) {
      const parsed = ipaddr.parse(ip.text);
      const isWithin = parsed.kind() === base.kind() &&
        parsed.match(base, made.prefixLength);
      assert.equal(cidrContains(made, ip), isWithin);
    }
  }, { numRuns: 500 }));

Deno.test("cidrContains - ends with the last address, and false across families", () => {
  assert(cidrContains(block("192.0.2.0/25"), address("192.0.2.127")));
  assert(!cidrContains(block("192.0.2.0/25"), address("192.0.2.128")));
  assert(!cidrContains(block("192.0.2.0/25"), address("192.0.1.255")));
  assert(!cidrContains(block("0.0.0.0/0"), address("::")));
  assert(!cidrContains(block("::/0"), address("0.0.0.0")));
});

Deno.test("lastAddress - all host bits are set", () =>
  assertResults((text) => lastAddress(block(text)).text, {
    "192.0.2.0/24": "192.0.2.255",
    "192.0.2.1/32": "192.0.2.1",
    "0.0.0.0/0": "255.255.255.255",
    "2001:db8::/47": "2001:db8:1:ffff:ffff:ffff:ffff:ffff",
  }));

Deno.test("unmapIpv4Cidr - only if the whole block is mapped", () =>
  assertResults((text) => formatCidr(unmapIpv4Cidr(block(text))), {
    "::ffff:10.0.0.0/104": "10.0.0.0/8",
    "::ffff:192.0.2.1": "192.0.2.1/32",
    "::ffff:0:0/96": "0.0.0.0/0",
    "::/0": "::/0",
    "::ffff:0:0/95": "::fffe:0:0/95",
    "10.0.0.0/8": "10.0.0.0/8",
    "2001:db8::/112": "2001:db8::/112",
  }));

Deno.test("largestCidrWithin - the widest block inside the range, null outside it or across families", () => {
  const widest = (text: string) => {
    const [start, end, ip] = text.split(" ").map(address);
    const found = largestCidrWithin(start, end, ip);
    return found && formatCidr(found);
  };
  assertResults(widest, {
    "8.8.8.0 8.8.8.255 8.8.8.8": "8.8.8.0/24",
    "8.8.8.0 8.8.10.255 8.8.8.8": "8.8.8.0/23",
    "8.8.8.0 8.8.10.255 8.8.10.8": "8.8.10.0/24",
    "8.8.8.8 8.8.8.8 8.8.8.8": "8.8.8.8/32",
    "0.0.0.0 255.255.255.255 8.8.8.8": "0.0.0.0/0",
    "2001:db8:: 2001:db9:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::1":
      "2001:db8::/31",
    ":: :: ::": "::/128",
  });
  const v4 = address("8.8.8.8");
  const v6 = address("::8");
  assert.equal(largestCidrWithin(v4, v4, address("8.8.8.9")), null);
  assert.equal(largestCidrWithin(v4, v4, v6), null);
  assert.equal(largestCidrWithin(v6, v6, v4), null);
  assert.equal(largestCidrWithin(v4, v6, v4), null);
});

Deno.test("largestCidrWithin - is inside the range, and its parent is not", () => {
  const range = (family: fc.Arbitrary<ReturnType<typeof address>>) =>
    fc.tuple(family, family, family).map((all) => all.sort(compareIp));
  forAll([fc.oneof(range(ipv4), range(ipv6))], ([start, ip, end]) => {
    const isWithin = (length: number) => {
      const parent = enclosingCidr(ip, length);
      return compareIp(parent.address, start) >= 0 &&
        compareIp(lastAddress(parent), end) <= 0;
    };
    const found = largestCidrWithin(start, end, ip)!;
    assert(cidrContains(found, ip) && isWithin(found.prefixLength));
    assert(found.prefixLength === 0 || !isWithin(found.prefixLength - 1));
  });
});
