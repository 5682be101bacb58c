import type { CnameSide, DnsMatch, DnsType } from "../../shared/dns_modes.ts";
import { parseCidr } from "../../net/cidr.ts";
import type { AskedText, DnsQuery } from "./dns_query.ts";

const PREFIX = "/lookup/";

/** What a URL of the lookup page asks for: `/lookup/{query}`, or `?query=` as its form sends it. */
export function askedOf(url: URL): AskedText {
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
