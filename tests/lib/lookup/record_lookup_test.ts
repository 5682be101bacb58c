import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import type { QueryType } from "../../../lib/dns/question.ts";
import assert from "node:assert/strict";
import {
  hasAddress,
  lookUpRecords,
} from "../../../lib/lookup/record_lookup.ts";
import { a, aaaa, cname, rcodes, txt } from "./records.ts";
import { MemoryIndex } from "./memory_index.ts";
import { policy } from "./policy.ts";
import { type Script, scriptedClient } from "./scripted_client.ts";
import { caller } from "../../support/caller.ts";
import { dnsRecord } from "../../support/dns_records.ts";

Deno.test("hasAddress - accepts both families, for the given name only", () => {
  const records = [
    a("a.test", "192.0.2.1"),
    aaaa("b.test", "2001:db8::1"),
    txt("c.test", "text"),
  ];
  const names = ["a.test", "b.test", "c.test", "d.test"];
  const found = names.filter((name) => hasAddress(name, records));
  assert.deepEqual(found, ["a.test", "b.test"]);
});

const NAME = "www.example.test";

async function lookUp(
  script: Script,
  now = () => 0,
  name = NAME,
  recordType: QueryType | null = null,
) {
  const index = new MemoryIndex();
  const client = scriptedClient(script);
  const found = await lookUpRecords(
    { dnsType: "dns_lookup", input: name, normalized: name, recordType },
    { client, index, now, policy },
    caller,
  );
  const edges = index.rows.filter(({ kind }) => kind !== "alias")
    .map(({ kind, name, value }) => `${kind} ${name} ${value}`);
  return { ...found, ...found.data, edges, questions: client.questions };
}

/** The types that are queried of any name. */
const TYPES = "A AAAA MX CNAME NS TXT SOA CAA HTTPS DS DNSKEY".split(" ");

const valuesOf = (records: readonly { value: string }[]) =>
  records.map(({ value }) => value);

/** The responses to all types, except those in `script`. */
function all(response: string | null, script: Script = {}): Script {
  const each = TYPES.map((type) => [`${NAME} ${type}`, response]);
  return { ...Object.fromEntries(each), ...script };
}

Deno.test("lookUpRecords - queries all types, and returns each response code", async () => {
  const { records, rcode, found, total, questions, ...rest } = await lookUp(
    all("NOERROR", {
      [`${NAME} A`]: [a(NAME, "192.0.2.1"), a(NAME, "192.0.2.2")],
      [`${NAME} TXT`]: [txt(NAME, "text")],
      [`${NAME} NS`]: "SERVFAIL",
      [`${NAME} MX`]: null,
    }),
  );
  // The type that failed is queried again without validation.
  const queried = [...TYPES, "NS"].map((type) => `${NAME} ${type}`);
  assert.deepEqual(questions, queried);
  assert.deepEqual(rcode, rcodes({ MX: null, NS: "SERVFAIL", SRV: null }));
  assert.deepEqual(valuesOf(records.A), ["192.0.2.1", "192.0.2.2"]);
  // Two types gave no response, so there may be more records.
  assert.deepEqual([total, found, rest.isTruncated], [null, 3, false]);
  assert.equal(rest.resolver, "192.0.2.53");
  assert.deepEqual(rest.edges, [
    `address ${NAME} 192.0.2.1`,
    `address ${NAME} 192.0.2.2`,
  ]);
});

Deno.test("lookUpRecords - also queries the SRV records of the name of a service", async () => {
  const name = "_sip._tcp.example.test";
  const data = { priority: 1, weight: 2, port: 5060, target: "sip.test" };
  const script = { [`${name} SRV`]: [dnsRecord(name, "SRV", data)] };
  const { records, rcode, total } = await lookUp(script, () => 0, name);
  const { target, ...numbers } = data;
  assert.deepEqual(records.SRV, [{ name, value: target, ttl: 60, ...numbers }]);
  assert.deepEqual([rcode.SRV, rcode.DS, total], ["NOERROR", "NXDOMAIN", 1]);
});

Deno.test("lookUpRecords - returns a result for a name that does not exist", async () => {
  const { found, total, rcode, isTruncated } = await lookUp(all("NXDOMAIN"));
  assert.deepEqual([total, found, isTruncated], [0, 0, false]);
  assert.deepEqual([rcode.A, rcode.TXT], ["NXDOMAIN", "NXDOMAIN"]);
});

Deno.test("lookUpRecords - follows an alias to its addresses", async () => {
  const alias = cname(NAME, "edge.test");
  const { cname_chain, records, rcode, edges } = await lookUp(all("NOERROR", {
    [`${NAME} A`]: [alias],
    [`${NAME} AAAA`]: [alias],
    [`${NAME} CNAME`]: [alias],
    "edge.test A": [cname("edge.test", "host.test")],
    "edge.test AAAA": [cname("edge.test", "host.test")],
    "host.test A": [a("host.test", "192.0.2.9")],
    "host.test AAAA": [aaaa("host.test", "2001:db8::9")],
  }));
  const chain = cname_chain.map(({ name, value }) => [name, value]);
  assert.deepEqual(chain, [[NAME, "edge.test"], ["edge.test", "host.test"]]);
  assert.deepEqual(records.A, [
    { name: "host.test", value: "192.0.2.9", ttl: 60 },
  ]);
  assert.deepEqual(records.CNAME.length, 1);
  // The end of the chain has no CNAME record, but the name has.
  assert.deepEqual([rcode.A, rcode.CNAME], ["NOERROR", "NOERROR"]);
  assert.deepEqual(edges, [
    `cname edge.test ${NAME}`,
    "cname host.test edge.test",
    "address host.test 192.0.2.9",
    "address host.test 2001:db8::9",
  ]);
});

Deno.test("lookUpRecords - does not query a chain that the server has followed", async () => {
  const alias = cname(NAME, "host.test");
  const { questions } = await lookUp(all("NOERROR", {
    [`${NAME} A`]: [alias, a("host.test", "192.0.2.9")],
    [`${NAME} AAAA`]: [alias],
  }));
  assert.equal(questions.length, TYPES.length);
});

for (const type of ["A", "AAAA", "MX"] as const) {
  const isFollowed = type !== "MX";
  Deno.test(`lookUpRecords - of ${type} alone, ${isFollowed ? "follows" : "does not follow"} an alias`, async () => {
    const own = `${NAME} ${type}`;
    const script = { [own]: [cname(NAME, "host.test")] };
    const { questions } = await lookUp(script, () => 0, NAME, type);
    const further = ["A", "AAAA", "CNAME"].map((type) => `host.test ${type}`);
    assert.deepEqual(questions, [own, ...isFollowed ? further : []]);
  });
}

Deno.test("lookUpRecords - ends a loop of aliases", async () => {
  const { cname_chain, isTruncated, questions } = await lookUp(all("NOERROR", {
    [`${NAME} A`]: [cname(NAME, "b.test")],
    "b.test A": [cname("b.test", "c.test")],
    "b.test AAAA": "NOERROR",
    "c.test A": [cname("c.test", "b.test")],
    "c.test AAAA": "NOERROR",
  }));
  assert.deepEqual(valuesOf(cname_chain), ["b.test", "c.test", "b.test"]);
  assert.equal(isTruncated, false);
  assert.equal(questions.length, TYPES.length + 6);
});

Deno.test("lookUpRecords - follows a chain of at most sixteen aliases", async () => {
  const script = all("NOERROR", { [`${NAME} A`]: [cname(NAME, "n1.test")] });
  for (let i = 1; i < 30; i++) {
    script[`n${i}.test A`] = [cname(`n${i}.test`, `n${i + 1}.test`)];
    script[`n${i}.test AAAA`] = "NOERROR";
  }
  const { cname_chain, isTruncated } = await lookUp(script);
  assert.deepEqual([cname_chain.length, isTruncated], [16, true]);
});

Deno.test("lookUpRecords - truncates the chain on a timeout or without a response", async () => {
  const script = all("NOERROR", { [`${NAME} A`]: [cname(NAME, "b.test")] });
  let nowMs = 0;
  const late = await lookUp(script, () => nowMs += 2000);
  assert.equal(late.isTruncated, true);
  // The first time is that of the beginning.
  const endingAt = (ms: number) => {
    let calls = 0;
    return lookUp(script, () => calls++ === 0 ? 0 : ms);
  };
  for (
    const [ms, isCut, further] of [[8000, true, 0], [7999, false, 3]] as const
  ) {
    const { isTruncated, questions } = await endingAt(ms);
    assert.deepEqual([isTruncated, questions.length - TYPES.length], [
      isCut,
      further,
    ], `${ms} ms`);
  }
  const silent = await lookUp({ ...script, "b.test A": null });
  assert.equal(silent.isTruncated, true);
});

Deno.test("lookUpRecords - throws QUERY_FAILED if no type gets a response, or all fail", async () => {
  const failed = { name: "AppError", status: 422, code: "QUERY_FAILED" };
  const fails = (script: Script, params: ErrorParams) =>
    assert.rejects(lookUp(script), { ...failed, params });
  await fails(all(null), { reason: "name_servers_silent" });
  const rcode = "SERVFAIL";
  const refused = all(rcode, { [`${NAME} A`]: null });
  await fails(refused, { reason: "name_servers_refused", rcode });
});

Deno.test("lookUpRecords - sets isTruncated if not all records of a type were read", async () => {
  const script = { [`${NAME} A`]: { cut: [a(NAME, "192.0.2.1")] } };
  const { records, isTruncated } = await lookUp(all("NOERROR", script));
  assert.deepEqual([records.A.length, isTruncated], [1, true]);
});

Deno.test("lookUpRecords - stops following a chain whose responses have too many records", async () => {
  const many = (name: string) =>
    Array.from(
      { length: 256 },
      (_, i) => a(`x${i}.${name}`, `198.51.100.${i}`),
    );
  const script: Script = {};
  for (let i = 0; i < 16; i++) {
    const owner = i === 0 ? NAME : `c${i}.test`;
    const response = [cname(owner, `c${i + 1}.test`), ...many(owner)];
    script[`${owner} A`] = response;
    script[`${owner} AAAA`] = response;
  }
  const { questions, isTruncated } = await lookUp(all("NOERROR", script));
  assert.deepEqual([questions.length, isTruncated], [TYPES.length + 9, true]);
});

Deno.test("lookUpRecords - withholds reserved addresses and counts them, but keeps names", async () => {
  const script = all("NOERROR", {
    [`${NAME} A`]: ["10.0.0.5", "192.0.2.1", "127.0.0.1"]
      .map((text) => a(NAME, text)),
    [`${NAME} AAAA`]: [aaaa(NAME, "::ffff:10.0.0.5"), aaaa(NAME, "fd00::5")],
    [`${NAME} CNAME`]: [cname(NAME, "nas.corp.test")],
    [`${NAME} HTTPS`]: [dnsRecord(NAME, "HTTPS", {
      priority: 1,
      target: ".",
      params: [
        { key: "ipv4hint", values: ["10.0.0.5", "192.0.2.1"] },
        { key: "ipv6hint", values: ["fd00::5"] },
      ],
    })],
    "nas.corp.test A": [],
    "nas.corp.test AAAA": [],
  });
  const { records, withheld, found, edges, rcode } = await lookUp(script);
  assert.deepEqual(valuesOf(records.A), ["192.0.2.1"]);
  assert.deepEqual(records.AAAA, []);
  assert.deepEqual(valuesOf(records.CNAME), ["nas.corp.test"]);
  assert.deepEqual(records.HTTPS.map(({ params }) => params), [
    { ipv4hint: ["192.0.2.1"] },
  ]);
  assert.deepEqual(withheld, { A: 2, AAAA: 2, HTTPS: 2 });
  assert.deepEqual([found, rcode.A], [3, "NOERROR"]);
  assert(!/10\.0\.0\.5|a00:5|127\.0|fd00/.test(JSON.stringify(edges)));
});

Deno.test("lookUpRecords - the PTR records of a reserved address are withheld, others are not", async () => {
  const name = "1.0.0.127.in-addr.arpa";
  const params = { reason: "reverse_name_reserved" };
  const asked = lookUp({}, undefined, name, "PTR");
  await assert.rejects(asked, { status: 400, params });
  const { questions } = await lookUp({}, undefined, name, "TXT");
  assert(questions.includes(`${name} TXT`));
});
