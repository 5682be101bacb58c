import assert from "node:assert/strict";
import type { AuthoritativeMessage } from "../../../../lib/dns/message.ts";
import type { DnsRecord } from "../../../../lib/dns/records.ts";
import { serverChecks } from "../../../../lib/lookup/zone/server_checks.ts";
import {
  askServers,
  type Delegation,
  findDelegation,
  serverAddresses,
  type ServerReport,
} from "../../../../lib/lookup/zone/zone_servers.ts";
import { ip } from "../../../support/address.ts";
import { a } from "../records.ts";
import { all, message, verdictsOf, zoneQueries } from "./zone_queries.ts";
import { dnsRecord } from "../../../support/dns_records.ts";

const soa = (serial: number): DnsRecord =>
  dnsRecord("x.test", "SOA", {
    ...{ primary: "ns.x.test", mailbox: "root.x.test", serial },
    ...{ refresh: 1, retry: 1, expire: 1, minimum: 1 },
  });

const ns = (data: string): DnsRecord => dnsRecord("x.test", "NS", data);

function report(text: string, parts: Partial<ServerReport> = {}): ServerReport {
  return {
    name: `ns-${text}`,
    ip: ip(text),
    skipped: null,
    soa: message({ answers: [soa(1)] }),
    elapsedMs: 1,
    nameServers: ["ns.other.test", "ns.x.test"],
    keys: [],
    answersTcp: true,
    isOpenResolver: false,
    ...parts,
  };
}

const delegation = (parts: Partial<AuthoritativeMessage> = {}): Delegation => ({
  zone: "x.test",
  parent: "test",
  signers: [],
  referral: {
    ip: "192.0.2.9",
    message: message({
      authorities: [ns("ns.x.test"), ns("ns.other.test")],
      additionals: [a("ns.x.test", "192.0.2.1")],
      ...parts,
    }),
  },
});

const BOTH = [report("192.0.2.1"), report("2001:db8::1")];

const ALL_OK = all(
  "ok",
  "delegation glue servers authority serials families tcp recursion",
);

const silent = {
  soa: null,
  keys: null,
  nameServers: null,
  answersTcp: null,
  isOpenResolver: null,
};
const UNREACHABLE = "untested unreachable";
const allSilent = {
  ...all("untested zone_silent", "delegation authority serials tcp recursion"),
  families: UNREACHABLE,
};
const notQueried = "untested not_queried";

/** Both servers, of which the second differs. */
const second = (parts: Partial<ServerReport>) => [
  BOTH[0],
  report("2001:db8::1", parts),
];

const inside = ns("ns.x.test");
const outside = ns("ns.other.test");

type Case = [string, Record<string, string>, ServerReport[]?, Delegation?];
const CASES: Case[] = [
  ["all is well", {}],
  [
    "the parent is silent",
    { delegation: "untested parent_silent", glue: "untested parent_silent" },
    BOTH,
    { ...delegation(), referral: null },
  ],
  [
    "it is not delegated",
    { delegation: "wrong not_delegated", glue: "untested no_referral" },
    BOTH,
    delegation({ authorities: [] }),
  ],
  [
    "the parent's server serves the zone, too",
    { delegation: "untested no_referral", glue: "untested no_referral" },
    BOTH,
    delegation({
      authorities: [],
      additionals: [],
      answers: [inside, outside],
    }),
  ],
  [
    "one server lists fewer",
    { delegation: "wrong differs" },
    second({ nameServers: ["ns.x.test"] }),
  ],
  [
    "the lists differ",
    { delegation: "wrong differs" },
    BOTH,
    delegation({ authorities: [inside] }),
  ],
  [
    "glue is missing",
    { glue: "missing" },
    BOTH,
    delegation({ additionals: [] }),
  ],
  [
    "no server is inside",
    {
      ...allSilent,
      glue: "ok not_needed",
      servers: "wrong none",
      authority: notQueried,
      families: notQueried,
    },
    [],
    delegation({ authorities: [outside], additionals: [] }),
  ],
  [
    "one server alone",
    { servers: "wrong single", families: "missing no_ipv6" },
    [BOTH[0]],
  ],
  [
    "two names of one address",
    { servers: "wrong single", families: "missing no_ipv6" },
    [report("192.0.2.1"), report("192.0.2.1", { name: "b" })],
  ],
  [
    "only IPv6",
    { families: "missing no_ipv4" },
    [report("2001:db8::1"), report("2001:db8::2")],
  ],
  // This machine may have no IPv6.
  [
    "one family is silent",
    { authority: UNREACHABLE, families: UNREACHABLE },
    second(silent),
  ],
  [
    "one of a family is silent",
    { authority: "wrong lame" },
    [...BOTH, report("2001:db8::2", silent)],
  ],
  ["all are silent", allSilent, BOTH.map((each) => ({ ...each, ...silent }))],
  [
    "one refuses",
    { authority: "wrong lame", families: UNREACHABLE },
    second({ soa: message({ rcode: "REFUSED" }) }),
  ],
  [
    "one has no authority",
    { authority: "wrong lame", families: UNREACHABLE },
    second({ soa: message({ isAuthoritative: false, answers: [soa(1)] }) }),
  ],
  [
    "serials differ",
    { serials: "wrong differ" },
    second({ soa: message({ answers: [soa(2)] }) }),
  ],
  ["no TCP", { tcp: "wrong silent" }, second({ answersTcp: false })],
  ["open recursion", { recursion: "wrong open" }, [
    report("192.0.2.1", { isOpenResolver: null }),
    report("2001:db8::1", { isOpenResolver: true }),
  ]],
  [
    "reserved addresses",
    { ...allSilent, authority: notQueried },
    BOTH.map((each) => ({ ...each, ...silent, skipped: "reserved" })),
  ],
];

for (const [name, faults, reports = BOTH, delegated] of CASES) {
  Deno.test(`serverChecks - finds what is wrong if ${name}`, () => {
    const found = serverChecks(delegated ?? delegation(), reports, true);
    assert.deepEqual(verdictsOf(found), { ...ALL_OK, ...faults });
  });
}

Deno.test("serverChecks - counts no servers and misses no family if some addresses are unknown", () => {
  for (const reports of [[], [BOTH[0]], [BOTH[1]]]) {
    const findings = serverChecks(delegation(), reports, false);
    const { servers, families } = verdictsOf(findings);
    const unknown = "untested no_response";
    assert.deepEqual([servers, families], [unknown, unknown]);
  }
  const known = serverChecks(delegation(), BOTH, false);
  assert.deepEqual(known, serverChecks(delegation(), BOTH, true));
});

Deno.test("askServers, findDelegation - a server without authority does not show what a zone lacks", async () => {
  for (const isAuthoritative of [true, false]) {
    const script = {
      "test SOA": [dnsRecord("test", "SOA", soa(1).data as never)],
      "test NS": [dnsRecord("test", "NS", "a.test")],
      "a.test A": [a("a.test", "1.1.1.1")],
    };
    const queries = zoneQueries(script, (_, type) => {
      const answers = type === "NS" ? [inside] : [];
      return Promise.resolve(message({ isAuthoritative, answers }));
    });
    const server = { name: "a.test", ip: ip("1.1.1.1") };
    const [report] = await askServers("x.test", [server], queries);
    const { keys, nameServers } = report;
    const { signers } = await findDelegation("x.test", queries);
    assert.deepEqual(
      [keys, nameServers, signers],
      isAuthoritative ? [[], ["ns.x.test"], []] : [null, null, null],
    );
  }
});

Deno.test("serverAddresses - says whether it knows them all", async () => {
  const script = {
    "ns.x.test A": [a("ns.x.test", "192.0.2.1")],
    "ns.half.test A": [a("ns.half.test", "192.0.2.2")],
    "ns.half.test AAAA": null,
  };
  const queries = zoneQueries(script, () => assert.fail("not for names"));
  const unknown = { ...delegation(), referral: null };
  const of = async (names: string[]) => {
    const found = await serverAddresses(names, unknown, queries);
    const texts = found.addresses.map(({ ip }) => ip.text);
    return [texts, found.isComplete, found.isTruncated];
  };
  assert.deepEqual(await of(["ns.x.test"]), [["192.0.2.1"], true, false]);
  assert.deepEqual(await of(["ns.half.test"]), [["192.0.2.2"], false, false]);
  // No more than 13 names are looked up.
  const many = Array.from({ length: 14 }, (_, i) => `ns${i}.x.test`);
  assert.deepEqual(await of(many.slice(1)), [[], true, false]);
  assert.deepEqual(await of(many), [[], false, true]);
  // No more than 32 addresses are used.
  script["ns.x.test A"] = Array.from(
    { length: 33 },
    (_, i) => a("ns.x.test", `192.0.2.${i}`),
  );
  const [addresses, ...rest] = await of(["ns.x.test"]);
  assert.equal((addresses as string[]).length, 32);
  assert.deepEqual(rest, [false, true]);
});
