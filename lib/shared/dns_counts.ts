import type { DnsType } from "./dns_modes.ts";

/** What `summary.total` counts, by the mode; all of it, so far as that is known. */
export const TOTAL_MEANINGS: Readonly<Record<DnsType, string>> = {
  dns_lookup:
    "Records that the name has of the types asked for. Null if a type was not answered, or not all records were read.",
  rdns_lookup:
    "PTR names that the address has. Null if not all of them were read.",
  rdns_scan:
    "PTR names in the network. Null if an address was not asked or gave no answer, or has more names than are read.",
  ip_domains:
    "Pairs of an address and a name, from reverse DNS and the local index. Null if either could not tell all.",
  rdns_pattern:
    "Rows of the local index that match, on all pages together. Null if there are more than 1,000.",
  cname_pattern:
    "Rows of the local index that match, on all pages together. Null if there are more than 1,000.",
};

/** What `summary.found` counts, by the mode: what the response holds. */
export const FOUND_MEANINGS: Readonly<Record<DnsType, string>> = {
  dns_lookup: "Records in data.records, all types together.",
  rdns_lookup: "Names in data.ptr: 16 at most.",
  rdns_scan: "Rows in data.rows: 8,192 at most.",
  ip_domains: "Rows in data.rows: 4,096 at most.",
  rdns_pattern: "Rows in data.rows: 100 at most.",
  cname_pattern: "Rows in data.rows: 100 at most.",
};
