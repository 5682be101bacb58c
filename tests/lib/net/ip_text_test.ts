import assert from "node:assert/strict";
import ipaddr from "ipaddr.js";
import {
  formatIpv4,
  formatIpv6,
  isIpv4Mapped,
  parseIpv4Value,
  parseIpv6Words,
} from "../../../lib/net/ip_text.ts";
import { addressLike, ipv6, word } from "./arbitraries.ts";
import { isIPv6 } from "node:net";
import { forAll } from "../../support/for_all.ts";
import { assertResults } from "../../support/tables.ts";
import samples from "./ip_text.json" with { type: "json" };

Deno.test("parseIpv4Value - four decimal octets from `start`, -1 for anything else", () => {
  assert.equal(parseIpv4Value("0.0.0.0"), 0);
  assert.equal(parseIpv4Value("1.2.3.4"), 0x01020304);
  assert.equal(parseIpv4Value("255.255.255.255"), 0xffffffff);
  const values = samples.badIpv4.map((text) => parseIpv4Value(text));
  assert.deepEqual(values.filter((value) => value !== -1), []);
  assert.equal(parseIpv4Value("::ffff:1.2.3.4", 7), 0x01020304);
  assert.equal(parseIpv4Value("::ffff:1.2.3.4", 6), -1);
});

Deno.test("parseIpv4Value - reads the output of formatIpv4, and agrees with ipaddr.js", () => {
  forAll(
    [word],
    (value) => assert.equal(parseIpv4Value(formatIpv4(value)), value),
  );
  forAll([addressLike], (text) => {
    const value = parseIpv4Value(text);
    assert.equal(value >= 0, ipaddr.IPv4.isValidFourPartDecimal(text));
    if (value < 0) return;
    assert.deepEqual(bytes([value]), ipaddr.IPv4.parse(text).toByteArray());
  }, { numRuns: 1000 });
});

const ALL = 0xffffffff;

function bytes(words: readonly number[]): number[] {
  return words.flatMap((word) => [24, 16, 8, 0].map((by) => word >>> by & 255));
}

Deno.test("parseIpv6Words - the text forms of RFC 4291, null for anything else", () => {
  assertResults(parseIpv6Words, {
    "2001:db8:0:0:0:0:0:1": [0x20010db8, 0, 0, 1],
    "2001:0DB8::0001": [0x20010db8, 0, 0, 1],
    "::": [0, 0, 0, 0],
    "::1": [0, 0, 0, 1],
    "1::": [0x10000, 0, 0, 0],
    "1:2:3:4:5:6:7::": [0x10002, 0x30004, 0x50006, 0x70000],
    "::ffff:1.2.3.4": [0, 0, 0xffff, 0x01020304],
    "1:2:3:4:5:6:255.255.255.255": [0x10002, 0x30004, 0x50006, 0xffffffff],
    // The longest.
    [`${"ffff:".repeat(6)}255.255.255.255`]: [ALL, ALL, ALL, ALL],
  });
  const texts = samples.badIpv6;
  assert.deepEqual(texts.filter((text) => parseIpv6Words(text) !== null), []);
});

Deno.test("formatIpv6 - the form of RFC 5952", () =>
  assertResults((text) => formatIpv6(parseIpv6Words(text)!), {
    "2001:0db8::0001": "2001:db8::1",
    "2001:DB8::A": "2001:db8::a",
    "2001:db8:0:1:1:1:1:1": "2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1": "2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1": "2001:db8::1:0:0:1",
    "0:0:0:0:0:0:0:0": "::",
    "1:0:0:0:0:0:0:0": "1::",
    "::ffff:c000:201": "::ffff:192.0.2.1",
    "::c000:201": "::c000:201",
    "64:ff9b::192.0.2.1": "64:ff9b::c000:201",
    // Mapped except for one group.
    "::1:0:ffff:102:304": "::1:0:ffff:102:304",
    "0:0:1::ffff:1.2.3.4": "::1:0:0:ffff:102:304",
    "0:1::ffff:1.2.3.4": "0:1::ffff:102:304",
    "1::ffff:1.2.3.4": "1::ffff:102:304",
    "::1:ffff:1.2.3.4": "::1:ffff:102:304",
  }));

Deno.test("formatIpv6 - parseIpv6Words reads its output, which agrees with ipaddr.js", () => {
  forAll([ipv6], ({ words }) => {
    assert.deepEqual(parseIpv6Words(formatIpv6(words)), words);
  }, { numRuns: 1000 });
  forAll([ipv6.filter(({ words }) => !isIpv4Mapped(words))], ({ words }) => {
    const expected = new ipaddr.IPv6(bytes(words)).toRFC5952String();
    assert.equal(formatIpv6(words), expected);
  }, { numRuns: 1000 });
});

Deno.test("parseIpv6Words - agrees with node:net and ipaddr.js", () =>
  forAll([addressLike.filter((text) => !text.includes("%"))], (text) => {
    const words = parseIpv6Words(text);
    assert.equal(words !== null, isIPv6(text));
    if (words) {
      // Through a URL, because ipaddr.js reads ::1.2.3.4 as mapped.
      const { hostname } = new URL(`http://[${text}]/`);
      const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1));
      assert.deepEqual(bytes(words), parsed.toByteArray());
    }
  }, { numRuns: 2000 }));
