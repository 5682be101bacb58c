import assert from "node:assert/strict";
import fc from "fast-check";
import {
  encodeAnswer,
  truncatedAnswer,
  udpLimit,
} from "../../../lib/probe/dns_answer.ts";
import { type DnsQuery, readQuery } from "../../../lib/probe/dns_query.ts";
import { bareAnswer, ProbeZone } from "../../../lib/probe/probe_zone.ts";
import { addressRecord, nameAt } from "../../../lib/probe/zone_records.ts";
import { decoded, NONCE, queryOf, type QueryParts } from "./dns_messages.ts";
import { ADDRESSES, ip, ZONE } from "./probe_server.ts";

function query(name: string, parts?: QueryParts): DnsQuery {
  const read = readQuery(queryOf(name, parts));
  assert(read);
  return read;
}

const answer = (count: number) => ({
  ...bareAnswer(0),
  isAuthoritative: true,
  answers: Array.from(
    { length: count },
    () => addressRecord(nameAt(12), ip("192.0.2.1")),
  ),
});

Deno.test("udpLimit - is three times the query", () => {
  const plain = query("a.test", { edns: null });
  assert.equal(plain.bytes.length, 24);
  assert.equal(udpLimit(plain), 72);
});

Deno.test("udpLimit - is what the client takes, 512 octets where it does not say or says less", () => {
  const long = "x".repeat(63);
  const name = [long, long, long].join(".");
  assert.equal(udpLimit(query(name, { edns: null })), 512);
  assert.equal(udpLimit(query(name, { edns: { payload: 1 } })), 512);
  assert.equal(udpLimit(query(name, { edns: { payload: 600 } })), 600);
  assert.equal(udpLimit(query(name, { edns: { payload: 65_535 } })), 660);
});

Deno.test("encodeAnswer - a whole message, octet by octet", () => {
  const asked = query("aB.test", { subnet: [0, 1, 8, 0, 10] });
  assert.deepEqual(
    [...encodeAnswer(asked, answer(1), 100)],
    [
      ...[4711 >> 8, 4711 & 255, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 1],
      ...[2, 0x61, 0x42, 4, 0x74, 0x65, 0x73, 0x74, 0, 0, 1, 0, 1],
      ...[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1],
      ...[0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 9, 0, 8, 0, 5, 0, 1, 8, 8, 10],
    ],
  );
});

Deno.test("encodeAnswer - recursion desired and DNSSEC OK go back as they came", () => {
  const asked = query("a.test", { edns: { isDnssecOk: true } });
  asked.bytes[2] |= 1;
  const bytes = encodeAnswer(asked, answer(0), 100);
  assert.deepEqual([bytes[2], bytes[3]], [0x85, 0]);
  assert.deepEqual([...bytes.subarray(-6)], [0, 0, 0x80, 0, 0, 0]);
  assert.equal(decoded(bytes).flag_rd, true);
});

Deno.test("encodeAnswer - a response code above 15 lies in both its places", () => {
  const bytes = encodeAnswer(query("a.test"), bareAnswer(16), 100);
  assert.equal(bytes[3] & 0x0f, 0);
  assert.equal(bytes[bytes.length - 6], 1);
});

Deno.test("encodeAnswer - what is longer than its limit becomes a truncated one", () => {
  const asked = query("a.test", { edns: null });
  assert.equal(encodeAnswer(asked, answer(3), 72).length, 72);
  assert.deepEqual(
    encodeAnswer(asked, answer(4), 72),
    truncatedAnswer(asked, 0),
  );
});

Deno.test("truncatedAnswer - has the question and says that there is more", () => {
  const asked = query("a.test", { subnet: [0, 1, 8, 0, 10] });
  const bytes = truncatedAnswer(asked, 3);
  assert.equal(bytes.length, 24 + 11);
  assert.deepEqual([...bytes.subarray(2, 12)], [
    0x82,
    3,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    1,
  ]);
  const bare = truncatedAnswer(query("a.test", { edns: null }), 0);
  assert.deepEqual([...bare.subarray(2, 12)], [
    0x82,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
});

Deno.test("encodeAnswer - no query gets more than three times its length, nor more than it takes", () => {
  const many = Array.from({ length: 20 }, (_, i) => ip(`2001:db8::${i}`));
  const parts = fc.record({
    type: fc.constantFrom("A", "AAAA", "NS", "SOA", "TXT", "ANY", "MX"),
    edns: fc.option(
      fc.record({ payload: fc.integer({ min: 1, max: 65_535 }) }),
    ),
  });
  const names = fc.constantFrom(
    ...["", "ns.", "ns6.", `${NONCE}.`, `v6.${NONCE}.`, "none."],
  );
  fc.assert(
    fc.property(names, parts, fc.boolean(), (prefix, parts, isV6) => {
      const asked = query(`${prefix}${ZONE}`, parts);
      for (const addresses of [ADDRESSES, many]) {
        const zone = new ProbeZone({ zone: ZONE, addresses });
        const client = ip(isV6 ? "2001:db8::53" : "192.0.2.53");
        const bytes = encodeAnswer(
          asked,
          zone.answer(asked, client),
          udpLimit(asked),
        );
        assert(bytes.length <= 3 * asked.bytes.length);
        assert(bytes.length <= Math.max(512, parts.edns?.payload ?? 0));
        assert(bytes.length <= 1232);
        decoded(bytes);
      }
    }),
    { numRuns: 500 },
  );
});
