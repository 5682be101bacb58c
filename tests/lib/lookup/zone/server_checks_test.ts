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
  ZoneQueries,
} from "../../../../lib/lookup/zone/zone_servers.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { client as visitor } from "../../../support/caller.ts";
import { policy } from "../policy.ts";
import { a } from "../records.ts";
import { scriptedClient } from "../scripted_client.ts";
import { dnsRecord } from "../../../support/dns_records.ts";

const soa = (serial: number): DnsRecord => (dnsRecord("x.test", "SOA", {
  primary: "ns.x.test",
  mailbox: "root.x.test",
  serial,
  refresh: 1,
  retry: 1,
  expire: 1,
  minimum: 1,
}));

const message = (
  parts: Partial<AuthoritativeMessage> = {},
): AuthoritativeMessage => ({
  rcode: "NOERROR",
  isAuthoritative: true,
  answers: [],
  authorities: [],
  additionals: [],
  ...parts,
});

const ns = (data: string): DnsRecord => (dnsRecord("x.test", "NS", data));

function report(ip: string, parts: Partial<ServerReport> = {}): ServerReport {
  return {
    name: `ns-${ip}`,
    ip: parseIp(ip)!,
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

const ALL_OK: Record<string, string> = {
  delegation: "ok",
  glue: "ok",
  servers: "ok",
  authority: "ok",
  serials: "ok",
  families: "ok",
  tcp: "ok",
  recursion: "ok",
};

const silent = {
  soa: null,
  keys: null,
  nameServers: null,
  answersTcp: null,
  isOpenResolver: null,
};

const CASES: readonly [
  name: string,
  Delegation,
  readonly ServerReport[],
  Record<string, string>,
][] = [
  ["all is well", delegation(), BOTH, {}],
  ["the parent is silent", { ...delegation(), referral: null }, BOTH, {
    delegation: "untested parent_silent",
    glue: "untested parent_silent",
  }],
  ["it is not delegated", delegation({ authorities: [] }), BOTH, {
    delegation: "wrong not_delegated",
    glue: "untested no_referral",
  }],
  [
    "the parent's server serves the zone, too",
    delegation({
      authorities: [],
      additionals: [],
      answers: [ns("ns.x.test"), ns("ns.other.test")],
    }),
    BOTH,
    { delegation: "untested no_referral", glue: "untested no_referral" },
  ],
  ["one server lists fewer", delegation(), [
    BOTH[0],
    report("2001:db8::1", { nameServers: ["ns.x.test"] }),
  ], { delegation: "wrong differs" }],
  ["the lists differ", delegation({ authorities: [ns("ns.x.test")] }), BOTH, {
    delegation: "wrong differs",
  }],
  ["glue is missing", delegation({ additionals: [] }), BOTH, {
    glue: "missing",
  }],
  [
    "no server is inside",
    delegation({ authorities: [ns("ns.other.test")], additionals: [] }),
    [],
    {
      delegation: "untested zone_silent",
      glue: "ok not_needed",
      servers: "wrong none",
      authority: "untested not_queried",
      serials: "untested zone_silent",
      families: "untested not_queried",
      tcp: "untested zone_silent",
      recursion: "untested zone_silent",
    },
  ],
  ["one server alone", delegation(), [BOTH[0]], {
    servers: "wrong single",
    families: "missing no_ipv6",
  }],
  ["two names of one address", delegation(), [
    report("192.0.2.1"),
    report("192.0.2.1", { name: "b" }),
  ], { servers: "wrong single", families: "missing no_ipv6" }],
  ["only IPv6", delegation(), [report("2001:db8::1"), report("2001:db8::2")], {
    families: "missing no_ipv4",
  }],
  // This machine may have no IPv6.
  ["one family is silent", delegation(), [
    BOTH[0],
    report("2001:db8::1", silent),
  ], { authority: "untested unreachable", families: "untested unreachable" }],
  ["one of a family is silent", delegation(), [
    ...BOTH,
    report("2001:db8::2", silent),
  ], { authority: "wrong lame" }],
  [
    "all are silent",
    delegation(),
    BOTH.map((each) => ({ ...each, ...silent })),
    {
      delegation: "untested zone_silent",
      authority: "untested zone_silent",
      serials: "untested zone_silent",
      families: "untested unreachable",
      tcp: "untested zone_silent",
      recursion: "untested zone_silent",
    },
  ],
  ["one refuses", delegation(), [
    BOTH[0],
    report("2001:db8::1", { soa: message({ rcode: "REFUSED" }) }),
  ], { authority: "wrong lame", families: "untested unreachable" }],
  ["one has no authority", delegation(), [
    BOTH[0],
    report("2001:db8::1", {
      soa: message({ isAuthoritative: false, answers: [soa(1)] }),
    }),
  ], { authority: "wrong lame", families: "untested unreachable" }],
  ["serials differ", delegation(), [
    BOTH[0],
    report("2001:db8::1", { soa: message({ answers: [soa(2)] }) }),
  ], { serials: "wrong differ" }],
  ["no TCP", delegation(), [
    BOTH[0],
    report("2001:db8::1", { answersTcp: false }),
  ], { tcp: "wrong silent" }],
  ["open recursion", delegation(), [
    report("192.0.2.1", { isOpenResolver: null }),
    report("2001:db8::1", { isOpenResolver: true }),
  ], { recursion: "wrong open" }],
  [
    "reserved addresses",
    delegation(),
    BOTH.map((each) => ({ ...each, ...silent, skipped: "reserved" as const })),
    {
      delegation: "untested zone_silent",
      authority: "untested not_queried",
      serials: "untested zone_silent",
      families: "untested unreachable",
      tcp: "untested zone_silent",
      recursion: "untested zone_silent",
    },
  ],
];

Deno.test("serverChecks - finds each fault, and says what was not tested", () => {
  for (const [name, asDelegated, reports, faults] of CASES) {
    const verdicts = serverChecks(asDelegated, reports, true).map(
      ({ check, state, reason }) => [
        check,
        reason === null ? state : `${state} ${reason}`,
      ],
    );
    assert.deepEqual(
      Object.fromEntries(verdicts),
      { ...ALL_OK, ...faults },
      name,
    );
  }
});

Deno.test("serverChecks - counts no servers and misses no family if some addresses are unknown", () => {
  for (const reports of [[], [BOTH[0]], [BOTH[1]]]) {
    const findings = serverChecks(delegation(), reports, false);
    const verdicts = findings
      .filter(({ check }) => check === "servers" || check === "families")
      .map(({ state, reason }) => [state, reason]);
    assert.deepEqual(verdicts, [
      ["untested", "no_response"],
      ["untested", "no_response"],
    ]);
  }
  const known = serverChecks(delegation(), BOTH, false);
  assert.deepEqual(known, serverChecks(delegation(), BOTH, true));
});

Deno.test("askServers, findDelegation - a server without authority does not show what a zone lacks", async () => {
  for (const isAuthoritative of [true, false]) {
    const queries = new ZoneQueries({
      client: {
        ...scriptedClient({
          "test SOA": [dnsRecord("test", "SOA", soa(1).data as never)],
          "test NS": [dnsRecord("test", "NS", "a.test")],
          "a.test A": [a("a.test", "1.1.1.1")],
        }),
        queryServer: (_, type) =>
          Promise.resolve(message({
            isAuthoritative,
            answers: type === "NS" ? [ns("ns.x.test")] : [],
          })),
      },
      policy,
      now: () => 0,
      serverPort: 53,
      fetchPolicy: () => Promise.resolve(null),
    }, { client: visitor, signal: new AbortController().signal });
    const server = { name: "a.test", ip: parseIp("1.1.1.1")! };
    const [{ keys, nameServers }] = await askServers(
      "x.test",
      [server],
      queries,
    );
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
  const queries = new ZoneQueries({
    client: {
      ...scriptedClient(script),
      queryServer: () => Promise.reject(new Error("not for names")),
    },
    policy,
    now: () => 0,
    serverPort: 53,
    fetchPolicy: () => Promise.resolve(null),
  }, { client: visitor, signal: new AbortController().signal });
  const unknown = { ...delegation(), referral: null };
  const of = async (names: string[]) => {
    const { addresses, isComplete, isTruncated } = await serverAddresses(
      names,
      unknown,
      queries,
    );
    return [addresses.map(({ ip }) => ip.text), isComplete, isTruncated];
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
  assert.deepEqual([(addresses as string[]).length, ...rest], [
    32,
    false,
    true,
  ]);
});
