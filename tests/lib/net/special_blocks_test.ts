import assert from "node:assert/strict";
import fc from "fast-check";
import { SPECIAL_BLOCKS } from "../../../lib/facts/block_facts.ts";
import { cidrContains, lastAddress } from "../../../lib/net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import {
  bogonName,
  isBogon,
  reservedName,
  specialAddress,
} from "../../../lib/net/special_blocks.ts";
import { forAll } from "../../support/for_all.ts";
import { cidr, ip } from "../../support/address.ts";
import { assertResults, words } from "../../support/tables.ts";
import samples from "./special_blocks.json" with { type: "json" };

const blocks = SPECIAL_BLOCKS
  .map(([text, ...facts]) => [cidr(text), text, ...facts] as const);

/** The narrowest block around an address, unless its IPv4 address inside decides. */
function narrowestAround(ip: IpAddress) {
  const [narrowest] = blocks.filter(([cidr]) => cidrContains(cidr, ip))
    .sort(([a], [b]) => b.prefixLength - a.prefixLength);
  const [, text, isReachable, name] = narrowest ?? [, "", true];
  return {
    isDecisive: !/^(2002:|64:ff9b::\/96)/.test(text),
    isReachable,
    name,
  };
}

Deno.test("SPECIAL_BLOCKS - each block once, in canonical form, with its RFC", () => {
  const texts = new Set(blocks.map(([, text]) => text));
  assert.equal(texts.size, blocks.length);
  for (const [{ address, prefixLength }, text, , name, rfc] of blocks) {
    assert.equal(`${address.text}/${prefixLength}`, normal(text));
    assert.match(rfc, /^RFC \d{3,4}$/);
    assert(name.length > 2, text);
  }
});

/** The registry writes the mapped block with hexadecimal groups, RFC 5952 with a dotted tail. */
function normal(text: string): string {
  return text === "::ffff:0:0/96" ? "::ffff:0.0.0.0/96" : text;
}

Deno.test("isBogon - the narrowest enclosing block decides, at the ends of every block", () => {
  for (
    const end of blocks.flatMap(([cidr]) => [cidr.address, lastAddress(cidr)])
  ) {
    const { isDecisive, isReachable, name } = narrowestAround(end);
    if (!isDecisive) continue;
    assert.equal(isBogon(end), !isReachable, end.text);
    assert.equal(bogonName(end), isReachable ? null : name, end.text);
  }
});

// The last two contain 10.0.0.1 and 192.168.0.1.
const named = samples.named as [text: string, name: string][];
for (const [text, name] of named) {
  Deno.test(`bogonName - ${text} is "${name}"`, () => {
    assert.equal(isBogon(ip(text)), true);
    assert.equal(bogonName(ip(text)), name);
  });
}

for (const text of samples.reachable) {
  Deno.test(`isBogon - false for ${text}`, () => {
    assert.equal(isBogon(ip(text)), false);
    assert.equal(bogonName(ip(text)), null);
  });
}

Deno.test("isBogon - agrees with a linear search of the table for any address", () => {
  const word = fc.nat({ max: 0xffff_ffff });
  const address = fc.oneof(
    word.map(ipv4FromValue),
    fc.tuple(word, word, word, word).map(ipv6FromWords),
    fc.tuple(fc.constantFrom(0, 0x01000000, 0x20010000, 0x20010db8), word, word)
      .map(([first, ...rest]) => ipv6FromWords([first, ...rest, 1])),
  );
  forAll([address], (any) => {
    const { isDecisive, isReachable } = narrowestAround(any);
    if (isDecisive) assert.equal(isBogon(any), !isReachable);
  });
});

Deno.test("reservedName - names the narrowest reserved block around a whole one", () =>
  assertResults((text) => reservedName(cidr(text)), {
    "10.0.0.0/8": "Private-Use",
    "10.1.0.0/16": "Private-Use",
    "192.0.0.0/24": "IETF Protocol Assignments",
    "192.0.0.0/29": "IPv4 Service Continuity Prefix",
    // Reachable inside a reserved block.
    "192.0.0.9/32": null,
    "192.0.0.0/8": null,
    "0.0.0.0/0": null,
    "::/0": null,
    "8.8.8.0/24": null,
    "2001:db8:1::/48": "Documentation",
  }));

function special(text: string) {
  const found = specialAddress(ip(text));
  return found && [found.name, found.embedded?.text];
}

const addresses: [address: string, name: string, embedded?: string][] = [
  ["2002:5102:8e14::1", "6to4", "81.2.142.20"],
  ["2002:a00:1::1", "6to4", "10.0.0.1"],
  // RFC 4380, section 4: client 192.0.2.45, inverted.
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo", "192.0.2.45"],
  ["64:ff9b::192.0.2.33", "NAT64", "192.0.2.33"],
  ["64:ff9b::8.8.8.8", "NAT64", "8.8.8.8"],
  // RFC 6052, section 2.4: 192.0.2.33 after a prefix of 48, 64 or 96 bits. Only who
  // chose it knows which.
  ["64:ff9b:1:c000:2:2100::", "IPv4-IPv6 Translation"],
  ["64:ff9b:1:abcd:c0:2:2100:0", "IPv4-IPv6 Translation"],
  ["64:ff9b:1::192.0.2.33", "IPv4-IPv6 Translation"],
  ["8.8.8.8", "Anycast DNS resolver"],
  ["2620:fe::fe", "Anycast DNS resolver"],
  ["198.41.0.4", "Anycast DNS root server"],
  ["2001:dc3::35", "Anycast DNS root server"],
  ["192.0.2.1", "Documentation (TEST-NET-1)"],
  ["2001:db8::1", "Documentation"],
  ["3fff::1", "Documentation"],
  ["10.1.2.3", "Private-Use"],
  ["192.88.99.1", "Deprecated (6to4 Relay Anycast)"],
  ["192.31.196.1", "AS112-v4"],
  ["::1", "Loopback Address"],
  ["2d00::1", "Unallocated"],
  // Beside the prefix of RFC 6052.
  ["64:ff9b::1:0:c000:221", "Reserved by IETF"],
  ["3ffe::1", "Unallocated"],
];
for (const [address, name, embedded] of addresses) {
  Deno.test(`specialAddress - ${address} is ${name}`, () =>
    assert.deepEqual(special(address), [name, embedded]));
}

Deno.test("specialAddress - null for ordinary addresses", () => {
  const texts = words`81.2.69.160 8.8.9.8 1.1.2.1 223.255.255.255
    2001:4860::1 2a00:1450::1 2003::1`;
  for (const text of texts) assert.equal(special(text), null, text);
});
