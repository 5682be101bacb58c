import { z } from "zod";
import { dnsEcho, envelopeOf } from "../dns/lookup/envelope.ts";
import { geoipRecord } from "../profile/views/geoip.ts";
import { v1Record } from "../profile/views/v1.ts";
import { v2Record } from "../profile/views/v2.ts";
import {
  arrivedRequest,
  enrichAnswer,
  exitAnswer,
  jsonIp,
  portReport,
  resolverRow,
  resolversAnswer,
} from "./answer_schemas.ts";
import {
  apiError,
  lookupError,
  plainError,
  quotaExhaustedAnswer,
} from "./error_schemas.ts";
import { registrationAnswer } from "./registration_schema.ts";

/** Every schema of the document by its name there. */
export const SCHEMAS = {
  JsonIp: jsonIp,
  GeoipRecord: geoipRecord,
  V1Record: v1Record,
  V2Record: v2Record,
  DnsLookup: envelopeOf("dns_lookup"),
  RdnsLookup: envelopeOf("rdns_lookup"),
  RdnsScan: envelopeOf("rdns_scan"),
  IpDomains: envelopeOf("ip_domains"),
  RdnsPattern: envelopeOf("rdns_pattern"),
  CnamePattern: envelopeOf("cname_pattern"),
  DnsQuery: dnsEcho,
  Registration: registrationAnswer,
  ArrivedRequest: arrivedRequest,
  PortReport: portReport,
  Exit: exitAnswer,
  Enrichment: enrichAnswer,
  Resolver: resolverRow,
  Resolvers: resolversAnswer,
  Error: plainError,
  ApiError: apiError,
  LookupError: lookupError,
  QuotaExhausted: quotaExhaustedAnswer,
} as const satisfies Record<string, z.ZodType>;

export type SchemaName = keyof typeof SCHEMAS;

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a schema lies in the document. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The schemas as JSON Schema; one that holds another refers to it. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) {
    registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: refTo,
    override({ jsonSchema }) {
      // The format says it; a page of regular expression says it to nobody.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]),
  );
}

/** Without what says of a schema by itself which draft it is of, and where it lies. */
function bare(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !/^[$~]/.test(key)),
  );
}
