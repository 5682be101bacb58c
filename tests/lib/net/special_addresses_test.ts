import assert from "node:assert/strict";
import { parseIp } from "../../../lib/net/ip_address.ts";
import {
  ANYCAST_RESOLVERS,
  isAnycastResolver,
  specialAddress,
} from "../../../lib/net/special_addresses.ts";
import { lastAddress, parseCidr } from "../../../lib/net/cidr.ts";

function special(text: string) {
  const ip = parseIp(text);
  assert(ip, text);
  const found = specialAddress(ip);
  return found && [found.name, found.embedded?.text];
}

const addresses: [address: string, name: string, embedded?: string][] = [
  ["2002:5102:8e14::1", "6to4", "81.2.142.20"],
  ["2002:a00:1::1", "6to4", "10.0.0.1"],
  // RFC 4380, section 4: client 192.0.2.45, inverted.
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo", "192.0.2.45"],
  ["64:ff9b::192.0.2.33", "NAT64", "192.0.2.33"],
  ["64:ff9b::8.8.8.8", "NAT64", "8.8.8.8"],
  // RFC 6052, section 2.4: 192.0.2.33 after a prefix of 48 bits, and of 96.
  ["64:ff9b:1:c000:2:2100::", "NAT64", "192.0.2.33"],
  ["64:ff9b:1::192.0.2.33", "NAT64", "192.0.2.33"],
  ["64:ff9b:1:abcd::192.0.2.33", "NAT64", "192.0.2.33"],
  ["8.8.8.8", "Anycast DNS resolver"],
  ["8.8.4.4", "Anycast DNS resolver"],
  ["1.1.1.1", "Anycast DNS resolver"],
  ["1.0.0.1", "Anycast DNS resolver"],
  ["9.9.9.9", "Anycast DNS resolver"],
  ["149.112.112.112", "Anycast DNS resolver"],
  ["208.67.222.222", "Anycast DNS resolver"],
  ["208.67.220.220", "Anycast DNS resolver"],
  ["2001:4860:4860::8888", "Anycast DNS resolver"],
  ["2606:4700:4700::1111", "Anycast DNS resolver"],
  ["2620:fe::fe", "Anycast DNS resolver"],
  ["2620:119:35::35", "Anycast DNS resolver"],
  ["2620:119:53::53", "Anycast DNS resolver"],
  ["114.114.114.114", "Anycast DNS resolver"],
  ["223.5.5.5", "Anycast DNS resolver"],
  ["223.6.6.6", "Anycast DNS resolver"],
  ["2400:3200::1", "Anycast DNS resolver"],
  ["2400:3200:baba::1", "Anycast DNS resolver"],
  ["119.29.29.29", "Anycast DNS resolver"],
  ["2402:4e00::", "Anycast DNS resolver"],
  ["180.76.76.76", "Anycast DNS resolver"],
  ["2400:da00::6666", "Anycast DNS resolver"],
  ["1.2.4.8", "Anycast DNS resolver"],
  ["210.2.4.8", "Anycast DNS resolver"],
  ["2001:dc7:1000::1", "Anycast DNS resolver"],
  ["192.0.2.1", "Documentation (TEST-NET-1)"],
  ["2001:db8::1", "Documentation"],
  ["3fff::1", "Documentation"],
  ["10.1.2.3", "Private-Use"],
  ["192.88.99.1", "Deprecated (6to4 Relay Anycast)"],
  ["192.31.196.1", "AS112-v4"],
  ["::1", "Loopback Address"],
  ["2d00::1", "Unallocated"],
  ["3ffe::1", "Unallocated"],
];
for (const [address, name, embedded] of addresses) {
  Deno.test(`specialAddress - ${address} is ${name}`, () => {
    assert.deepEqual(special(address), [name, embedded]);
  });
}

Deno.test("specialAddress - null for ordinary addresses", () => {
  for (
    const text of [
      "81.2.69.160",
      "8.8.9.8",
      "1.1.2.1",
      "223.255.255.255",
      "2001:4860::1",
      "2a00:1450::1",
      "2003::1",
    ]
  ) assert.equal(special(text), null, text);
});

const blocks = ANYCAST_RESOLVERS.flatMap(([, texts]) => texts);

Deno.test("ANYCAST_RESOLVERS - the narrowest blocks that routers accept, each once", () => {
  assert.equal(new Set(blocks).size, blocks.length);
  for (const text of blocks) {
    const cidr = parseCidr(text);
    assert(cidr, text);
    assert.equal(cidr.prefixLength, cidr.address.family === 4 ? 24 : 48, text);
    assert.equal(`${cidr.address.text}/${cidr.prefixLength}`, text);
  }
});

Deno.test("isAnycastResolver - true from the first to the last address of each block", () => {
  for (const text of blocks) {
    const cidr = parseCidr(text)!;
    assert.equal(isAnycastResolver(cidr.address), true, text);
    assert.equal(isAnycastResolver(lastAddress(cidr)), true, text);
  }
});

Deno.test("isAnycastResolver - false for other addresses", () => {
  for (const text of ["8.8.9.8", "1.1.0.255", "10.8.8.8", "2606:4700::1"]) {
    assert.equal(isAnycastResolver(parseIp(text)!), false, text);
  }
});
