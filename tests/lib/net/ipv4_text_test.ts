import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { formatIpv4, parseIpv4Value } from "../../../lib/net/ipv4_text.ts";
import { addressLike, word } from "./arbitraries.ts";

Deno.test("parseIpv4Value - four decimal octets", () => {
  equal(parseIpv4Value("0.0.0.0"), 0);
  equal(parseIpv4Value("1.2.3.4"), 0x01020304);
  equal(parseIpv4Value("255.255.255.255"), 0xffffffff);
});

Deno.test("parseIpv4Value - refuses everything else", () => {
  const texts = [
    "",
    "1",
    "127.1",
    "1.2.3",
    "1.2.3.",
    ".1.2.3",
    "1..2.3",
    "1.2.3.4.",
    "1.2.3.4.5",
    "1.2.3.256",
    "1.2.3.04",
    "00.2.3.4",
    "1.2.3.4 ",
    " 1.2.3.4",
    "1.2.3.-4",
    "1.2.3.+4",
    "1.2.3.0x4",
    "0x7f.0.0.1",
    "1.2.3.٣",
    "1.2.3.1e1",
    "1.2.3.4444",
    "1.2.3.4/8",
  ];
  deepEqual(texts.filter((text) => parseIpv4Value(text) !== -1), []);
});

Deno.test("parseIpv4Value - reads from the start given", () => {
  equal(parseIpv4Value("::ffff:1.2.3.4", 7), 0x01020304);
  equal(parseIpv4Value("::ffff:1.2.3.4", 6), -1);
});

Deno.test("formatIpv4 - parseIpv4Value reads it back", () => {
  fc.assert(
    fc.property(word, (value) => {
      equal(parseIpv4Value(formatIpv4(value)), value);
    }),
  );
});

Deno.test("parseIpv4Value - agrees with ipaddr.js", () => {
  fc.assert(
    fc.property(addressLike, (text) => {
      const value = parseIpv4Value(text);
      equal(value >= 0, ipaddr.IPv4.isValidFourPartDecimal(text));
      if (value >= 0) {
        deepEqual(ipaddr.IPv4.parse(text).toByteArray(), [
          value >>> 24,
          value >>> 16 & 255,
          value >>> 8 & 255,
          value & 255,
        ]);
      }
    }),
    { numRuns: 1000 },
  );
});
