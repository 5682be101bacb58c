import {
  AUTO,
  type CnameSide,
  DNS_TYPES,
  type DnsMatch,
  type DnsType,
  isPattern,
  type LookupFormValues,
} from "./view/lookup_view.ts";
import { parseAsn } from "../net/target.ts";
import { formatCidr, parseCidr } from "../net/cidr.ts";
import { closestTarget, hostOfInput } from "../net/target_input.ts";
import {
  defaultDnsType,
  type DnsQuery,
  parseDnsQuery,
  queriedText,
  type RawQuery,
} from "./dns_query.ts";
import { AppError } from "../core/errors.ts";
import type { Language } from "../i18n/language.ts";
import { lookupTexts } from "./view/texts.ts";

const PREFIX = "/lookup/";

/**
 * The query in a URL of the lookup page: `/lookup/{query}`, or `?query=` as the
 * form sends it.
 */
export function rawQueryOf(url: URL): RawQuery {
  const { pathname, searchParams } = url;
  return {
    input: pathname.startsWith(PREFIX)
      ? decoded(pathname.slice(PREFIX.length))
      : searchParams.get("query") ?? "",
    dnsType: searchParams.get("dns_type"),
    dnsMatch: searchParams.get("dns_match"),
    cursor: searchParams.get("cursor"),
    side: searchParams.get("side"),
    type: searchParams.get("type"),
  };
}

/** Text with a broken percent-encoding stays as it is, and is refused later. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The formats besides the page, by their names in `output`. */
export type LookupOutput = typeof LOOKUP_OUTPUTS[number];

export const LOOKUP_OUTPUTS = ["json", "csv"] as const;

/** The path of a lookup. A network keeps its slash. */
export function lookupPath(
  query: Pick<DnsQuery, "input" | "dnsType"> & {
    dnsMatch?: DnsMatch;
    side?: CnameSide;
    recordType?: string | null;
  },
  more: { cursor?: string; output?: LookupOutput } = {},
): string {
  const { dnsType, dnsMatch, side, recordType } = query;
  const input = queriedText(query.input, dnsType);
  const segment = encodeURIComponent(input).replaceAll("%3A", ":");
  const path = parseCidr(input) ? segment.replace("%2F", "/") : segment;
  const parameters = new URLSearchParams({
    dns_type: dnsType satisfies DnsType,
    ...dnsMatch && { dns_match: dnsMatch },
    ...side && { side },
    ...recordType && { type: recordType },
    ...more,
  });
  return `${PREFIX}${path}?${parameters}`;
}

const MAX_LENGTH = 1000;
/** Of the names of record types, with some space. */
const MAX_TYPE_LENGTH = 20;

/**
 * The values of a submitted form, with the service's defaults for missing ones.
 * A mode that detection chooses as well is Auto, so that the next query can be
 * of another kind.
 */
export function formValuesOf(
  { input, dnsType, dnsMatch, side, type }: RawQuery,
): LookupFormValues {
  const chosen = DNS_TYPES.find((type) => type === dnsType) ?? AUTO;
  return {
    query: input.slice(0, MAX_LENGTH),
    dnsType: chosen === defaultDnsType(input) ? AUTO : chosen,
    dnsMatch: dnsMatch ?? "middle",
    side: side ?? "alias",
    type: type?.slice(0, MAX_TYPE_LENGTH) ?? "",
  };
}

/**
 * What was probably meant by a refused query: the mode that accepts the text,
 * or a text that is close to it; null if nothing is.
 */
export function suggestionFor(
  rawQuery: RawQuery,
  language: Language = "en",
): { label: string; path: string } | null {
  const { dnsType, input } = rawQuery;
  const other = dnsType ? accepted({ ...rawQuery, dnsType: null }) : null;
  if (other !== null && other.dnsType !== dnsType) {
    return {
      label: lookupTexts[language].modes[other.dnsType].label,
      path: lookupPath(other),
    };
  }
  // A keyword that is too short is not a misspelt name.
  if (isPatternName(dnsType)) return null;
  const closest = closestTarget(input);
  if (closest === null) return null;
  const meant = accepted({ ...rawQuery, input: closest }) ??
    accepted({ ...rawQuery, input: closest, dnsType: null });
  return meant && { label: closest, path: lookupPath(meant) };
}

function isPatternName(name: RawQuery["dnsType"]): boolean {
  return DNS_TYPES.some((type) => type === name && isPattern(type));
}

/** The query if it is valid, otherwise null. */
function accepted(rawQuery: RawQuery): DnsQuery | null {
  try {
    return parseDnsQuery(rawQuery);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The path of the whois page for a text that only whois can look up: an AS
 * number, or a network that is too large to scan; null for others.
 */
export function whoisPathFor({ input, dnsType }: RawQuery): string | null {
  if (dnsType) return null;
  const text = hostOfInput(input);
  const asn = parseAsn(text);
  if (asn !== null) return `/whois/AS${asn}`;
  const cidr = parseCidr(text);
  if (cidr === null || accepted({ input: text })) return null;
  return `/whois/${formatCidr(cidr)}`;
}
