import assert from "node:assert/strict";
import {
  addressCount,
  addressesOf,
  isTextWithheld,
  queryableAddresses,
  redactResolver,
} from "../../../lib/lookup/addresses.ts";
import { cidr } from "../../support/address.ts";
import { DEFAULT_POLICY } from "../../../lib/lookup/lookup_deps.ts";
import samples from "./addresses.json" with { type: "json" };

function texts(text: string): string[] {
  const block = cidr(text);
  const all = [...addressesOf(block)].map((ip) => ip.text);
  assert.equal(all.length, addressCount(block));
  return all;
}

Deno.test("addressesOf - returns all addresses of a block in order", () => {
  const four = ["192.0.2.4", "192.0.2.5", "192.0.2.6", "192.0.2.7"];
  assert.deepEqual(texts("192.0.2.4/30"), four);
  const last = ["255.255.255.254", "255.255.255.255"];
  assert.deepEqual(texts("255.255.255.254/31"), last);
  assert.equal(texts("10.0.0.0/20").length, 4096);
});

Deno.test("addressesOf - returns the single address of an IPv6 block", () => {
  assert.deepEqual(texts("2001:db8::1"), ["2001:db8::1"]);
});

const shown = { ...DEFAULT_POLICY, showsReserved: true };

const cases = samples.addresses as [string, boolean][];
for (const [text, isWithheld] of cases) {
  Deno.test(`isTextWithheld - ${text} is ${isWithheld ? "" : "not "}withheld`, () => {
    assert.equal(isTextWithheld(text, DEFAULT_POLICY), isWithheld);
    assert.equal(isTextWithheld(text, shown), false);
  });
}

Deno.test("queryableAddresses - leaves out reserved addresses", () => {
  const addressesOf = (text: string, policy = DEFAULT_POLICY) =>
    queryableAddresses(cidr(text), policy).length;
  assert.equal(addressesOf("192.168.0.0/24"), 0);
  // 192.0.0.0/24 except two anycast addresses, and 192.0.2.0/24.
  assert.equal(addressesOf("192.0.0.0/22"), 1024 - 512 + 2);
  assert.equal(addressesOf("192.0.0.0/22", shown), 1024);
  assert.equal(addressesOf("9.9.9.0/24"), 256);
});

Deno.test("redactResolver - replaces a reserved address by local, except loopback", () => {
  const redacted = (server: string) => redactResolver(server, DEFAULT_POLICY);
  const inner = "192.168.1.1 192.168.1.1:5353 fd00::53 [fd00::53]:5353";
  for (const server of inner.split(" ")) {
    assert.equal(redacted(server), "local", server);
    assert.equal(redactResolver(server, shown), server);
  }
  const others = "127.0.0.53 127.0.0.1:5353 ::1 [::1]:53 9.9.9.9";
  for (const server of others.split(" ")) {
    assert.equal(redacted(server), server);
  }
});
