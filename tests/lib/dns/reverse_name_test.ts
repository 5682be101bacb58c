import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isReservedReverseName,
  reverseName,
  reverseWireName,
} from "../../../lib/dns/reverse_name.ts";
import { nameToWire } from "../../../lib/dns/wire_name.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../../lib/net/ip_address.ts";

const names: [text: string, name: string][] = [
  ["192.0.2.1", "1.2.0.192.in-addr.arpa."],
  [
    "2001:db8::567:89ab",
    "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.",
  ],
];
for (const [text, name] of names) {
  Deno.test(`reverseName - of ${text}`, () => {
    const ip = parseIp(text);
    assert(ip);
    assert.equal(reverseName(ip), name);
  });
}

Deno.test("reverseName - spells all 128 bits of IPv6, lowest first", () => {
  const word = fc.nat({ max: 0xffff_ffff });
  fc.assert(fc.property(fc.tuple(word, word, word, word), (words) => {
    const nibbles = reverseName(ipv6FromWords(words))
      .replace(/\.ip6\.arpa\.$/, "").split(".");
    const value = BigInt("0x" + nibbles.reverse().join(""));
    assert.equal(nibbles.length, 32);
    assert.equal(
      value,
      words.reduce((sum, part) => sum << 32n | BigInt(part), 0n),
    );
  }));
});

Deno.test("reverseWireName - is the same name on the wire", () => {
  const word = fc.nat({ max: 0xffff_ffff });
  const ip = fc.oneof(
    word.map(ipv4FromValue),
    fc.tuple(word, word, word, word).map((words) => ipv6FromWords(words)),
  );
  fc.assert(fc.property(ip, (ip) => {
    assert.deepEqual(reverseWireName(ip), nameToWire(reverseName(ip)));
  }));
});

for (
  const [name, isReserved] of [
    ["1.0.0.10.in-addr.arpa", true],
    ["10.in-addr.arpa", true],
    ["168.192.in-addr.arpa", true],
    ["16.172.in-addr.arpa", true],
    ["15.172.in-addr.arpa", false],
    ["172.in-addr.arpa", false],
    ["9.9.9.9.in-addr.arpa", false],
    ["300.in-addr.arpa", false],
    ["d.f.ip6.arpa", true],
    ["0.8.e.f.ip6.arpa", true],
    ["e.f.0.0.0.2.6.2.ip6.arpa", false],
    ["10.e164.arpa", false],
    ["10.in-addr.test", false],
    [".", false],
  ] as const
) {
  Deno.test(`isReservedReverseName - ${name} is ${isReserved ? "one" : "none"}`, () => {
    assert.equal(isReservedReverseName(name), isReserved);
  });
}
