import {
  type CnameSide,
  DNS_TYPES,
  type DnsMatch,
  type DnsType,
  type TypedLookup,
} from "./view/lookup_view.ts";
import { parseCidr } from "../net/cidr.ts";
import {
  defaultDnsType,
  type DnsQuery,
  parseDnsQuery,
  type RawQuery,
} from "./dns_query.ts";
import { AppError } from "../core/errors.ts";
import type { Language } from "../i18n/language.ts";
import { lookupTexts } from "./view/texts.ts";

const PREFIX = "/lookup/";

/** What a URL of the lookup page asks for: `/lookup/{query}`, or `?query=` as its form sends it. */
export function askedOf(url: URL): RawQuery {
  const { pathname, searchParams } = url;
  return {
    input: pathname.startsWith(PREFIX)
      ? decoded(pathname.slice(PREFIX.length))
      : searchParams.get("query") ?? "",
    dnsType: searchParams.get("dns_type"),
    dnsMatch: searchParams.get("dns_match"),
    cursor: searchParams.get("cursor"),
    side: searchParams.get("side"),
  };
}

/** Text with broken escapes stays as it is, to be refused as what it says. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a URL asks for JSON in place of the page. */
export function wantsJson({ searchParams }: URL): boolean {
  return searchParams.get("output") === "json";
}

/** The address of a lookup. A network keeps its slash. */
export function lookupPath(
  query: Pick<DnsQuery, "input" | "dnsType"> & {
    dnsMatch?: DnsMatch;
    side?: CnameSide;
  },
  more: { cursor?: string; output?: "json" } = {},
): string {
  const { dnsType, dnsMatch, side } = query;
  const input = query.input.trim();
  const segment = encodeURIComponent(input).replaceAll("%3A", ":");
  const path = parseCidr(input) ? segment.replace("%2F", "/") : segment;
  const parameters = new URLSearchParams({
    dns_type: dnsType satisfies DnsType,
    ...dnsMatch && { dns_match: dnsMatch },
    ...side && { side },
    ...more,
  });
  return `${PREFIX}${path}?${parameters}`;
}

const MAX_LENGTH = 1000;

/** A form as it was sent; what was not chosen is as the service would. */
export function typedLookup(
  { input, dnsType, dnsMatch, side }: RawQuery,
): TypedLookup {
  return {
    query: input.slice(0, MAX_LENGTH),
    dnsType: DNS_TYPES.find((type) => type === dnsType) ??
      defaultDnsType(input.trim()),
    dnsMatch: dnsMatch ?? "middle",
    side: side ?? "alias",
  };
}

/** Another mode that takes what was typed, where the one chosen does not. */
export interface Suggestion {
  label: string;
  path: string;
}

/** The mode that a refused text would fit; null where there is none. */
export function suggestionFor(
  asked: RawQuery,
  language: Language = "en",
): Suggestion | null {
  if (asked.dnsType === null) return null;
  try {
    const query = parseDnsQuery({ ...asked, dnsType: null });
    if (query.dnsType === asked.dnsType) return null;
    return {
      label: lookupTexts[language].modes[query.dnsType].label,
      path: lookupPath(query),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
