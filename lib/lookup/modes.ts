import type { DnsType } from "./view/lookup_view.ts";

interface LookupMode {
  /** The name of its response in the API's description. */
  readonly schema: string;
  /** An input with a response in the API's description. */
  readonly example: string;
  /** Its rate limit. Scans need many queries. */
  readonly bucket: "lookup" | "scan";
  /** What `summary.total` counts. Null if unknown. */
  readonly total: string;
  /** What `summary.found` counts: the items in the response. */
  readonly found: string;
  /** The columns of its CSV, by the names that JSON uses. */
  readonly columns: readonly string[];
}

export const LOOKUP_MODES = {
  dns_lookup: {
    schema: "DnsLookup",
    example: "example.com",
    bucket: "lookup",
    total:
      "Records of the name, all queried types together. Null if a type got no response, or not all records were read.",
    found: "Records in data.records, all types together.",
    columns: ["name", "type", "ttl", "value"],
  },
  rdns_lookup: {
    schema: "RdnsLookup",
    example: "192.0.2.1",
    bucket: "lookup",
    total: "PTR names that the address has. Null if not all of them were read.",
    found: "Names in data.ptr: 16 at most.",
    columns: ["ip", "value", "ttl", "forward_confirmed"],
  },
  rdns_scan: {
    schema: "RdnsScan",
    example: "192.0.2.0/30",
    bucket: "scan",
    total:
      "PTR names in the network. Null if an address was skipped or got no response, or has more names than are read.",
    found: "Rows in data.rows: 8,192 at most.",
    columns: ["ip", "hostname"],
  },
  ip_domains: {
    schema: "IpDomains",
    example: "192.0.2.1",
    /** Of an address; that of a network is a scan. */
    bucket: "lookup",
    total:
      "Pairs of an address and a name, from reverse DNS and the local index. Null if either is incomplete.",
    found: "Rows in data.rows: 4,096 at most.",
    columns: ["ip", "domain", "source", "seen_at"],
  },
  rdns_pattern: {
    schema: "RdnsPattern",
    example: "example.com",
    bucket: "lookup",
    total:
      "Rows of the local index that match, on all pages together. Null if there are more than 1,000.",
    found: "Rows in data.rows: 100 at most.",
    columns: ["hostname", "ip", "first_seen_at", "last_seen_at"],
  },
  cname_pattern: {
    schema: "CnamePattern",
    example: "example.com",
    bucket: "lookup",
    total:
      "Rows of the local index that match, on all pages together. Null if there are more than 1,000.",
    found: "Rows in data.rows: 100 at most.",
    columns: ["alias", "target", "first_seen_at", "last_seen_at"],
  },
  dnsbl: {
    schema: "Blocklists",
    example: "192.0.2.1",
    bucket: "lookup",
    total:
      "Blocklists that list the address. Null if one of them gave no usable response, or the address was not looked up.",
    found: "Blocklists that are known to list the address.",
    columns: ["list", "status", "codes", "texts", "error"],
  },
  zone_check: {
    schema: "ZoneCheck",
    example: "example.com",
    bucket: "scan",
    total: "Checks of the zone.",
    found: "Checks with a result: all but those that are untested.",
    columns: ["check", "state", "reason", "evidence"],
  },
} as const satisfies Record<DnsType, LookupMode>;
