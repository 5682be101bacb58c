import assert from "node:assert/strict";
import {
  addressCount,
  addressesOf,
} from "../../../../lib/dns/lookup/addresses_of.ts";
import { parseCidr } from "../../../../lib/net/cidr.ts";

function texts(text: string): string[] {
  const cidr = parseCidr(text);
  assert(cidr);
  const all = [...addressesOf(cidr)].map((ip) => ip.text);
  assert.equal(all.length, addressCount(cidr));
  return all;
}

Deno.test("addressesOf - all addresses of a block in their order", () => {
  assert.deepEqual(texts("192.0.2.4/30"), [
    "192.0.2.4",
    "192.0.2.5",
    "192.0.2.6",
    "192.0.2.7",
  ]);
  assert.deepEqual(texts("255.255.255.254/31"), [
    "255.255.255.254",
    "255.255.255.255",
  ]);
  assert.equal(texts("10.0.0.0/20").length, 4096);
});

Deno.test("addressesOf - of IPv6 the one address", () => {
  assert.deepEqual(texts("2001:db8::1"), ["2001:db8::1"]);
});
