import assert from "node:assert/strict";
import fc from "fast-check";
import { formatCidr } from "../../../lib/net/cidr.ts";
import { readClientSubnet } from "../../../lib/probe/client_subnet.ts";

const read = (...octets: number[]) => {
  const subnet = readClientSubnet(Uint8Array.from(octets));
  return subnet &&
    [subnet.cidr && formatCidr(subnet.cidr), [...subnet.echo]];
};

Deno.test("readClientSubnet - an IPv4 prefix comes back with its length as scope", () => {
  assert.deepEqual(read(0, 1, 24, 0, 198, 51, 100), [
    "198.51.100.0/24",
    [0, 1, 24, 24, 198, 51, 100],
  ]);
  assert.deepEqual(read(0, 1, 32, 0, 198, 51, 100, 7)?.[0], "198.51.100.7/32");
  assert.deepEqual(read(0, 1, 20, 0, 198, 51, 96)?.[0], "198.51.96.0/20");
});

Deno.test("readClientSubnet - an IPv6 prefix", () => {
  assert.deepEqual(read(0, 2, 56, 0, 0x20, 1, 0xd, 0xb8, 0, 1, 2), [
    "2001:db8:1:200::/56",
    [0, 2, 56, 56, 0x20, 1, 0xd, 0xb8, 0, 1, 2],
  ]);
});

Deno.test("readClientSubnet - no bits mean that nothing is to be told", () => {
  assert.deepEqual(read(0, 1, 0, 0), [null, [0, 1, 0, 0]]);
  assert.deepEqual(read(0, 2, 0, 0), [null, [0, 2, 0, 0]]);
});

const broken: [what: string, octets: number[]][] = [
  ["nothing", []],
  ["a head cut off", [0, 1, 24]],
  ["an unknown family", [0, 3, 8, 0, 1]],
  ["family 0", [0, 0, 0, 0]],
  ["more bits than the family has", [0, 1, 33, 0, 1, 2, 3, 4, 0]],
  ["a scope in a question", [0, 1, 24, 24, 198, 51, 100]],
  ["fewer octets than bits", [0, 1, 24, 0, 198, 51]],
  ["more octets than bits", [0, 1, 24, 0, 198, 51, 100, 0]],
  ["a bit behind the prefix", [0, 1, 23, 0, 198, 51, 101]],
];
for (const [what, octets] of broken) {
  Deno.test(`readClientSubnet - refuses ${what}`, () => {
    assert.equal(read(...octets), null);
  });
}

Deno.test("readClientSubnet - of any octets it makes a subnet or nothing", () => {
  const octets = fc.tuple(
    fc.constant(0),
    fc.constantFrom(1, 2),
    fc.nat(130),
    fc.constant(0),
    fc.array(fc.nat(255), { maxLength: 17 }),
  ).map(([a, b, c, d, rest]) => [a, b, c, d, ...rest]);
  fc.assert(fc.property(octets, (octets) => {
    const found = read(...octets);
    if (!found) return;
    const [cidr, echo] = found;
    assert.deepEqual(echo, octets.with(3, octets[2]));
    assert.equal(cidr === null, octets[2] === 0);
  }));
});
