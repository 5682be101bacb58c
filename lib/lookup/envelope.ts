import { AppError } from "../core/errors.ts";
import { type DnsQuery, parseDnsQuery, type RawQuery } from "./dns_query.ts";
import * as z from "zod";
import { LOOKUP_MODES } from "./modes.ts";
import {
  BLOCKLIST_FAILURES,
  DNS_MATCHES,
  DNSSEC_STATUSES,
  type DnsType,
  ZONE_CHECKS,
  ZONE_STATES,
} from "./view/lookup_view.ts";

/** A query as its response repeats it. */
export function echoQuery(query: DnsQuery) {
  const { input, normalized, dnsType } = query;
  return {
    input,
    normalized,
    dns_type: dnsType,
    dns_match: "dnsMatch" in query ? query.dnsMatch : null,
  };
}

/** The same for a query that may be invalid: it is repeated as it was sent. */
export function echoRawQuery(rawQuery: RawQuery): DnsEcho {
  try {
    return echoQuery(parseDnsQuery(rawQuery));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { input, dnsType = null, dnsMatch = null } = rawQuery;
    return {
      input,
      normalized: null,
      dns_type: dnsType,
      dns_match: dnsMatch,
    };
  }
}

const time = z.iso.datetime();
/**
 * In UTC. The index stores no time of day, because it would reveal when
 * somebody looked something up.
 */
const day = z.iso.date();
const seen = { first_seen_at: day, last_seen_at: day };
/**
 * Names are in lower case, escaped as in zone files, without a trailing dot.
 */
const record = z.strictObject({
  /** The owner of the record; after an alias, not the queried name. */
  name: z.string(),
  value: z.string(),
  /** Seconds. */
  ttl: z.number(),
});
const records = z.array(record);
/** Null if no server responded. */
const rcode = z.string().nullable();
const serviceBinding = record.extend({
  priority: z.number(),
  params: z.record(z.string(), z.array(z.string())),
});

const reservedAddresses = z.number().describe(
  "Addresses not looked up because they are reserved.",
);

export const DNS_DATA = {
  dns_lookup: z.strictObject({
    type: z.string().nullable().describe(
      "The requested record type; null for all that are usual.",
    ),
    records: z.strictObject({
      A: records,
      AAAA: records,
      MX: z.array(record.extend({ preference: z.number() })),
      CNAME: records,
      NS: records,
      TXT: z.array(record.extend({
        strings: z.string().describe(
          "The strings of the record, each quoted and escaped as in a zone file.",
        ),
      })).describe("The value is the strings joined without a separator."),
      SOA: z.array(record.extend({
        mailbox: z.string(),
        serial: z.number(),
        refresh: z.number(),
        retry: z.number(),
        expire: z.number(),
        minimum: z.number(),
      })).describe("The value is the zone's first name server."),
      CAA: z.array(record.extend({ flags: z.number(), tag: z.string() })),
      SRV: z.array(record.extend({
        priority: z.number(),
        weight: z.number(),
        port: z.number(),
      })).describe(
        "Queried only for names that start with an underscore, such as _sip._tcp.example.com.",
      ),
      HTTPS: z.array(serviceBinding).describe(
        "The value is the target. params has the values of each parameter, such as alpn; a parameter without a registered name is key and its number, with its value in hexadecimal digits.",
      ),
      DS: z.array(record.extend({
        key_tag: z.number(),
        algorithm: z.number(),
        digest_type: z.number(),
      })).describe("The value is the digest in hexadecimal digits."),
      DNSKEY: z.array(record.extend({
        key_tag: z.number(),
        flags: z.number(),
        protocol: z.number(),
        algorithm: z.number(),
      })).describe("The value is the public key in Base64."),
      PTR: records.optional(),
      SVCB: z.array(serviceBinding).optional(),
      other: z.array(record.extend({ type: z.string() })).optional().describe(
        "The records of a type without a list of its own, with their data as in a zone file.",
      ),
    }).describe(
      "With the parameter type, only the records of that type. PTR, SVCB and other are present only if their type was requested.",
    ),
    rcode: z.strictObject({
      A: rcode,
      AAAA: rcode,
      MX: rcode,
      CNAME: rcode,
      NS: rcode,
      TXT: rcode,
      SOA: rcode,
      CAA: rcode,
      SRV: rcode.describe("Null if it was not queried or no server responded."),
      HTTPS: rcode,
      DS: rcode,
      DNSKEY: rcode,
      PTR: rcode.optional(),
      SVCB: rcode.optional(),
      other: rcode.optional(),
    }).describe("Null if the type was not queried or no server responded."),
    cname_chain: records,
    alias_loop: z.boolean().describe(
      "Whether the aliases lead back to one of themselves, so that the name has no records.",
    ),
    dnssec: z.strictObject({
      status: z.enum(DNSSEC_STATUSES).describe(
        "What the resolver says. authenticated: it validated all usable responses. insecure: it validates, and at least one response was not signed. bogus: validation failed. not_validated: it does not validate. unknown: it is not known whether it does.",
      ),
      extended_errors: z.array(z.strictObject({
        code: z.number(),
        text: z.string(),
      })).describe("The extended DNS errors of the resolver (RFC 8914)."),
    }),
    withheld: z.strictObject({
      A: z.number(),
      AAAA: z.number(),
      HTTPS: z.number(),
    }).describe(
      "Reserved addresses withheld, unless LOOKUP_PRIVATE is on: A and AAAA records, and hints in HTTPS and SVCB records.",
    ),
  }),
  rdns_lookup: z.strictObject({
    ip: z.string(),
    ptr: z.array(z.strictObject({
      value: z.string(),
      ttl: z.number(),
      /** Whether the name resolves back to the address; null if unknown. */
      forward_confirmed: z.boolean().nullable(),
    })),
    forward_confirmed: z.boolean().nullable().describe(
      "Whether any of the names resolves back to the address; null if none is known to, and at least one was not looked up or got no response.",
    ),
    reserved_block: z.string().nullable().describe(
      "IANA's name for the block of a reserved address, for which no name server was queried; null for any other address.",
    ),
  }),
  rdns_scan: z.strictObject({
    cidr: z.string(),
    rows: z.array(z.strictObject({ ip: z.string(), hostname: z.string() })),
    scanned: z.number(),
    failed: z.number(),
    reserved_addresses: reservedAddresses,
  }),
  ip_domains: z.strictObject({
    rows: z.array(z.strictObject({
      ip: z.string(),
      domain: z.string(),
      source: z.enum(["ptr", "index"]),
      seen_at: day,
    })),
    failed: z.number().describe("Addresses without a response."),
    reserved_addresses: reservedAddresses,
  }),
  rdns_pattern: z.strictObject({
    rows: z.array(z.strictObject({
      hostname: z.string(),
      ip: z.string(),
      ...seen,
    })),
    withheld: z.number().describe(
      "Rows of this page withheld because their addresses are reserved.",
    ),
  }),
  cname_pattern: z.strictObject({
    rows: z.array(z.strictObject({
      alias: z.string(),
      target: z.string(),
      ...seen,
    })),
  }),
  zone_check: z.strictObject({
    zone: z.string(),
    parent: z.string().nullable().describe("Null if it was not found."),
    servers: z.array(z.strictObject({
      name: z.string(),
      ip: z.string().nullable().describe(
        "Null for a reserved address, which is not queried.",
      ),
      rcode: z.string().nullable().describe(
        "The response code for the SOA record; null if there was no response.",
      ),
      authoritative: z.boolean().nullable(),
      serial: z.number().nullable(),
      elapsed_ms: z.number().nullable(),
    })).describe("Each address of each name server, queried directly."),
    checks: z.array(z.strictObject({
      check: z.enum(ZONE_CHECKS),
      state: z.enum(ZONE_STATES),
      reason: z.string().nullable().describe(
        "Why the state is not ok, as a code; null if the state says it all.",
      ),
      evidence: z.array(z.string()).describe(
        "The records and responses that show it.",
      ),
    })),
  }),
  dnsbl: z.strictObject({
    ip: z.string(),
    rows: z.array(z.strictObject({
      list: z.string(),
      status: z.enum(["listed", "not_listed", "error"]),
      codes: z.array(z.string()).describe(
        "The addresses in the response. What they mean differs from list to list.",
      ),
      texts: z.array(z.string()).describe("The reasons that the list gives."),
      error: z.enum(BLOCKLIST_FAILURES).nullable().describe(
        "Null unless the status is error. query_refused: the list does not answer this server's resolver. no_list: the resolver invents responses, or the zone does not behave like a list of addresses of that family (RFC 5782 section 5).",
      ),
    })),
    listed: z.number().describe("Lists with the status listed."),
    unknown: z.number().describe("Lists with the status error."),
    reserved_block: z.string().nullable().describe(
      "IANA's name for the block of a reserved address, for which no list was queried; null for any other address.",
    ),
  }),
} as const;

export type DataOf<Type extends DnsType> = z.infer<typeof DNS_DATA[Type]>;

/** The query; null for parameters that are missing or invalid. */
export const dnsEcho = z.strictObject({
  input: z.string(),
  normalized: z.string().nullable(),
  dns_type: z.string().nullable(),
  dns_match: z.string().nullable(),
});

type DnsEcho = z.infer<typeof dnsEcho>;

export function envelopeOf<Type extends DnsType>(type: Type) {
  return z.strictObject({
    ok: z.literal(true),
    query: z.strictObject({
      input: z.string(),
      normalized: z.string(),
      dns_type: z.literal(type),
      dns_match: z.enum(DNS_MATCHES).nullable(),
    }),
    summary: z.strictObject({
      title: z.string(),
      total: z.number().nullable().describe(LOOKUP_MODES[type].total),
      found: z.number().describe(LOOKUP_MODES[type].found),
      elapsed_ms: z.number(),
      /** Whether there is more than `data` contains. */
      truncated: z.boolean(),
    }),
    data: DNS_DATA[type],
    meta: z.strictObject({
      dns_type: z.literal(type),
      /**
       * The name server that responded, `local` if its address is reserved;
       * null if there were several or none.
       */
      resolver: z.string().nullable(),
      generated_at: time,
      /** Rows in the local index; null if it is unavailable. */
      index_size: z.number().nullable(),
      next_cursor: z.string().nullable(),
    }),
  });
}

type Head = z.infer<ReturnType<typeof envelopeOf>>;

export interface EnvelopeOf<Type extends DnsType> {
  ok: true;
  query: Head["query"] & { dns_type: Type };
  summary: Head["summary"];
  data: DataOf<Type>;
  meta: Head["meta"] & { dns_type: Type };
}

/** An envelope, discriminated by the mode in its `meta`. */
export type Envelope = { [Type in DnsType]: EnvelopeOf<Type> }[DnsType];

export function isEnvelopeOf<Type extends DnsType>(
  type: Type,
  envelope: { meta: { dns_type: DnsType } },
): envelope is EnvelopeOf<Type> {
  return envelope.meta.dns_type === type;
}
