import { DNS_TYPES } from "../../shared/dns_modes.ts";
import type { TypedLookup } from "../../shared/lookup_view.ts";
import { type AskedText, defaultDnsType } from "./dns_query.ts";

const MAX_LENGTH = 1000;

/** A form as it was sent; what was not chosen is as the service would. */
export function typedLookup(
  { input, dnsType, dnsMatch, side }: AskedText,
): TypedLookup {
  return {
    query: input.slice(0, MAX_LENGTH),
    dnsType: DNS_TYPES.find((type) => type === dnsType) ??
      defaultDnsType(input.trim()),
    dnsMatch: dnsMatch ?? "middle",
    side: side ?? "alias",
  };
}
