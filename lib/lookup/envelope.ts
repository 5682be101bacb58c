import { AppError } from "../core/errors.ts";
import { type DnsQuery, parseDnsQuery, type RawQuery } from "./dns_query.ts";
import { z } from "zod";
import {
  DNS_MATCHES,
  DNS_TYPES,
  type DnsType,
  FOUND_MEANINGS,
  TOTAL_MEANINGS,
} from "./view/lookup_view.ts";

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
export function echoOfAsked(asked: RawQuery): DnsEcho {
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

const time = z.iso.datetime();
/** In UTC. The index tells no one at what hour somebody looked something up. */
const day = z.iso.date();
/** Names are in lower case, escaped as in master files, without a trailing dot. */
const record = z.strictObject({
  /** Whose record it is: behind aliases not the name that was asked for. */
  name: z.string(),
  value: z.string(),
  /** Seconds. */
  ttl: z.number(),
});
const records = z.array(record);
/** Null where no server answered. */
const rcode = z.string().nullable();

const reservedAddresses = z.number().describe(
  "Addresses not looked up because they are reserved.",
);

/** What a mode finds, by its name. */
export const DNS_DATA = {
  dns_lookup: z.strictObject({
    records: z.strictObject({
      A: records,
      AAAA: records,
      MX: z.array(record.extend({ preference: z.number() })),
      CNAME: records,
      NS: records,
      TXT: records,
    }),
    rcode: z.strictObject({
      A: rcode,
      AAAA: rcode,
      MX: rcode,
      CNAME: rcode,
      NS: rcode,
      TXT: rcode,
    }),
    cname_chain: records,
    withheld: z.strictObject({ A: z.number(), AAAA: z.number() })
      .describe(
        "Records withheld because they hold reserved addresses, unless LOOKUP_PRIVATE is on.",
      ),
  }),
  rdns_lookup: z.strictObject({
    ip: z.string(),
    ptr: z.array(z.strictObject({
      value: z.string(),
      ttl: z.number(),
      /** Whether the name leads back to the address; null where nobody could tell. */
      forward_confirmed: z.boolean().nullable(),
    })),
    /** Whether any of the names does. */
    forward_confirmed: z.boolean(),
    reserved_block: z.string().nullable().describe(
      "IANA's name for the block of a reserved address, for which no name server was asked; null for any other address.",
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
    reserved_addresses: reservedAddresses,
  }),
  rdns_pattern: z.strictObject({
    rows: z.array(z.strictObject({
      hostname: z.string(),
      ip: z.string(),
      first_seen_at: day,
      last_seen_at: day,
    })),
    withheld: z.number().describe(
      "Rows of this page withheld because their addresses are reserved.",
    ),
  }),
  cname_pattern: z.strictObject({
    rows: z.array(z.strictObject({
      alias: z.string(),
      target: z.string(),
      first_seen_at: day,
      last_seen_at: day,
    })),
  }),
} as const;

export type DataOf<Type extends DnsType> = z.infer<typeof DNS_DATA[Type]>;

/** What was asked for; null is what is not there, or could not be read. */
export const dnsEcho = z.strictObject({
  input: z.string(),
  normalized: z.string().nullable(),
  dns_type: z.string().nullable(),
  dns_match: z.string().nullable(),
});

export type DnsEcho = z.infer<typeof dnsEcho>;

/** The envelope around what a mode finds. */
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
      total: z.number().nullable().describe(TOTAL_MEANINGS[type]),
      found: z.number().describe(FOUND_MEANINGS[type]),
      elapsed_ms: z.number(),
      /** There is more than `data` holds. */
      truncated: z.boolean(),
    }),
    data: DNS_DATA[type],
    meta: z.strictObject({
      dns_type: z.literal(type),
      /** The name server that answered, `local` for one with a reserved address; null where several did, or none was asked. */
      resolver: z.string().nullable(),
      generated_at: time,
      /** Rows of the local index; null where it cannot be asked. */
      index_size: z.number().nullable(),
      next_cursor: z.string().nullable(),
    }),
  });
}

/** Any mode's envelope. */
export const dnsEnvelope = z.union(DNS_TYPES.map((type) => envelopeOf(type)));

type Head = z.infer<ReturnType<typeof envelopeOf>>;

export interface EnvelopeOf<Type extends DnsType> {
  ok: true;
  query: Head["query"] & { dns_type: Type };
  summary: Head["summary"];
  data: DataOf<Type>;
  meta: Head["meta"] & { dns_type: Type };
}

/** An envelope by the mode in its `meta`. */
export type Envelope = { [Type in DnsType]: EnvelopeOf<Type> }[DnsType];

/** Whether an envelope is of a mode. */
export function isEnvelopeOf<Type extends DnsType>(
  type: Type,
  envelope: { meta: { dns_type: DnsType } },
): envelope is EnvelopeOf<Type> {
  return envelope.meta.dns_type === type;
}
