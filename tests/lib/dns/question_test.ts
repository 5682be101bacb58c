import assert from "node:assert/strict";
import {
  encodeQuestion,
  parseQueryType,
  rcodeName,
  TYPE_CODES,
} from "../../../lib/dns/question.ts";
import { Buffer } from "node:buffer";
import { decode } from "dns-packet";
import { nameToWire } from "../../../lib/dns/wire_name.ts";

Deno.test("rcodeName - the registered names, and numbers for the rest", () => {
  assert.equal(rcodeName(0), "NOERROR");
  assert.equal(rcodeName(2), "SERVFAIL");
  assert.equal(rcodeName(3), "NXDOMAIN");
  assert.equal(rcodeName(5), "REFUSED");
  assert.equal(rcodeName(16), "BADVERS");
  assert.equal(rcodeName(13), "RCODE13");
  assert.equal(rcodeName(4095), "RCODE4095");
});

const wireName = nameToWire("www.example.test");
assert(wireName);

for (const type of Object.keys(TYPE_CODES) as (keyof typeof TYPE_CODES)[]) {
  Deno.test(`encodeQuestion - ${type} is readable by another implementation`, () => {
    // dns-packet has no name for this type.
    const packetType = type === "HTTPS" || type === "SVCB"
      ? `UNKNOWN_${TYPE_CODES[type]}`
      : type;
    const plain = encodeQuestion({
      id: 0xabcd,
      wireName,
      type,
      withEdns: false,
    });
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
  const query = encodeQuestion({
    id: 1,
    wireName,
    type: "A",
    isCheckingDisabled: true,
    withEdns: false,
  });
  assert.equal(decode(Buffer.from(query)).flag_cd, true);
});

Deno.test("parseQueryType - knows names and numbers, but no types of queries", () => {
  const cases: Record<string, string | null> = {
    a: "A",
    Tlsa: "TLSA",
    type52: "TLSA",
    TYPE1: "A",
    TYPE65280: "TYPE65280",
    TYPE65536: null,
    TYPE0: null,
    TYPE41: null,
    TYPE255: null,
    ANY: null,
    AXFR: null,
    OPT: null,
    TYPE: null,
    "": null,
    constructor: null,
  };
  for (const [text, type] of Object.entries(cases)) {
    assert.equal(parseQueryType(text), type, text);
  }
});

Deno.test("encodeQuestion - with EDNS, contains only the maximum response size", () => {
  const parts = { id: 1, wireName, type: "A" } as const;
  const query = encodeQuestion({ ...parts, withEdns: true });
  const plain = encodeQuestion({ ...parts, withEdns: false });
  const [opt] = decode(Buffer.from(query)).additionals ?? [];
  assert(opt.type === "OPT");
  assert.equal(opt.udpPayloadSize, 1232);
  assert.equal(opt.ednsVersion, 0);
  assert.equal(opt.flags, 0);
  assert.deepEqual(opt.options, []);
  assert.equal(query.length, plain.length + 11);
});
