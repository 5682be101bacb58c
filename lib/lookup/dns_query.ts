import { domainToASCII } from "node:url";
import type { ErrorParams } from "../core/error_reasons.ts";
import { InputError } from "../core/errors.ts";
import {
  type Cidr,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../net/cidr.ts";
import { MAX_DOMAIN_LENGTH, parseDnsName } from "../net/domain.ts";
import { parseQueryType, type QueryType } from "../dns/question.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import { hostOfInput } from "../net/target_input.ts";
import {
  CNAME_SIDES,
  type CnameSide,
  DNS_MATCHES,
  DNS_TYPES,
  type DnsMatch,
  type DnsType,
  isPattern,
} from "./view/lookup_view.ts";

/** A query as written in a URL; null or undefined for missing parameters. */
export interface RawQuery {
  input: string;
  dnsType?: string | null;
  dnsMatch?: string | null;
  cursor?: string | null;
  side?: string | null;
  /** The type of the records. */
  type?: string | null;
}

interface QueryText {
  /** As typed. */
  readonly input: string;
  /** The target in its normalized form. */
  readonly normalized: string;
}

/** What the query of each mode has as well. */
interface Targets {
  /** The type of the records; null for all that are usual. */
  dns_lookup: { readonly recordType: QueryType | null };
  rdns_lookup: { readonly ip: IpAddress };
  rdns_scan: { readonly cidr: Cidr };
  /** A single address is a block of one. */
  ip_domains: { readonly cidr: Cidr; readonly isNetwork: boolean };
  rdns_pattern: Pattern;
  /** Which name of a CNAME to search. */
  cname_pattern: Pattern & { readonly side: CnameSide };
  dnsbl: { readonly ip: IpAddress };
  zone_check: unknown;
}

interface Pattern {
  readonly dnsMatch: DnsMatch;
  /** Start of the page; null for the first page. */
  readonly cursor: string | null;
}

export type QueryOf<Type extends DnsType> =
  & QueryText
  & { readonly dnsType: Type }
  & Targets[Type];

export type DnsQuery = { [Type in DnsType]: QueryOf<Type> }[DnsType];

/** Limits for networks (shortest prefix) and keywords (in characters). */
const SCAN_PREFIX = 20;
const DOMAINS_PREFIX = 22;
const MIN_KEYWORD_LENGTH = 3;

/** The mode for a text if none is given. */
export function defaultDnsType(input: string): DnsType {
  const text = hostOfInput(input);
  if (parseIp(text)) return "rdns_lookup";
  return parseCidr(text) ? "rdns_scan" : "dns_lookup";
}

/**
 * Parses a query, without the spaces around it. A URL is cut to its host.
 *
 * @throws {InputError} 400 `INVALID_INPUT`
 */
export function parseDnsQuery(
  { input, dnsType, dnsMatch, cursor = null, side: sideText, type: typeText }:
    RawQuery,
): DnsQuery {
  const type = oneOf("dns_type", DNS_TYPES, dnsType) ?? defaultDnsType(input);
  const text = queriedText(input, type);
  const match = oneOf("dns_match", DNS_MATCHES, dnsMatch) ?? "middle";
  const side = oneOf("side", CNAME_SIDES, sideText) ?? "alias";
  const recordType = typeText ? recordTypeOf(typeText) : null;
  if (text === "") throw wrong({ reason: "query_required" });
  if (text.length > MAX_DOMAIN_LENGTH + 1) {
    throw wrong({ reason: "field_too_long", max: MAX_DOMAIN_LENGTH });
  }
  // A URL can contain characters that the form's field cannot send.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw wrong({ reason: "invisible_characters" });
  }
  if (isPattern(type)) {
    const normalized = keywordOf(text);
    const pattern = { input, normalized, dnsMatch: match, cursor };
    return type === "cname_pattern"
      ? { ...pattern, dnsType: type, side }
      : { ...pattern, dnsType: type };
  }
  switch (type) {
    case "dns_lookup":
      return { input, normalized: nameOf(text), dnsType: type, recordType };
    case "zone_check":
      return { input, normalized: nameOf(text), dnsType: type };
    case "rdns_lookup": {
      const ip = addressOf(text, { reason: "reverse_lookup_needs_address" });
      return { input, normalized: ip.text, dnsType: type, ip };
    }
    case "dnsbl": {
      const ip = addressOf(text, { reason: "blocklists_need_address" });
      return { input, normalized: ip.text, dnsType: type, ip };
    }
    case "rdns_scan": {
      const cidr = networkOf(text, SCAN_PREFIX);
      return { input, normalized: formatCidr(cidr), dnsType: type, cidr };
    }
    case "ip_domains":
      return { input, dnsType: type, ...addressesOf(text) };
  }
}

/**
 * The part of a text that is looked up: without spaces around it, and only the
 * host of a URL.
 */
export function queriedText(input: string, type: DnsType): string {
  // A keyword can look like the start of a path or the end of an e-mail address.
  const isKeyword = isPattern(type) && !input.includes("://");
  return isKeyword ? input.trim() : hostOfInput(input);
}

/** The value of a parameter that has a few; null if it is missing or empty. */
function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string | null | undefined,
): Value | null {
  if (!text) return null;
  const value = values.find((value) => value === text);
  if (value) return value;
  throw new InputError(name, { reason: "not_one_of", name, values });
}

function recordTypeOf(text: string): QueryType {
  const type = parseQueryType(text.trim());
  if (type !== null) return type;
  throw new InputError("type", { reason: "record_type_unknown" });
}

function nameOf(text: string): string {
  if (!/^[\d./]+$|:/.test(text)) {
    const domain = parseDnsName(text);
    if (domain) return domain.ascii;
    throw wrong({ reason: "dns_lookup_needs_domain" });
  }
  const reason = parseIp(text) || parseCidr(text)
    ? "dns_lookup_of_address"
    : text.includes("/")
    ? "cidr_malformed"
    : text.includes(":")
    ? "ipv6_malformed"
    : "ipv4_malformed";
  throw wrong({ reason });
}

function addressOf(text: string, error: ErrorParams): IpAddress {
  const ip = parseIp(text);
  if (ip === null) throw wrong(error);
  return unmapIpv4(ip);
}

function networkOf(text: string, minPrefixLength: number): Cidr {
  const parsed = text.includes("/") ? parseCidr(text) : null;
  const cidr = parsed && unmapIpv4Cidr(parsed);
  if (cidr?.address.family !== 4) {
    throw wrong({ reason: "network_malformed", minPrefixLength });
  }
  if (cidr.prefixLength < minPrefixLength) {
    throw wrong({ reason: "network_too_large", minPrefixLength });
  }
  return cidr;
}

function addressesOf(
  text: string,
): Pick<QueryOf<"ip_domains">, "normalized" | "cidr" | "isNetwork"> {
  if (text.includes("/")) {
    const cidr = networkOf(text, DOMAINS_PREFIX);
    return { normalized: formatCidr(cidr), cidr, isNetwork: true };
  }
  const ip = addressOf(text, {
    reason: "address_or_network_required",
    minPrefixLength: DOMAINS_PREFIX,
  });
  const cidr = { address: ip, prefixLength: ip.family === 4 ? 32 : 128 };
  return { normalized: ip.text, cidr, isNetwork: false };
}

/** Names are stored in lower-case ASCII, so keywords are converted, too. */
function keywordOf(text: string): string {
  if ([...text].length < MIN_KEYWORD_LENGTH) {
    throw wrong({ reason: "keyword_too_short", min: MIN_KEYWORD_LENGTH });
  }
  const lower = text.toLowerCase();
  const ascii = /^[ -~]*$/.test(lower) ? lower : domainToASCII(lower);
  if (ascii.length >= MIN_KEYWORD_LENGTH) return ascii;
  throw wrong({ reason: "keyword_impossible" });
}

function wrong(params: ErrorParams): InputError {
  return new InputError("query", params);
}
