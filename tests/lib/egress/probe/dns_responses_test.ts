import assert from "node:assert/strict";
import fc from "fast-check";
import {
  clientNetwork,
  DnsResponses,
  encodeResponse,
  truncatedResponse,
  udpLimit,
} from "../../../../lib/egress/probe/dns_responses.ts";
import { readQuery } from "../../../../lib/egress/probe/dns_query.ts";
import {
  bareResponse,
  ProbeZone,
} from "../../../../lib/egress/probe/probe_zone.ts";
import {
  addressRecord,
  nameAt,
} from "../../../../lib/egress/probe/zone_records.ts";
import { decoded, NONCE, queryOf, type QueryOptions } from "./dns_messages.ts";
import { ADDRESSES, ip, NOW_MS, ZONE } from "./probe_server.ts";
import { Sightings } from "../../../../lib/egress/probe/sightings.ts";
import { forAll } from "../../../support/for_all.ts";

const query = (name: string, parts?: QueryOptions) =>
  readQuery(queryOf(name, parts))!;

const response = (count: number) => ({
  ...bareResponse(0),
  isAuthoritative: true,
  answers: Array(count).fill(addressRecord(nameAt(12), ip("192.0.2.1"))),
});

Deno.test("udpLimit - is three times the query", () => {
  const plain = query("a.test", { edns: null });
  assert.equal(plain.bytes.length, 24);
  assert.equal(udpLimit(plain), 72);
});

Deno.test("udpLimit - is the client's limit, 512 octets by default and at least", () => {
  const name = Array(3).fill("x".repeat(63)).join(".");
  const cases = [[null, 512], [1, 512], [600, 600], [65_535, 660]] as const;
  for (const [payload, limit] of cases) {
    const received = query(name, { edns: payload ? { payload } : null });
    assert.equal(udpLimit(received), limit, `${payload}`);
  }
});

Deno.test("encodeResponse - encodes a whole message octet by octet", () => {
  const received = query("aB.test", { subnet: [0, 1, 8, 0, 10] });
  assert.deepEqual([...encodeResponse(received, response(1), 100)], [
    ...[4711 >> 8, 4711 & 255, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 1],
    ...[2, 0x61, 0x42, 4, 0x74, 0x65, 0x73, 0x74, 0, 0, 1, 0, 1],
    ...[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1],
    ...[0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 9, 0, 8, 0, 5, 0, 1, 8, 8, 10],
  ]);
});

Deno.test("encodeResponse - repeats the RD and DO bits", () => {
  const received = query("a.test", { edns: { isDnssecOk: true } });
  received.bytes[2] |= 1;
  const bytes = encodeResponse(received, response(0), 100);
  assert.deepEqual([bytes[2], bytes[3]], [0x85, 0]);
  assert.deepEqual([...bytes.subarray(-6)], [0, 0, 0x80, 0, 0, 0]);
  assert.equal(decoded(bytes).flag_rd, true);
});

Deno.test("encodeResponse - splits a response code above 15", () => {
  const bytes = encodeResponse(query("a.test"), bareResponse(16), 100);
  assert.equal(bytes[3] & 0x0f, 0);
  assert.equal(bytes[bytes.length - 6], 1);
});

Deno.test("encodeResponse - truncates a response above the limit", () => {
  const received = query("a.test", { edns: null });
  assert.equal(encodeResponse(received, response(3), 72).length, 72);
  const longer = encodeResponse(received, response(4), 72);
  assert.deepEqual(longer, truncatedResponse(received, 0));
});

Deno.test("truncatedResponse - has the question and the TC bit", () => {
  const received = query("a.test", { subnet: [0, 1, 8, 0, 10] });
  const bytes = truncatedResponse(received, 3);
  assert.equal(bytes.length, 24 + 11);
  const head = (bytes: Uint8Array) => [...bytes.subarray(2, 12)];
  assert.deepEqual(head(bytes), [0x82, 3, 0, 1, 0, 0, 0, 0, 0, 1]);
  const bare = truncatedResponse(query("a.test", { edns: null }), 0);
  assert.deepEqual(head(bare), [0x82, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
});

Deno.test("encodeResponse - never exceeds three times the query, nor the client's limit", () => {
  const many = Array.from({ length: 20 }, (_, i) => ip(`2001:db8::${i}`));
  const payload = fc.integer({ min: 1, max: 65_535 });
  const parts = fc.record({
    type: fc.constantFrom("A", "AAAA", "NS", "SOA", "TXT", "ANY", "MX"),
    edns: fc.option(fc.record({ payload })),
  });
  const names = fc.constantFrom(
    ...["", "ns.", "ns6.", `${NONCE}.`, `v6.${NONCE}.`, "none."],
  );
  forAll([names, parts, fc.boolean()], (prefix, parts, isV6) => {
    const received = query(`${prefix}${ZONE}`, parts);
    for (const addresses of [ADDRESSES, many]) {
      const zone = new ProbeZone({ zone: ZONE, addresses });
      const client = ip(isV6 ? "2001:db8::53" : "192.0.2.53");
      const response = zone.respond(received, client);
      const bytes = encodeResponse(received, response, udpLimit(received));
      assert(bytes.length <= 3 * received.bytes.length);
      assert(bytes.length <= Math.max(512, parts.edns?.payload ?? 0));
      assert(bytes.length <= 1232);
      decoded(bytes);
    }
  }, { numRuns: 500 });
});

const CLIENT = ip("192.0.2.53");

function responsesWith(responsesPerSecond?: number) {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const sightings = new Sightings({ now });
  const responses = new DnsResponses({
    zone: ZONE,
    addresses: ADDRESSES,
    sightings,
    now,
    responsesPerSecond,
  });
  return { clock, sightings, responses };
}

Deno.test("DnsResponses.respond - records who queried a nonce, over what and for whom", () => {
  const { responses, sightings } = responsesWith();
  const name = `${NONCE.toUpperCase()}.${ZONE}`;
  const subnet = [0, 1, 24, 0, 198, 51, 100];
  responses.respond(queryOf(name, { subnet }), CLIENT, "udp");
  const v6 = ip("2001:db8::53");
  const below = `v6.${name}`;
  responses.respond(queryOf(below, { type: "DNSKEY", edns: null }), v6, "tcp");
  const overUdp = { resolver: CLIENT, family: 4, protocol: "udp" } as const;
  const overTcp = { resolver: v6, family: 6, protocol: "tcp" } as const;
  const query = { subnet: "198.51.100.0/24", type: "A", isV6Only: false };
  const queryV6 = { subnet: null, type: "DNSKEY", isV6Only: true };
  assert.deepEqual(sightings.of(NONCE), [
    { ...overUdp, ...query, atMs: NOW_MS },
    { ...overTcp, ...queryV6, atMs: NOW_MS },
  ]);
});

const codes: [what: string, query: Uint8Array, rcode: string][] = [
  ["an update", queryOf(ZONE).with(2, 5 << 3), "NOTIMP"],
  ["a broken client subnet", queryOf(ZONE, { subnet: [0, 1] }), "FORMERR"],
  ["another zone", queryOf("example.org"), "REFUSED"],
];
for (const [what, query, rcode] of codes) {
  Deno.test(`DnsResponses.respond - returns only ${rcode} for ${what}`, () => {
    const { responses, sightings } = responsesWith();
    const bytes = responses.respond(query, CLIENT, "udp");
    assert.equal(decoded(bytes).rcode, rcode);
    assert(bytes && bytes.length <= query.length);
    assert.equal(sightings.size, 0);
  });
}

Deno.test("DnsResponses.respond - returns BADVERS for another version of EDNS", () => {
  const query = queryOf(`${NONCE}.${ZONE}`, { edns: { version: 1 } });
  const { responses, sightings } = responsesWith();
  const bytes = responses.respond(query, CLIENT, "udp");
  assert(bytes);
  assert.deepEqual([bytes.length, bytes[3] & 15], [query.length, 0]);
  const opt = [0, 0, 41, 4, 208, 1, 0, 0, 0, 0, 0];
  assert.deepEqual([...bytes.subarray(-11)], opt);
  assert.equal(sightings.size, 0);
});

Deno.test("clientNetwork - is the /24 or the /56", () => {
  assert.equal(clientNetwork(ip("192.0.2.53")), "192.0.2.0/24");
  assert.equal(clientNetwork(ip("2001:db8:1:2ff::53")), "2001:db8:1:200::/56");
});

/** The responses to consecutive queries. */
function outcomes(
  responses: DnsResponses,
  count: number,
  name: string,
  { client = CLIENT, protocol = "udp" as "udp" | "tcp" } = {},
): string[] {
  return Array.from({ length: count }, () => {
    const bytes = responses.respond(queryOf(name), client, protocol);
    if (!bytes) return "nothing";
    const { flag_tc, answers: records } = decoded(bytes);
    return flag_tc ? "truncated" : `${records?.length} records`;
  });
}

Deno.test("DnsResponses.respond - truncates every second response above the rate limit", () => {
  const { responses, sightings, clock } = responsesWith(2);
  const name = `${NONCE}.${ZONE}`;
  assert.deepEqual(outcomes(responses, 6, name), [
    ...["1 records", "1 records"],
    ...["truncated", "nothing", "truncated", "nothing"],
  ]);
  const neighbor = { client: ip("192.0.2.99") };
  const expected = ["truncated", "nothing"];
  assert.deepEqual(outcomes(responses, 2, name, neighbor), expected);
  const seen = sightings.of(NONCE).map(({ resolver }) => resolver.text);
  assert.deepEqual(seen, ["192.0.2.53"]);
  const other = { client: ip("198.51.100.1") };
  assert.deepEqual(outcomes(responses, 1, name, other), ["1 records"]);
  clock.nowMs += 1000;
  assert.deepEqual(outcomes(responses, 1, name), ["1 records"]);
});

Deno.test("DnsResponses.respond - has no rate limit over TCP", () => {
  const { responses } = responsesWith(1);
  const name = `${NONCE}.${ZONE}`;
  const all = outcomes(responses, 3, name, { protocol: "tcp" });
  assert.deepEqual(all, Array(3).fill("1 records"));
});

Deno.test("DnsResponses.respond - ignores queries for other zones above the rate limit", () => {
  const { responses } = responsesWith(1);
  const expected = ["0 records", "nothing", "nothing"];
  assert.deepEqual(outcomes(responses, 3, "example.org"), expected);
});

const subnet = [0, 1, 24, 0, 1, 2, 3];
const valid = [
  queryOf(`${NONCE}.${ZONE}`),
  queryOf(`v6.${NONCE}.${ZONE}`, { type: "TXT", subnet }),
  queryOf(ZONE, { type: "NS", edns: null }),
  queryOf(ZONE, { type: "SOA", edns: { payload: 4096, isDnssecOk: true } }),
];
const octet = fc.nat(255);
const mutated = fc.tuple(
  fc.constantFrom(...valid),
  fc.array(fc.tuple(fc.nat(120), octet), { maxLength: 6 }),
  fc.nat(20),
  fc.array(octet, { maxLength: 20 }),
).map(([bytes, changes, cut, more]) => {
  const changed = bytes.slice();
  for (const [at, value] of changes) changed[at] = value;
  const start = changed.subarray(0, changed.length - (cut > 10 ? 0 : cut));
  return Uint8Array.from([...start, ...cut > 15 ? more : []]);
});

const PROTOCOLS = ["udp", "tcp"] as const;

Deno.test("DnsResponses.respond - sends no large response to 10,000 random messages, and records nothing", () => {
  const { responses, sightings } = responsesWith(1e9);
  const random = fc.uint8Array({ maxLength: 300 });
  forAll([random], (bytes) => {
    for (const protocol of PROTOCOLS) {
      const response = responses.respond(bytes, CLIENT, protocol);
      assert((response?.length ?? 0) <= 3 * bytes.length);
    }
  }, { numRuns: 10_000 });
  assert.equal(sightings.size, 0);
  assert.equal(responses.respond(valid[0], CLIENT, "udp")?.[3], 0);
});

Deno.test("DnsResponses.respond - sends no large response to 10,000 damaged queries, and records only what they query", () => {
  const { responses, sightings } = responsesWith(1e9);
  const names = new Set<string>();
  forAll([mutated, fc.boolean()], (bytes, isV6) => {
    const client = isV6 ? ip("2001:db8::53") : CLIENT;
    const query = readQuery(bytes);
    for (const protocol of PROTOCOLS) {
      const response = responses.respond(bytes, client, protocol);
      assert.equal(response === null, query === null);
      if (!query || !response) continue;
      assert(response.length <= (protocol === "udp" ? 3 * bytes.length : 1232));
      const question = (of: Uint8Array) => of.subarray(12, query.end);
      assert.deepEqual(question(response), question(bytes));
      decoded(response);
    }
    for (const label of query?.labels ?? []) names.add(label);
  }, { numRuns: 10_000 });
  const found = [...names].filter((name) => sightings.of(name).length > 0);
  const held = found.flatMap((name) => sightings.of(name));
  assert.equal(held.length, sightings.size);
  assert(found.includes(NONCE));
});
