import assert from "node:assert/strict";
import { AppError } from "../../../../lib/core/errors.ts";
import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../../lib/dns/errors.ts";
import { envelopeOf } from "../../../../lib/lookup/envelope.ts";
import {
  DEFAULT_POLICY,
  type LookupPolicy,
  scanPool,
} from "../../../../lib/lookup/lookup_deps.ts";
import { checkZone } from "../../../../lib/lookup/zone/zone_check.ts";
import { caller } from "../../../support/caller.ts";
import { hasNsd, type Nsd, startNsd } from "../../../support/nsd.ts";
import { isFile } from "../../../support/programs.ts";
import { response } from "../scripted_client.ts";
import { all, verdictsOf } from "./zone_queries.ts";
import { SIGNER, signZone } from "../../../support/signed_zone.ts";

/** Loopback addresses stand for the servers of a zone and of its parent. */
const POLICY: LookupPolicy = { ...DEFAULT_POLICY, isReserved: () => false };

const queryOf = (name: string) => ({
  dnsType: "zone_check" as const,
  input: name,
  normalized: name,
});

async function check(
  name: string,
  resolver: Nsd,
  serverPort: number,
  policy = POLICY,
) {
  using client = new DnsClient({ nameServers: [resolver] });
  const text =
    "version: STSv1\nmode: enforce\nmx: mail.good.test\nmax_age: 1\n";
  const result = await checkZone(queryOf(name), {
    client,
    serverPort,
    policy,
    now: Date.now,
    scans: scanPool(),
    fetchPolicy: () => Promise.resolve({ status: 200, text }),
  }, caller);
  envelopeOf("zone_check").shape.data.parse(result.data);
  const { checks } = result.data;
  const evidence = Object.fromEntries(
    checks.map(({ check, evidence }) => [check, evidence]),
  );
  return { ...result, evidence, verdicts: verdictsOf(checks) };
}

const soa = (zone: string, serial: number) =>
  `$ORIGIN ${zone}.\n$TTL 60\n@ SOA ns1 root.invalid. ${serial} 3600 600 86400 60\n`;

const MAIL = [
  "@ MX 10 mail",
  "mail A 192.0.2.25",
  '@ TXT "v=spf1 mx include:_spf.good.test -all"',
  '_spf TXT "v=spf1 ip4:192.0.2.0/24 -all"',
  '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@good.test"',
  '_mta-sts TXT "v=STSv1; id=20261123"',
  "mta-sts A 192.0.2.80",
  '_smtp._tls TXT "v=TLSRPTv1; rua=mailto:a@good.test"',
];

const SERVERS = [
  "@ NS ns1",
  "@ NS ns2",
  "ns1 A 127.0.0.11",
  "ns2 A 127.0.0.12",
];

const cases = [
  [null, "name_servers_failed"],
  ["SERVFAIL", "name_servers_failed"],
  ["NXDOMAIN", "zone_not_found"],
] as const;
for (const [rcode, reason] of cases) {
  Deno.test(`checkZone - throws QUERY_FAILED with ${reason} at ${rcode ?? "silence"}`, async () => {
    using client = new DnsClient({ nameServers: [] });
    client.query = () =>
      rcode === null
        ? Promise.reject(new DnsError("timeout", "all are silent"))
        : Promise.resolve(response({ rcode }));
    const deps = {
      ...{ client, serverPort: 53, policy: POLICY, now: Date.now },
      scans: scanPool(),
      fetchPolicy: () => assert.fail("the policy was fetched"),
    };
    await assert.rejects(
      checkZone(queryOf("a.test"), deps, caller),
      (error) =>
        error instanceof AppError && error.status === 422 &&
        error.params.reason === reason,
    );
  });
}

Deno.test({
  name: "checkZone - finds what is right and what is wrong with real servers",
  ignore: !hasNsd() || !isFile(SIGNER),
  async fn() {
    const signed = await signZone("good.test", [...SERVERS, ...MAIL]);
    const bad = [
      "@ NS ns1",
      "@ NS ns4",
      "ns1 A 127.0.0.11",
      "ns3 A 127.0.0.13",
      "ns4 A 127.0.0.12",
      "@ MX 10 alias",
      "alias CNAME ns1",
      '@ TXT "v=spf1 +all"',
      '_dmarc TXT "v=DMARC1; p=none"',
    ].join("\n");
    // ns.invalid is the server that every zone of signZone begins with.
    const parent = `${soa("test", 1)}@ NS ns.parent\nns.parent A 127.0.0.10\n` +
      "good NS ns.invalid.\ngood NS ns1.good\ngood NS ns2.good\n" +
      `ns1.good A 127.0.0.11\nns2.good A 127.0.0.12\n${signed.ds}\n` +
      "bad NS ns1.bad\nbad NS ns3.bad\nns1.bad A 127.0.0.11\n" +
      "ns3.bad A 127.0.0.13\n";
    const zoneFiles = (serial: number) => ({
      "good.test": signed,
      "bad.test": { file: soa("bad.test", serial) + bad },
    });
    // Has all zones, and so answers as a resolver would.
    await using resolver = await startNsd({
      ...zoneFiles(1),
      test: { file: parent },
      invalid: { file: `${soa("invalid", 1)}@ NS ns\nns A 127.0.0.11\n` },
    });
    const { port } = resolver;
    const at = (last: number) => ({ ip: `127.0.0.${last}`, port });
    await using _parent = await startNsd({ test: { file: parent } }, at(10));
    await using _one = await startNsd(zoneFiles(1), at(11));
    await using _two = await startNsd(zoneFiles(2), at(12));
    await using _lame = await startNsd({ "other.test": "" }, at(13));

    const good = await check("www.good.test", resolver, port);
    const { zone, parent: above } = good.data;
    assert.deepEqual([zone, above], ["good.test", "test"]);
    assert.equal(good.isTruncated, false);
    assert.deepEqual(good.verdicts, {
      ...all("ok", "delegation glue servers authority serials tcp recursion"),
      ...all("ok", "signatures mx spf dmarc mta_sts tls_rpt"),
      families: "missing no_ipv6",
      // The resolver of this test does not validate.
      dnssec: "ok not_asked",
    });
    assert.match(
      good.evidence.dnssec.join("\n"),
      /^DS \d+ 13 2 [\da-f]{64}\nDNSKEY 257 3 13 ; \d+$/,
    );
    assert.deepEqual(good.evidence.spf, [
      'good.test. TXT "v=spf1 mx include:_spf.good.test -all"',
      '_spf.good.test. TXT "v=spf1 ip4:192.0.2.0/24 -all"',
      "lookups: 2/10",
    ]);
    assert.deepEqual(
      good.data.servers.map(({ name, ip, rcode, serial }) =>
        [name, ip, rcode, serial].join(" ")
      ),
      [
        "ns.invalid 127.0.0.11 NOERROR 1",
        "ns1.good.test 127.0.0.11 NOERROR 1",
        "ns2.good.test 127.0.0.12 NOERROR 1",
      ],
    );

    const wrong = await check("bad.test", resolver, port);
    assert.deepEqual(wrong.verdicts, {
      ...all("ok", "glue servers tcp recursion"),
      delegation: "wrong differs",
      authority: "wrong lame",
      serials: "wrong differ",
      families: "missing no_ipv6",
      dnssec: "missing",
      signatures: "missing",
      mx: "wrong alias",
      spf: "wrong allows_all",
      dmarc: "wrong monitors_only",
      mta_sts: "missing",
      tls_rpt: "missing",
    });
    assert.deepEqual(wrong.evidence.authority, [
      "ns3.bad.test (127.0.0.13): REFUSED, aa=0",
    ]);
    assert.deepEqual(wrong.evidence.delegation, [
      "test: NS ns1.bad.test ns3.bad.test",
      "bad.test: NS ns1.bad.test ns4.bad.test",
    ]);

    // By default, no server at a reserved address is queried.
    const hidden = await check("good.test", resolver, port, DEFAULT_POLICY);
    for (const { name, ip, rcode } of hidden.data.servers) {
      assert.deepEqual([ip, rcode], [null, null], name);
    }
    assert.notEqual(hidden.data.servers.length, 0);
    assert.equal(hidden.verdicts.authority, "untested not_queried");
    assert.equal(hidden.verdicts.delegation, "untested parent_silent");
  },
});
