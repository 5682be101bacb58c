import assert from "node:assert/strict";
import fc from "fast-check";
import { type Answer, encode } from "dns-packet";
import {
  matchQuestion,
  readMessage,
  recordsFor,
} from "../../../lib/dns/message.ts";
import { ptrOutcome, readSinglePtr } from "../../../lib/dns/ptr_outcome.ts";
import { encodeQuestion } from "../../../lib/dns/question.ts";
import type { DnsRecord } from "../../../lib/dns/records.ts";
import { nameToWire } from "../../../lib/dns/wire_name.ts";
import { forAll } from "../../support/for_all.ts";
import { dnsRecord } from "../../support/dns_records.ts";

function alias(name: string, data: string, ttl?: number): DnsRecord {
  return dnsRecord(name, "CNAME", data, ttl);
}

function pointer(name: string, data: string, ttl?: number): DnsRecord {
  return dnsRecord(name, "PTR", data, ttl);
}
const namesOf = (name: string, records: DnsRecord[]) =>
  ptrOutcome({ name, records, negativeTtlSeconds: null }).names;

Deno.test("ptrOutcome - the names at the end of the chain", () => {
  const records = [
    alias("1.arpa", "1.0-31.arpa"),
    pointer("1.0-31.arpa", "one.test"),
    pointer("1.0-31.arpa", "two.test"),
    pointer("2.arpa", "forged.test"),
  ];
  assert.deepEqual(namesOf("1.arpa", records), ["one.test", "two.test"]);
  assert.deepEqual(namesOf("1.arpa", []), []);
});

Deno.test("ptrOutcome - the lowest TTL of the chain and its names", () => {
  const ttlOf = (records: DnsRecord[], negativeTtlSeconds: number | null) =>
    ptrOutcome({ name: "1.arpa", records, negativeTtlSeconds }).ttlSeconds;
  const cut = alias("1.arpa", "2.arpa", 30);
  assert.equal(ttlOf([cut, pointer("2.arpa", "a.test", 90)], 5), 30);
  assert.equal(ttlOf([pointer("1.arpa", "a.test", 90)], null), 90);
  // Without a name, as long as the SOA record and the chain allow.
  assert.equal(ttlOf([], 300), 300);
  assert.equal(ttlOf([cut], 300), 30);
  assert.equal(ttlOf([cut], null), null);
  assert.equal(ttlOf([], null), null);
});

Deno.test("ptrOutcome - no alias leads from a public reverse zone into a reserved one", () => {
  const led = (name: string, owner: string) =>
    namesOf(name, [alias(name, owner), pointer(owner, "nas.corp.test")]);
  const queryName = "1.9.9.9.in-addr.arpa";
  const innerNames = [
    "5.0.0.10.in-addr.arpa",
    "5.0-31.0.0.10.in-addr.arpa",
    "1.168.192.in-addr.arpa",
    `5.${"0.".repeat(29)}d.f.ip6.arpa`,
  ];
  for (const inner of innerNames) {
    assert.deepEqual(led(queryName, inner), [], inner);
    // Whoever may ask for an inner address gets its name.
    assert.deepEqual(led("7.0.0.10.in-addr.arpa", inner), ["nas.corp.test"]);
  }
  const owners = [
    "1.0-31.9.9.9.in-addr.arpa",
    "1.9.9.9.rev.customer.test",
    "10.in-addr.arpa.test",
  ];
  for (const owner of owners) {
    assert.deepEqual(led(queryName, owner), ["nas.corp.test"], owner);
  }
});

const QUERIED = "1.9.9.9.in-addr.arpa";

/** A response to a query for {@link QUERIED}, without or with an OPT record. */
function responseOf(
  answers: Answer[],
  { code = 0, extendedCode = 0, withOpt = false } = {},
): Uint8Array {
  return new Uint8Array(encode({
    type: "response",
    id: 7,
    flags: code,
    questions: [{ name: QUERIED, type: "PTR" }],
    answers,
    additionals: withOpt
      ? [{
        ...{ name: ".", type: "OPT", udpPayloadSize: 1232, ednsVersion: 0 },
        ...{ extendedRcode: extendedCode, flags: 0, flag_do: false },
        options: [],
      }]
      : [],
  }));
}

const single: Answer = dnsRecord(QUERIED, "PTR", "Host.example.test", 300);
/** dns-packet writes owners in full. */
function withPointer(bytes: Uint8Array): Uint8Array {
  const name = nameToWire(QUERIED)!;
  const end = 12 + name.length + 4;
  const rest = bytes.subarray(end + name.length);
  return Uint8Array.of(...bytes.subarray(0, end), 0xc0, 12, ...rest);
}

/** A response whose owners are pointers. */
const shortOf = (...given: Parameters<typeof responseOf>) =>
  withPointer(responseOf(...given));

Deno.test("readSinglePtr - the one name of the address", () => {
  const names = ["host.example.test"];
  const found = { kind: "answered", names, ttlSeconds: 300 };
  for (const withOpt of [false, true]) {
    assert.deepEqual(readSinglePtr(shortOf([single], { withOpt })), found);
  }
  const read = readSinglePtr(shortOf([{ ...single, ttl: 0x8000_0000 }]));
  assert.equal(read?.ttlSeconds, 0);
});

Deno.test("readSinglePtr - leaves every other response to readMessage", () => {
  const withOpt = true;
  const alias: Answer = { name: QUERIED, type: "CNAME", data: "a.test" };
  const cases: Record<string, Uint8Array> = {
    "no response": responseOf([]),
    "two answers": shortOf([single, single]),
    "an owner in full": responseOf([single]),
    "an alias": shortOf([alias]),
    "another class": shortOf([{ ...single, class: "CH" }]),
    "NXDOMAIN": shortOf([single], { code: 3 }),
    "an extended code": shortOf([single], { withOpt, extendedCode: 1 }),
    "truncated": shortOf([single], { code: 0x200 }),
    "a cut record": shortOf([single]).slice(0, -1),
    "a cut OPT record": shortOf([single], { withOpt }).slice(0, -1),
    "an OPT record without its data": shortOf([single], { withOpt }).with(
      -1,
      1,
    ),
  };
  for (const [what, bytes] of Object.entries(cases)) {
    assert.equal(readSinglePtr(bytes), null, what);
  }
});

Deno.test("readSinglePtr - never differs from readMessage, however a response is damaged", () => {
  const query = encodeQuestion({
    id: 7,
    wireName: nameToWire(QUERIED)!,
    type: "PTR",
    withEdns: true,
  });
  const outcomeOr = <T>(read: () => T): T | "malformed" => {
    try {
      return read();
    } catch {
      return "malformed";
    }
  };
  let read = 0;
  const octet = fc.oneof(fc.constantFrom(0, 1, 12, 0xc0), fc.nat(255));
  const damage = fc.record({
    withOpt: fc.boolean(),
    changes: fc.array(fc.tuple(fc.nat(100), octet), { maxLength: 3 }),
    cut: fc.option(fc.nat(100)),
    tail: fc.uint8Array({ maxLength: 12 }),
  });
  forAll([damage], ({ withOpt, changes, cut, tail }) => {
    const whole = shortOf([single], { withOpt });
    const start = whole.subarray(0, cut ?? whole.length);
    const bytes = Uint8Array.of(...start, ...tail);
    for (const [at, value] of changes) bytes[12 + at] = value;
    if (matchQuestion(query, bytes) !== "exact") return;
    const found = outcomeOr(() => readSinglePtr(bytes));
    if (found === null) return;
    const message = outcomeOr(() => readMessage(bytes));
    if (message === "malformed") return assert.equal(found, "malformed");
    read++;
    assert.equal(message.rcode, "NOERROR");
    assert.equal(recordsFor("PTR", message).length, 1);
    assert.deepEqual(found, ptrOutcome(message));
  }, { numRuns: 5_000 });
  assert(read > 100, `${read} responses were read`);
});
