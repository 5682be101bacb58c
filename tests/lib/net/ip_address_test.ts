import assert from "node:assert/strict";
import { isIP } from "node:net";
import fc from "fast-check";
import {
  compareIp,
  ipv4FromValue,
  ipv6FromWords,
  networkKey,
  numberOfIp,
  parseIp,
  parseIpv4,
  parseIpv6,
  unmapIpv4,
  wordsOfNumber,
} from "../../../lib/net/ip_address.ts";
import { addressLike, ip, ipv4 } from "./arbitraries.ts";
import { ip as address } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { words } from "../../support/tables.ts";

Deno.test("parseIpv4, parseIpv6 - one family only, text canonical", () => {
  const v4 = { family: 4, text: "192.0.2.1", value: 0xc0000201 };
  assert.deepEqual(parseIpv4("192.0.2.1"), v4);
  assert.equal(parseIpv4("::1"), null);
  const v6 = { family: 6, text: "2001:db8::1", words: [0x20010db8, 0, 0, 1] };
  assert.deepEqual(parseIpv6("2001:DB8:0:0::1"), v6);
  assert.equal(parseIpv6("192.0.2.1"), null);
});

Deno.test("parseIp - agrees with node:net on the family, and parses its own output, for any input", () => {
  forAll([addressLike.filter((text) => !text.includes("%"))], (text) => {
    assert.equal(parseIp(text)?.family ?? 0, isIP(text));
  }, { numRuns: 1000 });
  forAll([fc.oneof(addressLike, fc.string())], (text) => {
    const parsed = parseIp(text);
    if (parsed) assert.deepEqual(parseIp(parsed.text), parsed);
  }, { numRuns: 1000 });
});

Deno.test("ipv4FromValue, ipv6FromWords - equal the parsed address", () => {
  forAll([ip], (made) => assert.deepEqual(parseIp(made.text), made));
  assert.deepEqual(ipv4FromValue(0xffffffff), parseIp("255.255.255.255"));
  assert.deepEqual(ipv6FromWords([0, 0, 0, 1]), parseIp("::1"));
});

Deno.test("unmapIpv4 - an IPv4-mapped address becomes IPv4, and every other one stays", () => {
  for (const text of ["::ffff:192.0.2.1", "::ffff:c000:201"]) {
    assert.deepEqual(unmapIpv4(address(text)), address("192.0.2.1"));
  }
  for (const text of ["192.0.2.1", "::192.0.2.1", "64:ff9b::192.0.2.1", "::"]) {
    const ip = address(text);
    assert.equal(unmapIpv4(ip), ip);
  }
});

Deno.test("compareIp - numeric, IPv4 first; antisymmetric, zero for equals", () => {
  const sorted = words`0.0.0.0 9.0.0.0 10.0.0.0 255.255.255.255 ::
    ::ffff:0.0.0.0 2001:db8:: 2001:db8:0:0:1:: 2001:db8::1:0:0:1 ffff::`;
  const shuffled = [...sorted].reverse().map(address).sort(compareIp);
  assert.deepEqual(shuffled.map(({ text }) => text), sorted);
  forAll([ip, ip], (a, b) => {
    assert.equal(Math.sign(compareIp(a, b)) + Math.sign(compareIp(b, a)), 0);
    assert.equal(compareIp(a, b) === 0, a.text === b.text);
  });
});

Deno.test("networkKey - the IPv4 address or the IPv6 prefix, which are never the same", () => {
  const cases = [
    ["192.0.2.1", 64, "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", 64, "2001:db8:1:2::/64"],
    ["2001:db8:1:2ff::", 56, "2001:db8:1:200::/56"],
    ["2001:db8::1", 128, "2001:db8::1/128"],
  ] as const;
  for (const [text, length, key] of cases) {
    assert.equal(networkKey(address(text), length), key);
  }
  forAll([ipv4, ip, fc.integer({ min: 1, max: 128 })], (a, b, length) => {
    const same = networkKey(a, length) === networkKey(b, length);
    assert(!same || b.family === 4 && a.value === b.value);
  });
});

Deno.test("numberOfIp, wordsOfNumber - 32 or 128 bits, and back", () => {
  assert.equal(numberOfIp(address("255.0.1.2")), 0xff00_0102n);
  const v6 = address("2001:db8:0:1:2:3:4:5");
  assert(v6.family === 6);
  assert.equal(numberOfIp(v6), 0x2001_0db8_0000_0001_0002_0003_0004_0005n);
  assert.deepEqual([...wordsOfNumber(numberOfIp(v6))], [...v6.words]);
});
