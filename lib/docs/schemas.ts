import { LOOKUP_MODES } from "../lookup/modes.ts";
import { DNS_TYPES, type DnsType } from "../lookup/view/lookup_view.ts";
import type { AddressSummary } from "../ipinfo/view/home_view.ts";
import * as z from "zod";
import { dnsEcho, envelopeOf } from "../lookup/envelope.ts";
import { CODES } from "./error_codes.ts";
import { registrationBody } from "../whois/registration_body.ts";
import type { echoRequest } from "../egress/echo_request.ts";
import { CLIENT_IP_HEADERS } from "../net/client_address.ts";
import type { NetworkRecord } from "../egress/network.ts";
import { LINE_TYPES } from "../ipinfo/risk/risk.ts";
import type { PortReport } from "../egress/port_checker.ts";
import type { ResolverRow } from "../egress/view/report.ts";
import { geoipRecord } from "../ipinfo/records/geoip.ts";
import { echoipRecord } from "../ipinfo/records/echoip.ts";
import { geoip2Record } from "../ipinfo/records/geoip2.ts";
import { GEOIP2_CODES } from "../http/responses.ts";
import { ipApiRecord } from "../ipinfo/records/ip_api.ts";
import { v1Record } from "../ipinfo/records/v1.ts";
import { v2Record } from "../ipinfo/records/v2.ts";

const error = z.strictObject({
  code: z.enum(CODES),
  message: z.string().describe("A one-sentence message for people."),
});

/** An error of the unversioned APIs. */
const plainError = z.strictObject({ error });

/** An error of V1, V2 and whois. */
const apiError = z.strictObject({ ok: z.literal(false), error });

/** An error of MaxMind's web services. */
const geoip2Error = z.strictObject({
  code: z.enum(
    CODES.map((code) => GEOIP2_CODES[code] ?? code),
  ),
  error: z.string().describe("A one-sentence message for people."),
});

/** An error of DNS lookup. */
const lookupError = z.strictObject({
  ok: z.literal(false),
  query: dnsEcho.nullable().describe("The query as it was understood."),
  error,
});

/** A response of the Model Context Protocol, in JSON-RPC 2.0. */
const mcpResponse = z.strictObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]).optional().describe(
    "That of the request; absent if it cannot be read.",
  ),
  result: z.record(z.string(), z.unknown()).optional().describe(
    "As the protocol defines it for the method; absent after an error.",
  ),
  error: z.strictObject({
    code: z.int(),
    message: z.string().describe("For developers of clients."),
    data: z.record(z.string(), z.unknown()).optional(),
  }).optional(),
});

const v1Batch = z.array(z.union([v1Record, apiError]));
const v2Batch = z.array(z.union([v2Record, apiError]));

/** The response for a token whose quota is used up, or too small for a batch. */
const quotaExhaustedBody = z.strictObject({
  ok: z.literal(false),
  error: z.string().describe("A one-sentence message for people."),
  quota: z.strictObject({
    limit: z.int().min(0),
    remaining: z.int().min(0).describe(
      "More than 0 if a batch needs more than what is left.",
    ),
    reset_at: z.iso.datetime(),
  }),
});

/** A response of a registry that is no registration. */
const registryError = z.strictObject({
  ok: z.literal(false),
  error,
  data: z.strictObject({
    raw: z.string().describe("The registry's response, as it was sent."),
  }),
  meta: registrationBody.shape.meta,
});

export const address = z.string().describe(
  "An IPv4 address, or an IPv6 address in RFC 5952 form.",
);
export const family = z.literal([4, 6]);

const jsonIp = z.strictObject({ ip: address });

const echoedRequest = z.strictObject({
  method: z.string(),
  url: z.string(),
  http_version: z.enum(["1.1", "2"]).describe(
    "The HTTP version of the last hop to this server, inferred from the headers.",
  ),
  headers: z.array(z.tuple([z.string(), z.string()])).describe(
    "Names and values, sorted by name. The values of secrets are hidden.",
  ),
  client: z.strictObject({
    ip: address,
    via: z.enum(["peer", ...CLIENT_IP_HEADERS]).describe(
      "Where the address comes from: the connection or a header from a trusted proxy.",
    ),
    peer: address.describe("The address at the other end of the connection."),
  }),
}) satisfies z.ZodType<ReturnType<typeof echoRequest>>;

const portReport = z.strictObject({
  ip: address,
  port: z.int().min(1).max(65535),
  reachable: z.boolean(),
  ms: z.int().min(0).nullable().describe(
    "Milliseconds until the connection was established; null if it failed.",
  ),
}) satisfies z.ZodType<PortReport>;

/** The same in the format of echoip. */
const echoipPort = portReport.omit({ ms: true });

/** The GeoIP objects of several addresses. */
const enrichBody = z.strictObject({
  families: z.strictObject({
    state: z.enum(["leak", "unsure", "differ"]),
    text: z.string(),
  }).nullable().optional().describe(
    "Only with `families`; null if there is nothing to say.",
  ),
  summaries: z.array(
    z.strictObject({
      flag: z.string().describe("The country's code in lower case."),
      place: z.string(),
      holder: z.string(),
    }) satisfies z.ZodType<AddressSummary>,
  ).optional().describe(
    "Only with `families`: the lines of the home page about each address. Empty texts are unknown.",
  ),
  rows: z.array(geoipRecord).describe("In the order of the request."),
  networks: z.array(
    z.strictObject({
      ip: address,
      kind: z.enum(LINE_TYPES).nullable().describe("Null if unknown."),
      tunnel: z.enum(["tor", "vpn", "proxy", "relay"]).nullable().describe(
        "Null if no list and no source says so.",
      ),
      public_dns: z.string().nullable().describe(
        "The public DNS service whose resolvers the network has.",
      ),
      uncertain_country: z.string().nullable().describe(
        "The names of two countries, if it is uncertain which one it is. The record in rows has one of them.",
      ),
      is_country_sure: z.boolean().describe(
        "Whether the country in rows is right in at least four of five cases.",
      ),
      is_registered: z.boolean().describe(
        "Whether the autonomous system in rows is only the one to which the address is registered.",
      ),
      unchecked: z.array(z.enum(["vpn", "proxy", "tor"])).describe(
        "What no loaded list or source could reveal about the address.",
      ),
    }) satisfies z.ZodType<NetworkRecord>,
  ).describe(
    "What the leak test knows of each address, in the same order.",
  ),
});

/** A resolver that queried a name with the nonce. */
const resolverRow = z.strictObject({
  ip: address,
  family,
  protocol: z.enum(["udp", "tcp"]),
  subnet: z.string().nullable().describe("EDNS client subnet, as a CIDR."),
  via_v6_only: z.boolean().describe(
    "Whether the resolver reached the IPv6-only name server.",
  ),
}) satisfies z.ZodType<ResolverRow>;

const resolversBody = z.strictObject({
  nonce: z.string(),
  resolvers: z.array(resolverRow),
});

const rangeList = z.strictObject({
  country: z.string().optional(),
  asn: z.int().optional(),
  prefixes: z.array(z.string()).describe("CIDRs, IPv4 first."),
});

const lookupResponses = Object.fromEntries<z.ZodType>(
  DNS_TYPES.map((type) => [LOOKUP_MODES[type].schema, envelopeOf(type)]),
) as Record<(typeof LOOKUP_MODES)[DnsType]["schema"], z.ZodType>;

/** The schemas that several operations have, or that other code uses, by name. */
export const SCHEMAS = {
  JsonIp: jsonIp,
  GeoipRecord: geoipRecord,
  RangeList: rangeList,
  V1Record: v1Record,
  V2Record: v2Record,
  V1Batch: v1Batch,
  V2Batch: v2Batch,
  ...lookupResponses,
  DnsQuery: dnsEcho,
  Registration: registrationBody,
  EchoedRequest: echoedRequest,
  PortReport: portReport,
  EchoipRecord: echoipRecord,
  EchoipPort: echoipPort,
  Geoip2Record: geoip2Record,
  IpApiRecord: ipApiRecord,
  IpApiBatch: z.array(ipApiRecord),
  Enrichment: enrichBody,
  Resolver: resolverRow,
  Resolvers: resolversBody,
  Error: plainError,
  ApiError: apiError,
  LookupError: lookupError,
  Geoip2Error: geoip2Error,
  RegistryError: registryError,
  QuotaExhausted: quotaExhaustedBody,
  McpResponse: mcpResponse,
} as const satisfies Record<string, z.ZodType>;

export type SchemaName = keyof typeof SCHEMAS;

/** A JSON Schema (draft 2020-12), as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The reference to a schema of the document. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
