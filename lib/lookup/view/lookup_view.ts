/** The modes of the lookup page, by their names in the URL. */
export const DNS_TYPES = [
  "dns_lookup",
  "rdns_lookup",
  "rdns_scan",
  "ip_domains",
  "rdns_pattern",
  "cname_pattern",
  "dnsbl",
  "zone_check",
] as const;

export type DnsType = typeof DNS_TYPES[number];

/** The form's value for detecting the mode. */
export const AUTO = "";

/** The record types of a `dns_lookup`, in the order of the page. */
export const RECORD_TYPES = [
  "A",
  "AAAA",
  "CNAME",
  "HTTPS",
  "MX",
  "NS",
  "SRV",
  "TXT",
  "CAA",
  "SOA",
  "DS",
  "DNSKEY",
] as const;

/** Further record types that the form offers; any other can be typed, too. */
export const OTHER_RECORD_TYPES = [
  "CDNSKEY",
  "CDS",
  "CSYNC",
  "DNAME",
  "HINFO",
  "LOC",
  "NAPTR",
  "NSEC3PARAM",
  "OPENPGPKEY",
  "PTR",
  "RP",
  "RRSIG",
  "SMIMEA",
  "SSHFP",
  "SVCB",
  "TLSA",
  "URI",
  "ZONEMD",
] as const;

/** What the resolver's DNSSEC validation says of the records. */
export const DNSSEC_STATUSES = [
  "authenticated",
  "insecure",
  "bogus",
  "not_validated",
  "unknown",
] as const;

/**
 * Whether a name is that of a service, such as `_sip._tcp.example.com`. Others
 * have no SRV records.
 */
export function isServiceName(name: string): boolean {
  return name.startsWith("_");
}

/** Where a keyword must match: the start of the name, anywhere, or its end. */
export const DNS_MATCHES = ["left", "middle", "right"] as const;

export type DnsMatch = typeof DNS_MATCHES[number];

/** Which name of a CNAME is searched: the alias or its target. */
export const CNAME_SIDES = ["alias", "target"] as const;

export type CnameSide = typeof CNAME_SIDES[number];

export type PatternType = "rdns_pattern" | "cname_pattern";

/** Whether a mode searches names by keyword. */
export function isPattern(type: DnsType): type is PatternType {
  return type === "rdns_pattern" || type === "cname_pattern";
}

/** What is checked about a zone, in the order of the page. */
export const ZONE_CHECKS = [
  "delegation",
  "glue",
  "servers",
  "authority",
  "serials",
  "families",
  "tcp",
  "recursion",
  "dnssec",
  "signatures",
  "mx",
  "spf",
  "dmarc",
  "mta_sts",
  "tls_rpt",
] as const;

export type ZoneCheckName = typeof ZONE_CHECKS[number];

/** `untested`: something stood in the way, so neither is known. */
export const ZONE_STATES = ["ok", "missing", "wrong", "untested"] as const;

export type ZoneState = typeof ZONE_STATES[number];

/**
 * Why a blocklist gave no result for an address: no server responded; the servers
 * failed; the list refused the query; or the zone is no list of such addresses.
 */
export const BLOCKLIST_FAILURES = [
  "no_response",
  "server_failed",
  "query_refused",
  "no_list",
] as const;

export type BlocklistFailure = typeof BLOCKLIST_FAILURES[number];

/**
 * A table cell: a few words, a sentence, or a value that one click selects as a
 * whole. Addresses and names in it are links, unless it is plain.
 */
export type LookupCell =
  | string
  | { sentence: string }
  | { copy: string; isPlain?: boolean };

/** Results of one kind. */
export interface LookupTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly LookupCell[])[];
  /** Shown if there are no rows. */
  empty: string;
}

/** A result as the lookup page shows it. */
export interface LookupView {
  title: string;
  /** How many results, where from, and how fast. */
  summary: string;
  tables: readonly LookupTable[];
  /** What DNSSEC and the chain of aliases say; empty in other modes. */
  notes: readonly string[];
  /** The records as lines of a zone file; null in other modes. */
  zoneFile: string | null;
}

export interface LookupFormValues {
  query: string;
  dnsType: DnsType | typeof AUTO;
  dnsMatch: string;
  side: string;
  /** A record type; empty for all that are usual. */
  type: string;
}
