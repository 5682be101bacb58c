import { AppError } from "../../http/errors.ts";
import { type AskedText, type DnsQuery, parseDnsQuery } from "./dns_query.ts";
import type { DnsEcho } from "./envelope.ts";

/** A query as an answer repeats it. */
export function echoOf(query: DnsQuery) {
  const { input, normalized, dnsType } = query;
  return {
    input,
    normalized,
    dns_type: dnsType,
    dns_match: "dnsMatch" in query ? query.dnsMatch : null,
  };
}

/** The same for a query that may be none: as it was sent, then. */
export function echoOfAsked(asked: AskedText): DnsEcho {
  try {
    return echoOf(parseDnsQuery(asked));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { input, dnsType, dnsMatch } = asked;
    return {
      input,
      normalized: null,
      dns_type: dnsType,
      dns_match: dnsMatch,
    };
  }
}
