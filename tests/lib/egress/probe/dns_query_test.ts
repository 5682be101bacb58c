import assert from "node:assert/strict";
import fc from "fast-check";
import { formatCidr } from "../../../../lib/net/cidr.ts";
import {
  readClientSubnet,
  readQuery,
} from "../../../../lib/egress/probe/dns_query.ts";
import { NONCE, queryOf } from "./dns_messages.ts";
import { forAll } from "../../../support/for_all.ts";

const read = (...octets: number[]) => {
  const subnet = readClientSubnet(Uint8Array.from(octets));
  return subnet && [subnet.cidr && formatCidr(subnet.cidr), [...subnet.echo]];
};

Deno.test("readClientSubnet - echoes a prefix with its length as scope, and has no CIDR of 0 bits", () => {
  const cases: [octets: number[], cidr: string | null][] = [
    [[0, 1, 24, 0, 198, 51, 100], "198.51.100.0/24"],
    [[0, 1, 32, 0, 198, 51, 100, 7], "198.51.100.7/32"],
    [[0, 1, 20, 0, 198, 51, 96], "198.51.96.0/20"],
    [[0, 2, 56, 0, 0x20, 1, 0xd, 0xb8, 0, 1, 2], "2001:db8:1:200::/56"],
    [[0, 1, 0, 0], null],
    [[0, 2, 0, 0], null],
  ];
  for (const [octets, cidr] of cases) {
    assert.deepEqual(read(...octets), [cidr, octets.with(3, octets[2])]);
  }
});

const brokenSubnets: [what: string, octets: number[]][] = [
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
for (const [what, octets] of brokenSubnets) {
  Deno.test(`readClientSubnet - refuses ${what}`, () =>
    assert.equal(read(...octets), null));
}

Deno.test("readClientSubnet - returns a subnet or null for any octets", () => {
  const rest = fc.array(fc.nat(255), { maxLength: 17 });
  const octets = fc.tuple(fc.constantFrom(1, 2), fc.nat(130), rest)
    .map(([family, bits, rest]) => [0, family, bits, 0, ...rest]);
  forAll([octets], (octets) => {
    const found = read(...octets);
    if (!found) return;
    const [cidr, echo] = found;
    assert.deepEqual(echo, octets.with(3, octets[2]));
    assert.equal(cidr === null, octets[2] === 0);
  });
});

const joined = (...parts: Iterable<number>[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

const NAME = `${NONCE}.Probe.Example.test`;

Deno.test("readQuery - returns lower-case labels and their offsets", () => {
  const bytes = queryOf(NAME, { type: "AAAA", edns: null });
  assert.deepEqual(readQuery(bytes), {
    bytes,
    opcode: 0,
    labels: [NONCE, "probe", "example", "test"],
    offsets: [12, 49, 55, 63],
    type: 28,
    class: 1,
    end: bytes.length,
    edns: null,
  });
});

Deno.test("readQuery - reads EDNS and its client subnet", () => {
  const edns = { payload: 4096, version: 1, isDnssecOk: true };
  const subnet = [0, 1, 24, 0, 198, 51, 100];
  const query = readQuery(queryOf(NAME, { edns, subnet }));
  assert.deepEqual(query?.edns, {
    payloadLength: 4096,
    version: 1,
    isDnssecOk: true,
    subnet: {
      cidr: {
        address: { family: 4, text: "198.51.100.0", value: 0xc633_6400 },
        prefixLength: 24,
      },
      echo: Uint8Array.from([0, 1, 24, 24, 198, 51, 100]),
    },
  });
  const broken = readQuery(queryOf(NAME, { subnet: [0, 1, 24, 0, 198] }));
  assert.equal(broken?.edns?.subnet, "malformed");
});

Deno.test("readQuery - does not split a label at a dot", () => {
  const bytes = queryOf("axb.test", { edns: null });
  bytes[14] = 0x2e;
  assert.deepEqual(readQuery(bytes)?.labels, ["a.b", "test"]);
});

Deno.test("readQuery - skips other records at the end, such as a signature", () => {
  const signature = [0, 0, 250, 0, 255, 0, 0, 0, 0, 0, 2, 1, 2];
  const query = queryOf(NAME, { edns: null }).with(11, 1);
  assert.equal(readQuery(joined(query, signature))?.type, 1);
});

const opt = [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0];
const plain = queryOf("a.test", { edns: null });
const label = (octets: number) => [octets, ...Array(octets).fill(0x61)];
const tail = [0, 0, 1, 0, 1];
const named = (...labels: number[]) =>
  joined(plain.subarray(0, 12), ...labels.map(label), tail);
const broken: [what: string, bytes: Uint8Array][] = [
  ["nothing", new Uint8Array()],
  ["a header cut off", plain.subarray(0, 11)],
  ["an answer", plain.with(2, 0x80)],
  ["no question", plain.with(5, 0)],
  ["two questions", plain.with(5, 2)],
  ["an answer record", plain.with(7, 1)],
  ["an authority record", plain.with(9, 1)],
  ["a name cut off", plain.subarray(0, 16)],
  ["a question cut off", plain.subarray(0, -1)],
  ["octets behind its end", joined(plain, [0])],
  ["a record that is not there", plain.with(11, 1)],
  ["a pointer for a name", plain.with(12, 0xc0)],
  ["a label of another kind", plain.with(12, 0x41)],
  ["a label of 64 octets, which is of another kind as well", named(64)],
  ["a name that ends with the message", plain.subarray(0, 14)],
  ["an OPT cut off", joined(plain, opt).with(11, 1).subarray(0, -1)],
  ["two OPTs", joined(plain, opt, opt).with(11, 2)],
  ["an OPT of another name", joined(plain, [1, 0x61], opt).with(11, 1)],
  ["an option cut off", joined(plain, opt.with(10, 3), [0, 8, 0]).with(11, 1)],
  [
    "an option longer than its record",
    joined(plain, opt.with(10, 4), [0, 8, 0, 1]).with(11, 1),
  ],
  ["a name of 256 octets", named(62, 62, 62, 62, 2)],
];
for (const [what, bytes] of broken) {
  Deno.test(`readQuery - ignores ${what}`, () =>
    assert.equal(readQuery(bytes), null));
}

Deno.test("readQuery - accepts a label of 63 octets, and a name of 255", () => {
  const label = "a".repeat(63);
  const bytes = queryOf(`${label}.test`, { edns: null });
  assert.deepEqual(readQuery(bytes)?.labels, [label, "test"]);
  assert.equal(readQuery(named(62, 62, 62, 62, 1))?.labels.length, 5);
});

Deno.test("readQuery - returns a query or null for any octets", () => {
  const octets = fc.uint8Array({ maxLength: 80 });
  // A valid question first, so that what follows it is reached.
  const longer = octets.map((rest) => joined(plain, rest));
  forAll([fc.oneof(octets, longer), fc.nat(3)], (bytes, count) => {
    const query = readQuery(bytes.length > 11 ? bytes.with(11, count) : bytes);
    if (query) assert(query.end <= bytes.length);
  }, { numRuns: 2000 });
});
