import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { decode } from "dns-packet";
import {
  encodeQuestion,
  parseQueryType,
  randomizeCase0x20,
  RandomNumbers,
  rcodeName,
  toLowerOctet,
  TYPE_CODES,
  typeName,
} from "../../../lib/dns/question.ts";
import { nameToWire, readName } from "../../../lib/dns/wire_name.ts";
import samples from "./question.json" with { type: "json" };

Deno.test("rcodeName - the registered names, and numbers for the rest", () =>
  assert.deepEqual([0, 2, 3, 5, 16, 13, 4095].map(rcodeName), [
    ...["NOERROR", "SERVFAIL", "NXDOMAIN", "REFUSED", "BADVERS"],
    ...["RCODE13", "RCODE4095"],
  ]));

function wireOf(name: string): Uint8Array {
  const wire = nameToWire(name);
  assert(wire);
  return wire;
}

const base = { id: 1, wireName: wireOf("www.example.test"), withEdns: false };

for (const type of Object.keys(TYPE_CODES) as (keyof typeof TYPE_CODES)[]) {
  Deno.test(`encodeQuestion - ${type} is readable by another implementation`, () => {
    // dns-packet has no name for this type.
    const packetType = type === "HTTPS" || type === "SVCB"
      ? `UNKNOWN_${TYPE_CODES[type]}`
      : type;
    const plain = encodeQuestion({ ...base, id: 0xabcd, type });
    const read = decode(Buffer.from(plain));
    assert.equal(read.id, 0xabcd);
    assert.equal(read.flag_qr, false);
    assert.equal(read.flag_rd, true);
    assert.equal(read.flag_ad, true);
    assert.equal(read.flag_cd, false);
    assert.deepEqual(read.questions, [
      { name: "www.example.test", type: packetType, class: "IN" },
    ]);
    assert.deepEqual(read.additionals, []);
  });
}

Deno.test("encodeQuestion - can disable the resolver's checks", () => {
  const options = { ...base, type: "A", isCheckingDisabled: true } as const;
  assert.equal(decode(Buffer.from(encodeQuestion(options))).flag_cd, true);
});

Deno.test("parseQueryType - knows names and numbers, but no types of queries", () => {
  const cases = samples.queryTypes as Record<string, string | null>;
  for (const [text, type] of Object.entries(cases)) {
    assert.equal(parseQueryType(text), type, text);
  }
});

Deno.test("typeName - names known types, and numbers others", () =>
  assert.deepEqual(
    [1, 2, 6, 16, 28, 43, 48, 64, 65, 99, 255, 0, 65_535].map(typeName),
    [
      ...["A", "NS", "SOA", "TXT", "AAAA", "DS", "DNSKEY", "SVCB", "HTTPS"],
      ...["SPF", "TYPE255", "TYPE0", "TYPE65535"],
    ],
  ));

Deno.test("encodeQuestion - with EDNS, contains only the maximum response size", () => {
  const query = encodeQuestion({ ...base, type: "A", withEdns: true });
  const plain = encodeQuestion({ ...base, type: "A" });
  const [opt] = decode(Buffer.from(query)).additionals ?? [];
  assert(opt.type === "OPT");
  const { udpPayloadSize, ednsVersion, flags, options } = opt;
  assert.deepEqual([udpPayloadSize, ednsVersion, flags], [1232, 0, 0]);
  assert.deepEqual(options, []);
  assert.equal(query.length, plain.length + 11);
});

Deno.test("RandomNumbers - returns each number of a block once, then draws a new block", () => {
  let drawn = 0;
  const numbers = new RandomNumbers((block) => {
    for (let i = 0; i < block.length; i++) block[i] = drawn++;
  });
  const given = Array.from({ length: 3000 }, () => numbers.next());
  assert.deepEqual(given, Array.from({ length: 3000 }, (_, i) => i));
});

const constant = (value: number) =>
  new RandomNumbers((block) => block.fill(value));

function mixed(name: string, bits: number): string {
  const wire = wireOf(name);
  randomizeCase0x20(wire, constant(bits));
  assert.equal(readName(wire, 0).text, name.toLowerCase());
  return new TextDecoder("latin1").decode(wire);
}

Deno.test("randomizeCase0x20 - uses one bit for each letter only", () => {
  assert.equal(mixed("a-1_b.cD", 0xffff), "\x05a-1_b\x02cd\0");
  assert.equal(mixed("a-1_b.cD", 0), "\x05A-1_B\x02CD\0");
  assert.equal(mixed("a-1_b.cD", 0b0101), "\x05a-1_B\x02cD\0");
});

Deno.test("randomizeCase0x20 - draws new bits after 16 letters", () => {
  const wire = wireOf("abcdefghijklmnopqr");
  let draws = 0;
  const random = new RandomNumbers((block) => {
    draws++;
    block.fill(0);
    block[1] = 0b01;
  });
  randomizeCase0x20(wire, random);
  const text = new TextDecoder().decode(wire.subarray(1, -1));
  assert.equal(text, "ABCDEFGHIJKLMNOPqR");
  assert.equal(draws, 1);
});

Deno.test("toLowerOctet - changes only letters", () => {
  const all = Array.from({ length: 256 }, (_, octet) => octet);
  const changed = all.filter((octet) => toLowerOctet(octet) !== octet);
  assert.equal(String.fromCharCode(...changed), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const lowered = String.fromCharCode(...changed.map(toLowerOctet));
  assert.equal(lowered, "abcdefghijklmnopqrstuvwxyz");
});
