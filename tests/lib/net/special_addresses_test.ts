import assert from "node:assert/strict";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { specialAddress } from "../../../lib/net/special_addresses.ts";

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
