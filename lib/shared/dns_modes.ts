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

/** Which name of a CNAME is searched: the alias, or the name it leads to. */
export const CNAME_SIDES = ["alias", "target"] as const;

export type CnameSide = typeof CNAME_SIDES[number];

export type PatternType = "rdns_pattern" | "cname_pattern";

/** Whether a mode searches names by a keyword. */
export function isPattern(type: DnsType): type is PatternType {
  return type === "rdns_pattern" || type === "cname_pattern";
}
