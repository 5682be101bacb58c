import type { Envelope, EnvelopeOf } from "../../../lib/lookup/envelope.ts";
import type { DnsType } from "../../../lib/lookup/view/lookup_view.ts";
import { lists, rcodes } from "./records.ts";

/** What a response has unless a test says otherwise: nothing. */
const DEFAULTS: { [Type in DnsType]: Partial<EnvelopeOf<Type>["data"]> } = {
  dns_lookup: {
    type: null,
    records: lists(),
    rcode: rcodes(),
    cname_chain: [],
    alias_loop: false,
    dnssec: { status: "insecure", extended_errors: [] },
    withheld: { A: 0, AAAA: 0, HTTPS: 0 },
  },
  rdns_lookup: {
    ip: "10.0.0.1",
    ptr: [],
    forward_confirmed: false,
    reserved_block: null,
  },
  rdns_scan: {
    cidr: "n",
    rows: [],
    scanned: 0,
    failed: 0,
    reserved_addresses: 0,
  },
  ip_domains: { rows: [], failed: 0, reserved_addresses: 0 },
  rdns_pattern: { rows: [], withheld: 0 },
  cname_pattern: { rows: [] },
  dnsbl: { ip: "n", rows: [], listed: 0, unknown: 0, reserved_block: null },
  zone_check: {},
};

/** An envelope of a mode. */
export function envelope<Type extends DnsType>(
  dns_type: Type,
  data: Partial<Omit<EnvelopeOf<Type>["data"], "records">> & {
    records?: object;
  } = {},
  summary: Partial<Envelope["summary"]> = {},
): EnvelopeOf<Type> {
  return {
    ok: true,
    query: { input: "i", normalized: "n", dns_type, dns_match: null },
    summary: {
      title: "A title",
      total: 4096,
      found: 1234,
      elapsed_ms: 56,
      truncated: false,
      ...summary,
    },
    data: { ...DEFAULTS[dns_type], ...data } as EnvelopeOf<Type>["data"],
    meta: {
      dns_type,
      resolver: null,
      generated_at: "2026-11-21T12:00:00.000Z",
      index_size: 1,
      next_cursor: null,
    },
  };
}
