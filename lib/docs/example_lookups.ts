import { INTERNAL_CLIENT } from "../core/fair_queue.ts";
import { LookupService } from "../lookup/lookup_service.ts";
import {
  DEFAULT_POLICY,
  type LookupDeps,
  type LookupIndex,
} from "../lookup/lookup_deps.ts";
import type { ZoneDeps } from "../lookup/zone/zone_servers.ts";
import { parseDnsQuery } from "../lookup/dns_query.ts";
import type { Envelope } from "../lookup/envelope.ts";
import type { DnsRecord } from "../dns/records.ts";
import { quotedString } from "../dns/presentation.ts";
import type { IndexRow } from "../dns/index/dns_index.ts";
import { LOOKUP_MODES } from "../lookup/modes.ts";
import { DNS_TYPES, type DnsType } from "../lookup/view/lookup_view.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../whois/registration.ts";

const NAME = "example.com";
const ADDRESS = "192.0.2.1";
const SERVER = "192.0.2.53";
const LIST = "list.example.net";
const ttl = 300;

function textData(joined: string) {
  return { joined, quoted: quotedString(joined) };
}

/** Records of names and addresses reserved for documentation (RFC 2606, RFC 5737, RFC 3849). */
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
  { name: NAME, type: "TXT", ttl, data: textData("v=spf1 mx -all") },
  {
    name: NAME,
    type: "CAA",
    ttl,
    data: { flags: 0, tag: "issue", value: "ca.example.net" },
  },
  {
    name: NAME,
    type: "HTTPS",
    ttl,
    data: {
      priority: 1,
      target: ".",
      params: [{ key: "alpn", values: ["h2", "h3"] }],
    },
  },
  { name: "1.2.0.192.in-addr.arpa", type: "PTR", ttl, data: NAME },
  { name: `1.2.0.192.${LIST}`, type: "A", ttl, data: "127.0.0.2" },
  {
    name: `1.2.0.192.${LIST}`,
    type: "TXT",
    ttl,
    data: textData("Listed, see https://list.example.net/192.0.2.1"),
  },
];

const client: LookupDeps["client"] = {
  isValidating: () => Promise.resolve(true),
  query(queriedName, type) {
    // Names from addresses end with a dot.
    const name = queriedName.replace(/\.$/, "");
    return Promise.resolve({
      rcode: "NOERROR",
      records: RECORDS.filter((record) =>
        record.name === name && record.type === type
      ),
      isCut: false,
      isAuthentic: true,
      extendedErrors: [],
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

/** The zone of the example, as its name servers tell it. */
const ZONE_RECORDS: readonly DnsRecord[] = [
  {
    name: NAME,
    type: "SOA",
    ttl,
    data: {
      primary: `ns1.${NAME}`,
      mailbox: `admin.${NAME}`,
      serial: 2026112301,
      refresh: 7200,
      retry: 3600,
      expire: 1_209_600,
      minimum: 300,
    },
  },
  { name: NAME, type: "NS", ttl, data: `ns1.${NAME}` },
  { name: NAME, type: "NS", ttl, data: `ns2.${NAME}` },
  { name: "com", type: "NS", ttl, data: `ns1.${NAME}` },
  {
    name: "com",
    type: "SOA",
    ttl,
    data: {
      primary: `ns1.${NAME}`,
      mailbox: `admin.${NAME}`,
      serial: 1,
      refresh: 1800,
      retry: 900,
      expire: 604_800,
      minimum: 900,
    },
  },
  { name: `ns1.${NAME}`, type: "A", ttl, data: "192.0.2.53" },
  { name: `ns2.${NAME}`, type: "AAAA", ttl, data: "2001:db8::53" },
  ...RECORDS.filter(({ type }) => type === "MX" || type === "TXT"),
  { name: `mail.${NAME}`, type: "A", ttl, data: "192.0.2.25" },
];

const matching = (name: string, type: string) =>
  ZONE_RECORDS.filter((record) => record.name === name && record.type === type);

const zoneClient: ZoneDeps["client"] = {
  ...client,
  query: async (name, type, options) => ({
    ...await client.query(name, type, options),
    records: matching(name, type),
  }),
  queryServer: (name, type) =>
    Promise.resolve({
      rcode: name === "." ? "REFUSED" : "NOERROR",
      isAuthoritative: name !== ".",
      answers: matching(name, type),
      authorities: [],
      additionals: [
        ...matching(`ns1.${NAME}`, "A"),
        ...matching(`ns2.${NAME}`, "AAAA"),
      ],
    }),
};

/** Doesn't hide reserved addresses, because the examples consist of them. */
const policy = { ...DEFAULT_POLICY, isReserved: () => false };

/** A read-only index with two rows. */
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
 * An example response of each mode, generated by the real lookup code from fixed
 * records, without network access.
 *
 * @param atMs milliseconds since the epoch
 */
export async function exampleLookups(
  atMs: number,
): Promise<Record<DnsType, Envelope>> {
  const index = indexAt(atMs);
  const now = () => atMs;
  const blocklists = [{ name: LIST, zone: LIST }];
  const lookup = new LookupService({
    client,
    index,
    policy,
    blocklists,
    zone: {
      client: zoneClient,
      serverPort: 53,
      fetchPolicy: () => Promise.resolve(null),
    },
    now,
  });
  const { signal } = new AbortController();
  const answer = async (type: DnsType) => {
    const query = parseDnsQuery({
      input: LOOKUP_MODES[type].example,
      dnsType: type,
      dnsMatch: null,
      cursor: null,
    });
    return [type, await lookup.run(query, { client: INTERNAL_CLIENT, signal })];
  };
  return Object.fromEntries(await Promise.all(DNS_TYPES.map(answer)));
}

const registeredAt = "1995-08-14T04:00:00.000Z";
const changedAt = "2026-01-16T18:26:50.000Z";
const expiresAt = "2026-08-13T04:00:00.000Z";

/** An example registration of a name reserved for documentation (RFC 2606). */
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
    registrarIanaId: "9999",
    contacts: [{
      handle: null,
      roles: ["abuse"],
      name: "Abuse desk",
      organisation: null,
      address: [],
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
    nameServers: [{ name: "ns.example.com", addresses: ["192.0.2.53"] }],
    dnssec: { isSigned: false, dsRecords: [], keys: [] },
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
