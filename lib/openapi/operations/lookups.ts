import type { Operation } from "../operation.ts";
import {
  asJson,
  cursor,
  dnsMatch,
  dnsType,
  inPath,
  side,
} from "../parameters.ts";

/** The schema of each mode's answer, by its name in `dns_type`. */
export const DNS_ANSWERS = {
  dns_lookup: "DnsLookup",
  rdns_lookup: "RdnsLookup",
  rdns_scan: "RdnsScan",
  ip_domains: "IpDomains",
  rdns_pattern: "RdnsPattern",
  cname_pattern: "CnamePattern",
} as const;

export const lookups = [
  {
    id: "lookUpDns",
    path: "/lookup/{query}",
    group: "DNS lookup",
    summary: "A DNS lookup in one of six modes",
    description: [
      "Records of a name; names of an address; names of an IPv4 network (/20 or smaller); domains of an address or a network (/22 or smaller); and searches among the reverse names and aliases seen here. That a name does not exist is an answer, no error.",
      "Scans of a network are counted apart from other lookups.",
    ],
    parameters: [
      inPath({
        name: "query",
        description:
          "A name, an address, an IPv4 network (its slash encoded as %2F or plain), or a keyword of at least 3 characters.",
        example: "example.com",
      }),
      asJson,
      dnsType,
      dnsMatch,
      side,
      cursor,
    ],
    answers: { "application/json": Object.values(DNS_ANSWERS) },
    errorForm: "LookupError",
    errors: [
      "INVALID_TARGET",
      "INVALID_INPUT",
      "QUERY_FAILED",
      "SERVICE_UNAVAILABLE",
    ],
    buckets: ["lookup", "scan"],
  },
  {
    id: "lookUpRegistration",
    path: "/whois/{target}",
    group: "Whois",
    summary: "The registration of a name, a network or an autonomous system",
    description: [
      "Asked for by RDAP, and by whois where a registry has no RDAP.",
    ],
    parameters: [
      inPath({
        name: "target",
        description:
          "A domain name, an address, a CIDR (its slash encoded as %2F or plain), or an AS number, with or without AS in front.",
        example: "example.com",
      }),
      asJson,
    ],
    answers: { "application/json": ["Registration"] },
    errorForm: "ApiError",
    errors: [
      "INVALID_TARGET",
      "INVALID_IPV4",
      "INVALID_IPV6",
      "INVALID_DOMAIN",
      "NOT_FOUND",
      "QUERY_FAILED",
      "SERVICE_UNAVAILABLE",
    ],
    buckets: ["lookup"],
    needs: "whois",
  },
] as const satisfies readonly Operation[];
