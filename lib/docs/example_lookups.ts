import { OWN_CLIENT } from "../core/caller.ts";
import { mapInTurns } from "../core/turns.ts";
import type { DnsClient } from "../dns/dns_client.ts";
import { LookupService } from "../lookup/lookup_service.ts";
import { DEFAULT_POLICY } from "../lookup/lookup_policy.ts";
import { parseDnsQuery } from "../lookup/dns_query.ts";
import type { Envelope } from "../lookup/envelope.ts";
import type { LookupIndex } from "../lookup/lookup_deps.ts";
import type { DnsRecord } from "../dns/records.ts";
import type { IndexRow } from "../dns/index/dns_index.ts";
import { DNS_TYPES, type DnsType } from "../lookup/view/lookup_view.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../whois/registration.ts";

const NAME = "example.com";
const ADDRESS = "192.0.2.1";
const SERVER = "192.0.2.53";
const ttl = 300;

/** A world of the names and addresses that are set apart for documentation (RFC 2606, RFC 5737, RFC 3849). */
const RECORDS: readonly DnsRecord[] = [
  { name: NAME, type: "A", ttl, data: ADDRESS },
  { name: NAME, type: "AAAA", ttl, data: "2001:db8::1" },
  {
    name: NAME,
    type: "MX",
    ttl,
    data: { preference: 10, exchange: `mail.${NAME}` },
  },
  { name: NAME, type: "NS", ttl, data: `ns.${NAME}` },
  { name: NAME, type: "TXT", ttl, data: "v=spf1 mx -all" },
  { name: "1.2.0.192.in-addr.arpa", type: "PTR", ttl, data: NAME },
];

/** What is asked for in each mode. */
const INPUTS: Readonly<Record<DnsType, string>> = {
  dns_lookup: NAME,
  rdns_lookup: ADDRESS,
  rdns_scan: "192.0.2.0/30",
  ip_domains: ADDRESS,
  rdns_pattern: NAME,
  cname_pattern: NAME,
};

const client: Pick<DnsClient, "query" | "queryPtr"> = {
  query(name, type) {
    return Promise.resolve({
      rcode: "NOERROR",
      records: RECORDS.filter((record) =>
        record.name === name && record.type === type
      ),
      isCut: false,
      isAuthentic: false,
      server: SERVER,
      elapsedMs: 0,
    });
  },
  async *queryPtr(ips) {
    for await (const ip of ips) {
      yield { ip, names: ip.text === ADDRESS ? [NAME] : [] };
    }
  },
};

/** Its addresses are those set apart for documentation, and are to be seen. */
const policy = { ...DEFAULT_POLICY, isReserved: () => false };

/** An index of two rows that takes no more. */
function indexAt(seenMs: number): LookupIndex {
  const seen = { firstSeenMs: seenMs, lastSeenMs: seenMs };
  const rows: IndexRow[] = [
    { kind: "ptr", name: NAME, value: ADDRESS, ...seen },
    { kind: "alias", name: `www.${NAME}`, value: NAME, ...seen },
  ];
  return {
    add() {},
    flush: () => Promise.resolve(),
    byAddress: () => Promise.resolve([]),
    search: ({ kind }) => {
      const found = rows.filter((row) => row.kind === kind);
      return Promise.resolve({ rows: found, next: null, total: found.length });
    },
    size: () => Promise.resolve({ rows: rows.length, bytes: 0 }),
  };
}

/**
 * What each mode answers, by the code that answers everybody, about names of
 * documentation: nobody is asked.
 *
 * @param now milliseconds since the epoch
 */
export async function exampleLookups(
  now: () => number,
): Promise<Record<DnsType, Envelope>> {
  const index = indexAt(now());
  const lookup = new LookupService({ client, index, policy, now });
  const { signal } = new AbortController();
  const answer = async (type: DnsType) => {
    const query = parseDnsQuery({
      input: INPUTS[type],
      dnsType: type,
      dnsMatch: null,
      cursor: null,
    });
    return [type, await lookup.run(query, { client: OWN_CLIENT, signal })];
  };
  return Object.fromEntries(await mapInTurns(DNS_TYPES, answer));
}

const registeredAt = "1995-08-14T04:00:00.000Z";
const changedAt = "2026-01-16T18:26:50.000Z";
const expiresAt = "2026-08-13T04:00:00.000Z";

/** A registration of a name that is set apart for documentation (RFC 2606); no registry is asked. */
export function exampleRegistration(fetchedAtMs: number): Registration {
  return {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: "example.com",
    subject: "example.com",
    source: "rdap",
    server: "rdap.example.net",
    objectType: "domain",
    handle: "EXAMPLE-1",
    registrar: "Example Registrar",
    contacts: [{
      roles: ["abuse"],
      name: "Abuse desk",
      organisation: null,
      emails: ["abuse@example.net"],
      phones: [],
      isRedacted: false,
    }],
    createdAt: registeredAt,
    updatedAt: changedAt,
    expiresAt,
    events: [
      { action: "registration", at: registeredAt },
      { action: "last changed", at: changedAt },
      { action: "expiration", at: expiresAt },
    ],
    statuses: ["active"],
    nameServers: ["ns.example.com"],
    links: [{
      rel: "self",
      href: "https://rdap.example.net/domain/example.com",
      type: "application/rdap+json",
    }],
    raw: {
      type: "json",
      text: '{"objectClassName":"domain","ldhName":"example.com"}',
    },
    fetchedAt: new Date(fetchedAtMs).toISOString(),
  };
}
