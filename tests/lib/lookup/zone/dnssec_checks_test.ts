import assert from "node:assert/strict";
import type { DnsRecord } from "../../../../lib/dns/records.ts";
import {
  dnssecChecks,
  matches,
} from "../../../../lib/lookup/zone/dnssec_checks.ts";
import type {
  Delegation,
  ServerReport,
} from "../../../../lib/lookup/zone/zone_servers.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { message, verdictsOf } from "./zone_queries.ts";

/** The example of RFC 4509 section 2.3. */
const KEY = {
  flags: 256,
  protocol: 3,
  algorithm: 5,
  publicKey:
    "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==",
  keyTag: 60485,
};
const SIGNER = {
  keyTag: 60485,
  algorithm: 5,
  digestType: 2,
  digest: "d4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a",
};
const ZONE = "dskey.example.com";
const NOW = Date.UTC(2026, 10, 23, 12);

const key: DnsRecord = { name: ZONE, type: "DNSKEY", ttl: 60, data: KEY };
const ds: DnsRecord = { name: ZONE, type: "DS", ttl: 60, data: SIGNER };
const rrsig = (type: string, expires: string, begins = "20261101000000") => ({
  name: ZONE,
  type: "RRSIG" as const,
  ttl: 60,
  data: `${type} 5 3 60 ${expires} ${begins} 60485 ${ZONE}. AA==`,
});

Deno.test("matches - compares the digest with that of the key", () => {
  const [signer, key] = [{ data: SIGNER }, { data: KEY }];
  assert.equal(matches(ZONE, signer, key), true);
  assert.equal(matches("other.example", signer, key), false);
  const other = { data: { ...SIGNER, keyTag: 1 } };
  assert.equal(matches(ZONE, other, key), false);
  const unknown = { data: { ...SIGNER, digestType: 9 } };
  assert.equal(matches(ZONE, unknown, key), false);
});

const report = (
  keys: readonly DnsRecord[] | null,
  soaSignatures: readonly DnsRecord[],
): ServerReport => ({
  name: "ns",
  ip: parseIp("192.0.2.1")!,
  skipped: null,
  soa: message({ answers: soaSignatures }),
  elapsedMs: 1,
  nameServers: [],
  keys,
  answersTcp: true,
  isOpenResolver: false,
});

const LATER = "20261220000000";
const KEYS = [key, rrsig("DNSKEY", LATER)];
const SOA = [rrsig("SOA", LATER)];
const EARLY = [rrsig("SOA", LATER, "20261123120001")];
const NOW_BEGUN = [rrsig("SOA", LATER, "20261123120000")];
const endingOn = (date: string) => [rrsig("SOA", date)];
const OTHER = { ...ds, data: { ...SIGNER, digest: "00" } };

const checksOf = (
  signers: Delegation["signers"],
  reports: ServerReport[],
  isAuthentic: boolean | null = true,
) =>
  dnssecChecks(
    { zone: ZONE, parent: "example.com", referral: null, signers },
    reports,
    isAuthentic,
    NOW,
  );

const CASES: readonly [
  signers: Delegation["signers"],
  keys: readonly DnsRecord[] | null,
  soa: readonly DnsRecord[],
  isAuthentic: boolean | null,
  chain: string,
  signatures: string,
][] = [
  [[ds], KEYS, SOA, true, "ok", "ok"],
  [[ds], KEYS, SOA, null, "ok not_asked", "ok"],
  [[ds], KEYS, SOA, false, "wrong not_validated", "ok"],
  [[], KEYS, SOA, false, "wrong no_ds", "ok"],
  [[ds], [], [], false, "wrong no_keys", "wrong unsigned"],
  [[], [], [], false, "missing", "missing"],
  [null, KEYS, SOA, true, "untested parent_silent", "untested parent_silent"],
  [[ds], null, SOA, true, "untested zone_silent", "untested zone_silent"],
  [[OTHER], KEYS, SOA, false, "wrong no_match", "ok"],
  [[ds], KEYS, [], true, "ok", "wrong unsigned"],
  [[ds], [key], SOA, true, "ok", "wrong unsigned"],
  [[ds], KEYS, endingOn("20261123115959"), true, "ok", "wrong expired"],
  [[ds], KEYS, endingOn("20261123120000"), true, "ok", "wrong expires_soon"],
  [[ds], KEYS, endingOn("20261125115959"), true, "ok", "wrong expires_soon"],
  [[ds], KEYS, endingOn("20261125120000"), true, "ok", "ok"],
  [[ds], KEYS, EARLY, true, "ok", "wrong early"],
  [[ds], KEYS, NOW_BEGUN, true, "ok", "ok"],
];

Deno.test("dnssecChecks - follows the chain, and tells when signatures expire", () => {
  for (const [i, row] of CASES.entries()) {
    const [signers, keys, soa, isAuthentic, ...expected] = row;
    const found = checksOf(signers, [report(keys, soa)], isAuthentic);
    assert.deepEqual(Object.values(verdictsOf(found)), expected, String(i));
  }
});

Deno.test("dnssecChecks - each server with authority has to send signatures", () => {
  const of = (other: ServerReport) =>
    checksOf([ds], [report(KEYS, SOA), other])[1].reason;
  const { soa, ...unsigned } = report([key], [key]);
  assert.equal(of({ ...unsigned, soa }), "unsigned");
  assert.equal(of({ ...unsigned, soa, keys: KEYS }), "unsigned");
  assert.equal(of({ ...unsigned, soa, keys: null }), "unsigned");
  const lame = { ...soa!, isAuthoritative: false };
  assert.equal(of({ ...unsigned, soa: lame, keys: null }), null);
  const empty = { ...soa!, answers: [] };
  assert.equal(of({ ...unsigned, soa: empty, keys: null }), null);
});

Deno.test("dnssecChecks - a digest that it cannot compute is no broken chain", () => {
  const signers = [{ ...ds, data: { ...SIGNER, digestType: 3 } } as DnsRecord];
  const [chain] = checksOf(signers, [report([key], [])], null);
  assert.deepEqual([chain.state, chain.reason], ["untested", "unknown_digest"]);
});
