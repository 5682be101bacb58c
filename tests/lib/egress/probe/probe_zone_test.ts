import assert from "node:assert/strict";
import { encodeResponse } from "../../../../lib/egress/probe/dns_responses.ts";
import { readQuery } from "../../../../lib/egress/probe/dns_query.ts";
import { ProbeZone } from "../../../../lib/egress/probe/probe_zone.ts";
import { decoded, NONCE, queryOf, recordTexts } from "./dns_messages.ts";
import { ADDRESSES, ip, ZONE } from "./probe_server.ts";

const V4 = ip("192.0.2.53");
const V6 = ip("2001:db8::53");
const SOA = `${ZONE} 0 SOA ns.${ZONE} hostmaster.${ZONE} 0`;

/** The answer section as decoded by a third-party library. */
function ask(
  name: string,
  parts?: Parameters<typeof queryOf>[1],
  { client = V4, addresses = ADDRESSES } = {},
) {
  const query = readQuery(queryOf(name, parts));
  assert(query);
  const zone = new ProbeZone({ zone: ZONE, addresses });
  const response = zone.respond(query, client);
  const message = decoded(encodeResponse(query, response, 65_535));
  return {
    rcode: message.rcode,
    aa: message.flag_aa,
    answers: recordTexts(message.answers),
    authority: recordTexts(message.authorities),
    additional: recordTexts(message.additionals),
    nonce: response.nonce,
    isV6Only: response.isV6Only,
  };
}

/** The authority section of a response with these answers. */
const soaFor = (answers: readonly string[], soa = SOA) =>
  answers.length > 0 ? [] : [soa];

const empty = {
  rcode: "NOERROR",
  aa: true,
  answers: [] as string[],
  authority: [] as string[],
  additional: [] as string[],
  nonce: null as string | null,
  isV6Only: false,
};

const glue = [`ns.${ZONE} 0 A 192.0.2.1`, `ns.${ZONE} 0 AAAA ::1`];
const ownNames: [string, type: string, answers: string[], glue?: string[]][] = [
  [ZONE, "SOA", [SOA]],
  [ZONE, "NS", [`${ZONE} 0 NS ns.${ZONE}`], glue],
  [ZONE, "A", [`${ZONE} 0 A 192.0.2.1`]],
  [ZONE, "AAAA", [`${ZONE} 0 AAAA ::1`]],
  [ZONE, "ANY", [`${ZONE} 0 A 192.0.2.1`]],
  [ZONE, "TXT", []],
  [ZONE, "DNSKEY", []],
  [ZONE, "DS", []],
  [`ns.${ZONE}`, "A", [`ns.${ZONE} 0 A 192.0.2.1`]],
  [`ns.${ZONE}`, "AAAA", [`ns.${ZONE} 0 AAAA ::1`]],
  [`ns.${ZONE}`, "NS", []],
  [`ns6.${ZONE}`, "A", []],
  [`ns6.${ZONE}`, "AAAA", [`ns6.${ZONE} 0 AAAA ::1`]],
];
for (const [name, type, answers, additional = []] of ownNames) {
  Deno.test(`ProbeZone.respond - ${name} ${type}`, () => {
    const expected = { ...empty, answers, authority: soaFor(answers) };
    assert.deepEqual(ask(name, { type }), { ...expected, additional });
  });
}

for (const name of [NONCE, `a.${NONCE}`, `a.b.${NONCE}`, `a.v6.b.${NONCE}`]) {
  Deno.test(`ProbeZone.respond - ${name} has addresses and a text`, () => {
    const full = `${name}.${ZONE}`;
    const expected: [type: string, answers: string[]][] = [
      ["A", [`${full} 0 A 192.0.2.1`]],
      ["AAAA", [`${full} 0 AAAA ::1`]],
      ["TXT", [`${full} 0 TXT resolver 192.0.2.53`]],
      ["NS", []],
      ["SRV", []],
    ];
    for (const [type, answers] of expected) {
      const sections = { answers, authority: soaFor(answers) };
      const response = { ...empty, ...sections, nonce: NONCE };
      assert.deepEqual(ask(full, { type }), response, type);
    }
  });
}

const WHOAMI = `whoami.${ZONE}`;

const cases = [
  [V4, "A", [`${WHOAMI} 0 A 192.0.2.53`]],
  [V4, "AAAA", []],
  [V4, "ANY", [`${WHOAMI} 0 A 192.0.2.53`]],
  [V4, "TXT", [`${WHOAMI} 0 TXT ns|192.0.2.53`]],
  [V4, "NS", []],
  [V6, "A", []],
  [V6, "AAAA", [`${WHOAMI} 0 AAAA 2001:db8::53`]],
  [V6, "TXT", [`${WHOAMI} 0 TXT ns|2001:db8::53`]],
] as const;
for (const [client, type, answers] of cases) {
  Deno.test(`ProbeZone.respond - whoami ${type} is about ${client.text}`, () => {
    const sections = { answers, authority: soaFor(answers) };
    const response = { ...empty, ...sections };
    assert.deepEqual(ask(WHOAMI, { type }, { client }), response);
  });
}

Deno.test("ProbeZone.respond - whoami tells the client subnet in a record of its own", () => {
  const text = (subnet: number[]) =>
    ask(WHOAMI, { type: "TXT", subnet }, { client: V6 }).answers;
  const ns = `${WHOAMI} 0 TXT ns|2001:db8::53`;
  const both = (ecs: string) => [ns, `${WHOAMI} 0 TXT ecs|${ecs}`];
  const v4 = text([0, 1, 24, 0, 192, 0, 2]);
  assert.deepEqual(v4, both("192.0.2.0/24/24"));
  const v6 = text([0, 2, 32, 0, 0x20, 1, 0xd, 0xb8]);
  assert.deepEqual(v6, both("2001:db8::/32/32"));
  // Its client asked the resolver to withhold it.
  assert.deepEqual(text([0, 1, 0, 0]), [ns]);
});

Deno.test("ProbeZone.respond - the text has the client subnet", () => {
  const subnet = [0, 2, 32, 0, 0x20, 1, 0xd, 0xb8];
  const name = `${NONCE}.${ZONE}`;
  const { answers } = ask(name, { type: "TXT", subnet }, { client: V6 });
  assert.deepEqual(answers, [
    `${name} 0 TXT resolver 2001:db8::53|subnet 2001:db8::/32`,
  ]);
});

Deno.test("ProbeZone.respond - preserves the question's case", () => {
  const name = `${NONCE.toUpperCase()}.PROBE.Example.test`;
  const answers = [`${name} 0 A 192.0.2.1`];
  assert.deepEqual(ask(name), { ...empty, answers, nonce: NONCE });
  assert.deepEqual(ask(name, { type: "MX" }).authority, [
    "PROBE.Example.test 0 SOA ns.PROBE.Example.test hostmaster.PROBE.Example.test 0",
  ]);
});

const missing = [
  ...["short", "a.short", "x".repeat(41), "a.ns", "under_score-under_score"],
  // Nothing is below whoami.
  "a.whoami",
];
for (const name of missing) {
  Deno.test(`ProbeZone.respond - ${name} does not exist`, () => {
    const response = { ...empty, rcode: "NXDOMAIN", authority: [SOA] };
    assert.deepEqual(ask(`${name}.${ZONE}`), response);
  });
}

const refused: Parameters<typeof queryOf>[] = [
  [".", {}],
  ["test", {}],
  ["example.test", {}],
  [`${NONCE}.example.test`, {}],
  ["xprobe.example.test", {}],
  [`${ZONE}.invalid`, {}],
  [ZONE, { type: "AXFR" }],
  [ZONE, { type: "IXFR" }],
  [`${NONCE}.${ZONE}`, { class: "CH" }],
];
for (const [name, parts] of refused) {
  Deno.test(`ProbeZone.respond - refuses ${name} ${JSON.stringify(parts)}`, () => {
    const response = { ...empty, rcode: "REFUSED", aa: false };
    assert.deepEqual(ask(name, parts), response);
  });
}

const CHILD = `v6.${NONCE}.${ZONE}`;
const CHILD_SOA = `${CHILD} 0 SOA ns6.${ZONE} hostmaster.${ZONE} 0`;
const inChild = { ...empty, nonce: NONCE, isV6Only: true };
const delegation = {
  ...inChild,
  aa: false,
  authority: [`${CHILD} 0 NS ns6.${ZONE}`],
  additional: [`ns6.${ZONE} 0 AAAA ::1`],
};

Deno.test("ProbeZone.respond - delegates v6.<nonce> to an IPv6-only server over IPv4", () => {
  for (const name of [CHILD, `a.${CHILD}`, `a.b.${CHILD}`]) {
    for (const type of ["A", "AAAA", "NS", "SOA", "TXT", "ANY"]) {
      assert.deepEqual(ask(name, { type }), delegation);
    }
  }
  assert.deepEqual(ask(`a.${CHILD}`, { type: "DS" }), delegation);
});

Deno.test("ProbeZone.respond - serves v6.<nonce> as its own zone over IPv6", () => {
  const expected: [type: string, answers: string[], additional?: string[]][] = [
    ["A", [`${CHILD} 0 A 192.0.2.1`]],
    ["AAAA", [`${CHILD} 0 AAAA ::1`]],
    ["TXT", [`${CHILD} 0 TXT resolver 2001:db8::53`]],
    ["SOA", [CHILD_SOA]],
    ["NS", [`${CHILD} 0 NS ns6.${ZONE}`], [`ns6.${ZONE} 0 AAAA ::1`]],
    ["MX", []],
  ];
  for (const [type, answers, additional = []] of expected) {
    assert.deepEqual(ask(CHILD, { type }, { client: V6 }), {
      ...inChild,
      answers,
      authority: soaFor(answers, CHILD_SOA),
      additional,
    });
  }
  assert.deepEqual(ask(`a.${CHILD}`, { type: "NS" }, { client: V6 }), {
    ...inChild,
    authority: [CHILD_SOA],
  });
});

Deno.test("ProbeZone.respond - answers DS for v6.<nonce> from the parent over both families", () => {
  for (const client of [V4, V6]) {
    const response = { ...inChild, authority: [SOA] };
    assert.deepEqual(ask(CHILD, { type: "DS" }, { client }), response);
  }
});

Deno.test("ProbeZone.respond - treats v6.<nonce> like other names without an IPv6 address", () => {
  const addresses = [ip("192.0.2.1")];
  const answers = [`${CHILD} 0 A 192.0.2.1`];
  const response = { ...empty, answers, nonce: NONCE };
  assert.deepEqual(ask(CHILD, {}, { addresses }), response);
  assert.equal(ask(`ns6.${ZONE}`, {}, { addresses }).rcode, "NXDOMAIN");
});

Deno.test("ProbeZone.respond - answers ANY with IPv6 without an IPv4 address", () => {
  const addresses = [ip("2001:db8::1")];
  const { answers } = ask(ZONE, { type: "ANY" }, { addresses });
  assert.deepEqual(answers, [`${ZONE} 0 AAAA 2001:db8::1`]);
});
