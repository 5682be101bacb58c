import {
  type CnameSide,
  DNS_TYPES,
  type DnsMatch,
  type DnsType,
  type LookupFormValues,
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

/** Whether a URL asks for JSON instead of the page. */
export function wantsJson({ searchParams }: URL): boolean {
  return searchParams.get("output") === "json";
}

/** The path of a lookup. A network keeps its slash. */
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

/**
 * The values of a submitted form, with the service's defaults for missing ones.
 */
export function formValuesOf(
  { input, dnsType, dnsMatch, side }: RawQuery,
): LookupFormValues {
  return {
    query: input.slice(0, MAX_LENGTH),
    dnsType: DNS_TYPES.find((type) => type === dnsType) ??
      defaultDnsType(input.trim()),
    dnsMatch: dnsMatch ?? "middle",
    side: side ?? "alias",
  };
}

/** Another mode that accepts the text. */
export interface Suggestion {
  label: string;
  path: string;
}

/** The mode that accepts a refused text; null if there is none. */
export function suggestionFor(
  rawQuery: RawQuery,
  language: Language = "en",
): Suggestion | null {
  if (rawQuery.dnsType === null) return null;
  try {
    const query = parseDnsQuery({ ...rawQuery, dnsType: null });
    if (query.dnsType === rawQuery.dnsType) return null;
    return {
      label: lookupTexts[language].modes[query.dnsType].label,
      path: lookupPath(query),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
