import assert from "node:assert/strict";
import fc from "fast-check";
import { clientNetwork, DnsAnswers } from "../../../lib/probe/dns_answers.ts";
import { readQuery } from "../../../lib/probe/dns_query.ts";
import { Sightings } from "../../../lib/probe/sightings.ts";
import { decoded, NONCE, queryOf, type QueryParts } from "./dns_messages.ts";
import { ADDRESSES, ip, NOW_MS, ZONE } from "./probe_server.ts";

const CLIENT = ip("192.0.2.53");

function answersWith(answersPerSecond?: number) {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const sightings = new Sightings({ now });
  const answers = new DnsAnswers({
    zone: ZONE,
    addresses: ADDRESSES,
    sightings,
    now,
    answersPerSecond,
  });
  return { clock, sightings, answers };
}

Deno.test("DnsAnswers.answer - notes who asked for a nonce, over what and for whom", () => {
  const { answers, sightings } = answersWith();
  const name = `${NONCE.toUpperCase()}.${ZONE}`;
  const subnet = [0, 1, 24, 0, 198, 51, 100];
  answers.answer(queryOf(name, { subnet }), CLIENT, "udp");
  const v6 = ip("2001:db8::53");
  const below = `v6.${name}`;
  answers.answer(queryOf(below, { type: "DNSKEY", edns: null }), v6, "tcp");
  assert.deepEqual(sightings.of(NONCE), [
    {
      resolver: CLIENT,
      family: 4,
      protocol: "udp",
      subnet: "198.51.100.0/24",
      type: "A",
      isV6Only: false,
      atMs: NOW_MS,
    },
    {
      resolver: v6,
      family: 6,
      protocol: "tcp",
      subnet: null,
      type: "DNSKEY",
      isV6Only: true,
      atMs: NOW_MS,
    },
  ]);
});

const codes: [what: string, query: Uint8Array, rcode: string][] = [
  ["an update", queryOf(ZONE).with(2, 5 << 3), "NOTIMP"],
  ["a broken client subnet", queryOf(ZONE, { subnet: [0, 1] }), "FORMERR"],
  ["another zone", queryOf("example.org"), "REFUSED"],
];
for (const [what, query, rcode] of codes) {
  Deno.test(`DnsAnswers.answer - ${what} gets ${rcode} and no more`, () => {
    const { answers, sightings } = answersWith();
    const bytes = answers.answer(query, CLIENT, "udp");
    assert.equal(decoded(bytes).rcode, rcode);
    assert(bytes && bytes.length <= query.length);
    assert.equal(sightings.size, 0);
  });
}

Deno.test("DnsAnswers.answer - another version of EDNS gets BADVERS", () => {
  const query = queryOf(`${NONCE}.${ZONE}`, { edns: { version: 1 } });
  const { answers, sightings } = answersWith();
  const bytes = answers.answer(query, CLIENT, "udp");
  assert(bytes);
  assert.deepEqual([bytes.length, bytes[3] & 15], [query.length, 0]);
  assert.deepEqual([...bytes.subarray(-11)], [
    0,
    0,
    41,
    4,
    208,
    1,
    0,
    0,
    0,
    0,
    0,
  ]);
  assert.equal(sightings.size, 0);
});

Deno.test("clientNetwork - is the /24 or the /56", () => {
  assert.equal(clientNetwork(ip("192.0.2.53")), "192.0.2.0/24");
  assert.equal(
    clientNetwork(ip("2001:db8:1:2ff::53")),
    "2001:db8:1:200::/56",
  );
});

/** What comes of questions asked one after the other. */
function outcomes(
  answers: DnsAnswers,
  count: number,
  name: string,
  {
    client = CLIENT,
    protocol = "udp" as "udp" | "tcp",
    parts = {} as QueryParts,
  } = {},
): string[] {
  return Array.from({ length: count }, () => {
    const bytes = answers.answer(queryOf(name, parts), client, protocol);
    if (!bytes) return "nothing";
    const { flag_tc, answers: records } = decoded(bytes);
    return flag_tc ? "truncated" : `${records?.length} records`;
  });
}

Deno.test("DnsAnswers.answer - past its rate a network gets every second time a truncated answer", () => {
  const { answers, sightings, clock } = answersWith(2);
  const name = `${NONCE}.${ZONE}`;
  assert.deepEqual(outcomes(answers, 6, name), [
    ...["1 records", "1 records"],
    ...["truncated", "nothing", "truncated", "nothing"],
  ]);
  const neighbour = { client: ip("192.0.2.99") };
  assert.deepEqual(outcomes(answers, 2, name, neighbour), [
    ...["truncated", "nothing"],
  ]);
  assert.deepEqual(
    sightings.of(NONCE).map(({ resolver }) => resolver.text),
    ["192.0.2.53"],
  );
  const other = { client: ip("198.51.100.1") };
  assert.deepEqual(outcomes(answers, 1, name, other), ["1 records"]);
  clock.nowMs += 1000;
  assert.deepEqual(outcomes(answers, 1, name), ["1 records"]);
});

Deno.test("DnsAnswers.answer - there is no rate over TCP", () => {
  const { answers } = answersWith(1);
  const name = `${NONCE}.${ZONE}`;
  assert.deepEqual(
    outcomes(answers, 3, name, { protocol: "tcp" }),
    Array(3).fill("1 records"),
  );
});

Deno.test("DnsAnswers.answer - past the rate questions about other zones get nothing", () => {
  const { answers } = answersWith(1);
  assert.deepEqual(outcomes(answers, 3, "example.org"), [
    ...["0 records", "nothing", "nothing"],
  ]);
});

const valid = [
  queryOf(`${NONCE}.${ZONE}`),
  queryOf(`v6.${NONCE}.${ZONE}`, {
    type: "TXT",
    subnet: [0, 1, 24, 0, 1, 2, 3],
  }),
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
  const kept = changed.subarray(0, changed.length - (cut > 10 ? 0 : cut));
  return Uint8Array.from([...kept, ...cut > 15 ? more : []]);
});

const PROTOCOLS = ["udp", "tcp"] as const;

Deno.test("DnsAnswers.answer - 10,000 random messages change nothing and cost no large answer", () => {
  const { answers, sightings } = answersWith(1e9);
  const random = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(random, (bytes) => {
      for (const protocol of PROTOCOLS) {
        const answer = answers.answer(bytes, CLIENT, protocol);
        assert((answer?.length ?? 0) <= 3 * bytes.length);
      }
    }),
    { numRuns: 10_000 },
  );
  assert.equal(sightings.size, 0);
  assert.equal(answers.answer(valid[0], CLIENT, "udp")?.[3], 0);
});

Deno.test("DnsAnswers.answer - of 10,000 damaged queries none costs a large answer, or leaves what was not asked", () => {
  const { answers, sightings } = answersWith(1e9);
  const asked = new Set<string>();
  fc.assert(
    fc.property(mutated, fc.boolean(), (bytes, isV6) => {
      const client = isV6 ? ip("2001:db8::53") : CLIENT;
      const query = readQuery(bytes);
      for (const protocol of PROTOCOLS) {
        const answer = answers.answer(bytes, client, protocol);
        assert.equal(answer === null, query === null);
        if (!query || !answer) continue;
        const most = protocol === "udp" ? 3 * bytes.length : 1232;
        assert(answer.length <= most);
        assert.deepEqual(
          answer.subarray(12, query.end),
          bytes.subarray(12, query.end),
        );
        decoded(answer);
      }
      for (const label of query?.labels ?? []) asked.add(label);
    }),
    { numRuns: 10_000 },
  );
  const found = [...asked].filter((name) => sightings.of(name).length > 0);
  const held = found.flatMap((name) => sightings.of(name));
  assert.equal(held.length, sightings.size);
  assert(found.includes(NONCE));
});
