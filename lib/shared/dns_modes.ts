/** What the lookup page can do, by the names in its URL. */
export const DNS_TYPES = [
  "dns_lookup",
  "rdns_lookup",
  "rdns_scan",
  "ip_domains",
  "rdns_pattern",
  "cname_pattern",
] as const;

export type DnsType = typeof DNS_TYPES[number];

/** Where in a name a keyword lies: it begins it, stands anywhere, or ends it. */
export const DNS_MATCHES = ["left", "middle", "right"] as const;

export type DnsMatch = typeof DNS_MATCHES[number];

export type PatternType = "rdns_pattern" | "cname_pattern";

interface DnsMode {
  label: string;
  /** What to type, in a sentence or two. */
  hint: string;
}

export const DNS_MODES: Readonly<Record<DnsType, DnsMode>> = {
  dns_lookup: {
    label: "DNS lookup",
    hint:
      "A domain name, such as example.com. Asks for its A, AAAA, MX, CNAME, NS and TXT records.",
  },
  rdns_lookup: {
    label: "Reverse DNS",
    hint:
      "An IPv4 or IPv6 address. Asks for its names, and whether they lead back to it.",
  },
  rdns_scan: {
    label: "Network scan",
    hint:
      "An IPv4 network of 4,096 addresses at most (/20), such as 192.0.2.0/24. Asks for the names of all of them.",
  },
  ip_domains: {
    label: "IP to domains",
    hint:
      "An address, or an IPv4 network of 1,024 addresses at most (/22). Names from reverse DNS now, and from what this server has seen before.",
  },
  rdns_pattern: {
    label: "rDNS search",
    hint:
      "At least 3 characters of a host name, among the reverse DNS names this server has seen.",
  },
  cname_pattern: {
    label: "CNAME search",
    hint:
      "At least 3 characters of a canonical name. Finds the aliases this server has seen of it.",
  },
};

export const MATCH_LABELS: Readonly<Record<DnsMatch, string>> = {
  left: "begins the name",
  middle: "anywhere in it",
  right: "ends the name",
};

/** Whether a mode searches names by a keyword. */
export function isPattern(type: DnsType): type is PatternType {
  return type === "rdns_pattern" || type === "cname_pattern";
}
