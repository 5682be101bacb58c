import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { ipKey, ipText } from "../../../../lib/dns/index/ip_key.ts";
import {
  compareIp,
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../../../lib/net/ip_address.ts";

const word = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 0xffff_ffff }),
);
const address: fc.Arbitrary<IpAddress> = fc.oneof(
  word.map(ipv4FromValue),
  fc.tuple(word, word, word, word).map(ipv6FromWords),
);

Deno.test("ipKey - family, then the address in network order", () => {
  assert.deepEqual([...ipKey(parseIp("192.0.2.1")!)], [4, 192, 0, 2, 1]);
  assert.deepEqual(
    [...ipKey(parseIp("2001:db8::1")!)],
    [6, 0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 1],
  );
});

Deno.test("ipKey - sorts like the addresses", () => {
  fc.assert(fc.property(address, address, (a, b) => {
    assert.equal(
      Buffer.compare(ipKey(a), ipKey(b)),
      Math.sign(compareIp(a, b)),
    );
  }));
});

Deno.test("ipText - gives back what a key was made of", () => {
  fc.assert(fc.property(address, (ip) => {
    assert.equal(ipText(ipKey(ip)), ip.text);
  }));
});
