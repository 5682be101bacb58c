import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Answer,
  AUTHENTIC_DATA,
  AUTHORITATIVE_ANSWER,
  encode,
  type Packet,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import { FormatError } from "../../../lib/dns/errors.ts";
import {
  aliasChain,
  headerRcode,
  isBareResponse,
  isTruncated,
  matchQuestion,
  MAX_CHARACTERS,
  MAX_RECORDS,
  readAuthoritative,
  readMessage,
  recordsFor,
  rejectsEdns,
} from "../../../lib/dns/message.ts";
import { encodeQuestion } from "../../../lib/dns/question.ts";
import { type DnsRecord, textLength } from "../../../lib/dns/records.ts";
import { nameToWire } from "../../../lib/dns/wire_name.ts";
import { HOSTILE_KINDS, hostileResponse } from "./hostile_messages.ts";
import { forAll } from "../../support/for_all.ts";
import { dnsRecord } from "../../support/dns_records.ts";
import { SOA } from "./udp_server.ts";

const question = { name: "a.test", type: "A" as const };

function queryFor(name: string, type: "A" | "AAAA" = "A", id = 7): Uint8Array {
  const wireName = nameToWire(name);
  assert(wireName);
  return encodeQuestion({ id, wireName, type, withEdns: true });
}

function response(
  { name = "a.test", ...parts }: Packet & { name?: string } = {},
) {
  return new Uint8Array(encode({
    type: "response",
    id: 7,
    questions: [{ ...question, name }],
    ...parts,
  }));
}

/** The bytes with some of them changed. */
function changed(bytes: Uint8Array, at: Record<number, number>): Uint8Array {
  const copy = bytes.slice();
  for (const offset in at) copy[offset] = at[offset];
  return copy;
}

Deno.test("readMessage - the TTL of a missing record is the lower of the SOA record's TTL and its last field", () => {
  const negativeTtl = (ttl: number, minimum: number, section: string) =>
    readMessage(response({
      flags: 3,
      [section]: [dnsRecord("test", "SOA", { ...SOA, minimum }, ttl)],
    })).negativeTtlSeconds;
  assert.equal(negativeTtl(300, 60, "authorities"), 60);
  assert.equal(negativeTtl(30, 60, "authorities"), 30);
  // RFC 2181 section 8: one with the highest bit counts as 0.
  assert.equal(negativeTtl(30, 0x8000_0000, "authorities"), 0);
  assert.equal(negativeTtl(30, 60, "answers"), null);
  assert.equal(negativeTtl(30, 60, "additionals"), null);
});

Deno.test("matchQuestion - exact, in another case, or not matching", () => {
  assert.equal(matchQuestion(queryFor("a.test"), response()), "exact");
  assert.equal(matchQuestion(queryFor("a.tEst"), response()), "case");
  assert.equal(matchQuestion(queryFor("a.tesu"), response()), "none");
  assert.equal(matchQuestion(queryFor("a.test", "AAAA"), response()), "none");
  assert.equal(matchQuestion(queryFor("a.test", "A", 8), response()), "none");
});

Deno.test("matchQuestion - only letters have a case", () => {
  for (const [asked, name] of [["a@test", "a`test"], ["a-test", "a\rtest"]]) {
    const match = matchQuestion(queryFor(asked), response({ name }));
    assert.equal(match, "none", asked);
  }
});

Deno.test("matchQuestion - refuses queries, other opcodes, and other numbers of questions", () => {
  const query = queryFor("a.test");
  assert.equal(matchQuestion(query, query), "none");
  const responseWith = (at: Record<number, number>) => changed(response(), at);
  // The type, which the last one changes, and the class have no case.
  const changes = [[2, 0x88], [5, 0], [5, 2], [4, 1], [21, 0x21]];
  for (const [at, octet] of changes) {
    const match = matchQuestion(query, responseWith({ [at]: octet }));
    assert.equal(match, "none", `octet ${at}`);
  }
  const upper = changed(query, { 20: 0x41 });
  assert.equal(matchQuestion(upper, responseWith({ 20: 0x61 })), "none");
});

Deno.test("matchQuestion - refuses a message that ends within the question", () => {
  const query = queryFor("a.test");
  const whole = response();
  for (let length = 0; length < whole.length; length++) {
    assert.equal(matchQuestion(query, whole.subarray(0, length)), "none");
  }
});

Deno.test("isBareResponse - a response without a question", () => {
  const query = queryFor("a.test");
  const bare = changed(response().subarray(0, 12), { 3: 1, 5: 0 });
  assert.equal(isBareResponse(query, bare), true);
  assert.equal(headerRcode(bare), "FORMERR");
  assert.equal(isBareResponse(query, changed(bare, { 0: 1 })), false);
  assert.equal(isBareResponse(query, response()), false);
  assert.equal(isBareResponse(query, bare.subarray(0, 11)), false);
});

Deno.test("refusesEdns - three codes", () =>
  assert.deepEqual(
    ["NOERROR", "FORMERR", "SERVFAIL", "NOTIMP", "REFUSED", "BADVERS"]
      .filter(rejectsEdns),
    ["FORMERR", "NOTIMP", "BADVERS"],
  ));

Deno.test("isTruncated - the flag", () => {
  assert.equal(isTruncated(response()), false);
  assert.equal(isTruncated(response({ flags: TRUNCATED_RESPONSE })), true);
});

Deno.test("readMessage - reads the header", () => {
  assert.deepEqual(readMessage(response({ name: "A.Test" })), {
    name: "a.test",
    rcode: "NOERROR",
    records: [],
    isCut: false,
    negativeTtlSeconds: null,
    isAuthentic: false,
    extendedErrors: [],
    isReferral: true,
  });
  const read = (flags: number) => readMessage(response({ flags }));
  assert.equal(read(AUTHENTIC_DATA).isAuthentic, true);
  assert.equal(read(AUTHORITATIVE_ANSWER).isReferral, false);
  assert.equal(read(RECURSION_AVAILABLE).isReferral, false);
  assert.equal(read(2).rcode, "SERVFAIL");
  assert.equal(read(2).isReferral, false);
});

Deno.test("readMessage - a TTL over 31 bits counts as 0", () => {
  for (const [sent, ttl] of [[0x8000_0000, 0], [0x0102_0304, 0x0102_0304]]) {
    const answers = [{ ...question, ttl: sent, data: "192.0.2.1" }];
    const [record] = readMessage(response({ answers })).records;
    assert.deepEqual(record, { ...question, ttl, data: "192.0.2.1" });
  }
});

Deno.test("readMessage - the code's upper bits are in the OPT record", () => {
  const bytes = response({
    additionals: [{
      ...{ type: "OPT", name: ".", udpPayloadSize: 1232, extendedRcode: 1 },
      ...{ ednsVersion: 0, flags: 0, flag_do: false, options: [] },
    }],
  });
  assert.equal(readMessage(bytes).rcode, "BADVERS");
});

const record = (data: number[], type: number, rdLength = data.length) => {
  const head = changed(response(), { 7: 1 });
  return Uint8Array.from([
    ...head,
    ...[0xc0, 12, type >>> 8, type & 0xff, 0, 1, 0, 0, 0, 60],
    ...[rdLength >>> 8, rdLength & 0xff],
    ...data,
  ]);
};
const lies: [what: string, bytes: Uint8Array][] = [
  ["an A record of three octets", record([1, 2, 3], 1)],
  ["an A record of five octets", record([1, 2, 3, 4, 5], 1)],
  ["an AAAA record of four octets", record([1, 2, 3, 4], 28)],
  ["an MX record without a name", record([0, 1], 15)],
  ["a name that ends before its record", record([0, 0], 2)],
  ["a name that goes beyond its record", record([1, 0x61, 0], 5, 2)],
  ["a string longer than its record", record([9, 0x61], 16)],
  ["a SOA record of two names", record([0, 0], 6)],
  ["data beyond the end", record([1, 2, 3, 4], 1, 5)],
  ["a record that is missing", changed(response(), { 7: 1 })],
  ["half a header", response().subarray(0, 11)],
];
for (const [what, bytes] of lies) {
  Deno.test(`readMessage - refuses ${what}`, () =>
    assert.throws(() => readMessage(bytes), FormatError));
}

Deno.test("readMessage - omits records of other classes and types", () => {
  assert.deepEqual(readMessage(record([1, 2], 99)).records, []);
  const chaos = changed(record([1, 2, 3, 4], 1), { 29: 3 });
  assert.deepEqual(readMessage(chaos).records, []);
  assert.equal(readMessage(record([1, 2, 3, 4], 1)).records.length, 1);
});

Deno.test("readMessage - the tag of a CAA record is in lower case, and its value may be empty", () => {
  const [rule] = readMessage(record([0, 2, 0x49, 0x6f], 257)).records;
  assert.deepEqual(rule.data, { flags: 0, tag: "io", value: "" });
});

/** A response without records, but with an OPT record with these options. */
function withOptions(options: readonly number[]): Uint8Array {
  const bytes = [...response({ name: "a.test" })];
  bytes[11] = 1;
  const length = [options.length >>> 8, options.length & 0xff];
  return new Uint8Array([
    ...bytes,
    ...[0, 0, 41, 4, 208, 0, 0, 0, 0, ...length],
    ...options,
  ]);
}

Deno.test("readMessage - reads extended errors, up to a limit", () => {
  const error = (code: number, ...text: number[]) => [
    ...[0, 15, 0, 2 + text.length, 0, code],
    ...text,
  ];
  const read = (...options: number[]) =>
    readMessage(withOptions(options)).extendedErrors;
  const actual = read(0, 10, 0, 1, 7, ...error(7, 0x68, 0x69, 0), ...error(9));
  assert.deepEqual(actual, [{ code: 7, text: "hi" }, { code: 9, text: "" }]);
  assert.deepEqual(read(...error(6), 0, 15, 0, 9, 0), [{ code: 6, text: "" }]);
  assert.deepEqual(read(0, 15, 0, 1, 7), []);
  const five = Array.from({ length: 5 }, (_, i) => error(i)).flat();
  assert.deepEqual(read(...five).map(({ code }) => code), [0, 1, 2, 3]);
  const long = read(...error(6, ...Array(250).fill(0x61)));
  assert.equal(long[0].text, "a".repeat(200));
});

Deno.test("readMessage - a character can span two strings of a TXT record", () => {
  const [read] =
    readMessage(record([2, 0x61, 0xc3, 2, 0xa9, 0x62], 16)).records;
  assert.deepEqual(read.type === "TXT" && read.data, {
    joined: "aéb",
    quoted: String.raw`"a\195" "\169b"`,
  });
  const [broken] = readMessage(record([1, 0xff], 16)).records;
  assert.deepEqual(broken.data, {
    joined: "\ufffd",
    quoted: String.raw`"\255"`,
  });
});

function readable(bytes: Uint8Array): void {
  const query = queryFor("a.test");
  try {
    matchQuestion(query, bytes);
    isBareResponse(query, bytes);
    readMessage(bytes);
  } catch (error) {
    assert(error instanceof FormatError, String(error));
  }
}

Deno.test("readMessage - returns a message or throws FormatError for any bytes", () => {
  forAll([fc.uint8Array({ maxLength: 300 })], readable, { numRuns: 2000 });
});

Deno.test("readMessage - returns a message or throws FormatError for a damaged message", () => {
  const whole = response({
    answers: [
      dnsRecord("a.test", "CNAME", "b.test", 1),
      dnsRecord("b.test", "A", "192.0.2.1", 1),
      dnsRecord("b.test", "AAAA", "2001:db8::1", 1),
      dnsRecord("b.test", "MX", { preference: 1, exchange: "c.test" }, 1),
      dnsRecord("b.test", "TXT", ["one", "two"], 1),
      dnsRecord("b.test", "SOA", { ...SOA, mname: "ns.test" }, 1),
    ],
  });
  const at = fc.nat({ max: whole.length - 1 });
  const change = fc.tuple(at, fc.nat({ max: 255 }));
  forAll(
    [fc.array(change, { maxLength: 6 }), fc.nat({ max: whole.length })],
    (changes, length) =>
      readable(changed(whole, Object.fromEntries(changes)).subarray(0, length)),
    { numRuns: 3000 },
  );
});

Deno.test("readMessage - limits the records and characters of a response", () => {
  const query = queryFor("a.test");
  const read = Object.fromEntries(HOSTILE_KINDS.map((kind) => {
    const bytes = hostileResponse(query, kind);
    try {
      const { records, isCut } = readMessage(bytes);
      let characters = 0;
      for (const record of records) characters += textLength(record);
      assert(characters <= MAX_CHARACTERS, kind);
      return [kind, [records.length, isCut]];
    } catch (error) {
      assert(error instanceof FormatError);
      return [kind, error.message];
    }
  }));
  assert.deepEqual(read, {
    addresses: [MAX_RECORDS, true],
    "long names": [65, true],
    "long names by pointers": [86, true],
    "chains of pointers": "too many pointers",
    aliases: [MAX_RECORDS, true],
    "empty strings": [1, false],
    "short strings": [1, false],
    "long key": [0, true],
    "long list of keys": [0, true],
  });
});

/** How many records are read of a response, and whether it counts as cut. */
function readCount(answers: Answer[], authorities: Answer[] = []) {
  const { records, isCut } = readMessage(response({ answers, authorities }));
  return [records.length, isCut];
}

Deno.test("readMessage - a response with exactly the maximum of records is complete", () => {
  const address: Answer = dnsRecord("a.test", "A", "192.0.2.1");
  const read = (count: number) =>
    readCount(Array(count).fill(address), [address]);
  assert.deepEqual(read(MAX_RECORDS), [MAX_RECORDS, false]);
  assert.deepEqual(read(MAX_RECORDS + 1), [MAX_RECORDS, true]);
});

function texts(count: number, length: number): Answer[] {
  const data = ["x".repeat(255), "x".repeat(length - 255)];
  return Array(count).fill(dnsRecord("a.test", "TXT", data));
}

Deno.test("readMessage - a response with exactly the maximum of characters is complete", () => {
  const most = texts(256, MAX_CHARACTERS / 256);
  assert.deepEqual(readCount(most), [256, false]);
  const actual = readCount([...most.slice(1), ...texts(1, 257)]);
  assert.deepEqual(actual, [255, true]);
});

Deno.test("readAuthoritative - reads on until there are more characters than the maximum, those of names included", () => {
  const most = texts(130, MAX_CHARACTERS / 128 - "a.test".length);
  const { answers } = readAuthoritative(response({ answers: most }));
  assert.equal(answers.length, 129);
});

Deno.test("readMessage - ignores anything after the last record that it reads", () => {
  const whole = hostileResponse(queryFor("a.test"), "addresses");
  const broken = whole.subarray(0, whole.length - 1);
  assert.equal(readMessage(broken).records.length, MAX_RECORDS);
});

Deno.test("readAuthoritative - reads the records of each section, of class IN", () => {
  const records = (data: string): Answer[] => [
    dnsRecord("a.test", "A", data),
    { name: "a.test", type: "A", class: "CH", ttl: 60, data },
  ];
  const bytes = response({
    flags: AUTHORITATIVE_ANSWER,
    answers: records("192.0.2.1"),
    authorities: records("192.0.2.2"),
    additionals: records("192.0.2.3"),
  });
  assert.deepEqual(readAuthoritative(bytes), {
    rcode: "NOERROR",
    isAuthoritative: true,
    answers: [address("a.test")],
    authorities: [address("a.test", "192.0.2.2")],
    additionals: [address("a.test", "192.0.2.3")],
  });
});

Deno.test("readAuthoritative - stops at the maximum of records, and of characters", () => {
  const query = queryFor("a.test");
  const count = (kind: (typeof HOSTILE_KINDS)[number]) =>
    readAuthoritative(hostileResponse(query, kind)).answers.length;
  assert.equal(count("addresses"), MAX_RECORDS);
  assert.equal(count("long names"), 66);
});

function alias(name: string, data: string): DnsRecord {
  return dnsRecord(name, "CNAME", data);
}

function address(name: string, data = "192.0.2.1"): DnsRecord {
  return dnsRecord(name, "A", data);
}

/** Records of short names: `a>b` is an alias, `a` an address and `a!` another one. */
const recordsIn = (text: string) =>
  text.split(" ").filter(Boolean).map((part): DnsRecord => {
    const [, name, to, other] = /^(\w)(?:>(\w))?(!)?$/.exec(part)!;
    return to ? alias(name, to) : address(name, other && "192.0.2.66");
  });

const nameServer: DnsRecord = dnsRecord("a", "NS", "ns", 1);
const chains = [
  ["returns the chain and its end, in their order", "c b>c a>b", "c b>c a>b"],
  ["omits other records", "a b! c>a", "a"],
  ["ignores addresses of an alias itself", "a>b a! b", "a>b b"],
  ["follows the first of two aliases of a name", "a>b a>c b c", "a>b b"],
  ["stops at a loop", "a>b b>a", "a>b b>a"],
  ["stops at an alias of itself", "a>a a", "a>a a"],
];
for (const [what, text, found] of chains) {
  Deno.test(`recordsFor - ${what}`, () => {
    const records = [...recordsIn(text), nameServer];
    assert.deepEqual(recordsFor("A", { name: "a", records }), recordsIn(found));
  });
}

Deno.test("recordsFor - omits the name of a reserved address to which an alias of a public zone leads", () => {
  const inner = "1.0.0.10.in-addr.arpa";
  const namesFor = (name: string) => {
    const records: DnsRecord[] = [
      alias(name, inner),
      dnsRecord(inner, "PTR", "nas.corp.test"),
    ];
    return recordsFor("PTR", { name, records }).slice(1).length;
  };
  assert.equal(namesFor("8.8.8.8.in-addr.arpa"), 0);
  assert.equal(namesFor("2.0.0.10.in-addr.arpa"), 1);
});

Deno.test("recordsFor - does not follow an alias in a query for CNAME", () => {
  const records = recordsIn("a>b b>c");
  const found = recordsFor("CNAME", { name: "a", records });
  assert.deepEqual(found, recordsIn("a>b"));
});

type Aliases = ReturnType<typeof aliasChain>;

Deno.test("aliasChain - follows the first alias of each name in any order, ends at a cycle, and is limited", () => {
  const cases: [string, string, string][] = [
    ["a", "b>c x>y a>b", "a>b b>c"],
    ["c", "b>c a>b", ""],
    ["a", "a>b a>c", "a>b"],
    ["a", "a>b b>a", "a>b b>a"],
    ["a", "a>a", "a>a"],
    ["a", "a>b b>c c>d d>e", "a>b b>c c>d"],
  ];
  for (const [name, records, chain] of cases) {
    const found = aliasChain(name, recordsIn(records) as Aliases, 3);
    assert.deepEqual(found, recordsIn(chain));
  }
});
