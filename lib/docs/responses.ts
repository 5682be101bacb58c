import { type JsonSchema, refTo } from "./schemas.ts";
import { COMMON_ERRORS, ERROR_STATUS, type ErrorCode } from "./error_codes.ts";
import { GEOIP2_CODES, geoip2Type } from "../http/responses.ts";
import type { Examples } from "./examples.ts";
import {
  CHALLENGE_HEADERS,
  headerRefs,
  QUOTA_HEADERS,
  RATE_LIMIT_HEADERS,
  RETRY_HEADERS,
} from "./headers.ts";
import {
  type Bodies,
  type BodySchema,
  type ErrorForm,
  type Example,
  type Operation,
} from "./operation.ts";
import { apiTexts } from "./texts.ts";

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DocumentResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, MediaType>>;
  /** Present in error responses. */
  readonly "x-error-codes"?: readonly ErrorCode[];
}

const TEXT: JsonSchema = { type: "string" };

/** Bodies without a schema of their own. */
const UNDESCRIBED: Readonly<Record<string, JsonSchema>> = {
  Text: TEXT,
  Html: TEXT,
  Script: TEXT,
  Bytes: { ...TEXT, contentMediaType: "application/octet-stream" },
  File: {},
  OpenApi: { type: "object" },
};

const NOT_MODIFIED: DocumentResponse = {
  description: "The response with the entity tag in If-None-Match is current.",
  content: {},
};

/** The responses of an operation, by status. */
export function responsesOf(
  operation: Operation,
  examples: Examples,
  isLimited: boolean,
): Record<string, DocumentResponse> {
  const byStatus = Map.groupBy(
    codesOf(operation, isLimited),
    (code) => ERROR_STATUS[code],
  );
  const success = Object.keys(operation.content).length > 0 ? 200 : 204;
  const responses: Record<string, DocumentResponse> = {
    [success]: successOf(
      operation,
      operation.example ?? examples.responses[operation.id],
    ),
  };
  if (operation.hasEtag) responses[304] = NOT_MODIFIED;
  for (const [status, other] of Object.entries(operation.others ?? {})) {
    const { description, content = {} } = other;
    responses[status] = { description, content: contentOf(content) };
  }
  for (const [status, codes] of byStatus) {
    responses[status] = errorOf(operation, status, codes);
  }
  if (operation.isMetered && operation.errorForm !== "Geoip2Error") {
    responses[429] = orLimited(quotaExhausted(examples), responses[429]);
  }
  return responses;
}

function codesOf(
  { errors = [] }: Operation,
  isLimited: boolean,
): Set<ErrorCode> {
  const limited = isLimited ? ["RATE_LIMIT_EXCEEDED" as const] : [];
  return new Set([...COMMON_ERRORS, ...errors, ...limited]);
}

function successOf(
  { content: bodies, isMetered }: Operation,
  example: Example = {},
): DocumentResponse {
  return {
    description: "Success.",
    ...isMetered && { headers: headerRefs(QUOTA_HEADERS) },
    content: contentOf(bodies, example),
  };
}

function contentOf(
  bodies: Bodies,
  example: Example = {},
): Record<string, MediaType> {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, schemas]) => [
      type,
      { schema: schemaOf(schemas), ...exampleIn(type, example) },
    ]),
  );
}

function schemaOf(schemas: readonly BodySchema[]): JsonSchema {
  const [first, ...others] = schemas.map((body) => {
    const name = typeof body === "string" ? body : body.name;
    return UNDESCRIBED[name] ?? { $ref: refTo(name) };
  });
  return others.length > 0 ? { anyOf: [first, ...others] } : first;
}

function exampleIn(
  type: string,
  { value, named, text, script }: Example,
): Partial<MediaType> {
  if (type === "application/json" && named) {
    const examples = Object.entries(named).map(([name, value]) => [
      name,
      { value },
    ]);
    return { examples: Object.fromEntries(examples) };
  }
  const example = type.endsWith("+json") ? value : {
    "application/json": value,
    "application/javascript": script,
    "text/plain": text,
  }[type];
  return example === undefined ? {} : { example };
}

function errorOf(
  { errorForm, isMetered, isFallback, otherErrors }: Operation,
  status: number,
  codes: readonly ErrorCode[],
): DocumentResponse {
  const headers = headersOf(status, isMetered);
  const other = otherErrors?.[status];
  const content = errorContent(
    isFallback && status === 404 ? "Negotiated" : errorForm,
    codes,
  );
  const json = content["application/json"];
  return {
    description: codes.map((code) => `${code}: ${apiTexts.en.errors[code]}`)
      .join(" "),
    ...Object.keys(headers).length > 0 && { headers: headerRefs(headers) },
    content: other && json
      ? {
        ...content,
        "application/json": {
          ...json,
          schema: { anyOf: [json.schema, { $ref: refTo(other) }] },
        },
      }
      : content,
    "x-error-codes": codes,
  };
}

function headersOf(status: number, isMetered = false) {
  switch (status) {
    case 401:
      return CHALLENGE_HEADERS;
    case 429:
      return RATE_LIMIT_HEADERS;
    case 503:
      return RETRY_HEADERS;
    case 400:
    case 402:
    case 404:
      return isMetered ? QUOTA_HEADERS : {};
    default:
      return {};
  }
}

function errorContent(
  form: ErrorForm,
  codes: readonly ErrorCode[],
): Record<string, MediaType> {
  if (form === "Text") return { "text/plain": { schema: TEXT } };
  if (form === "Negotiated") {
    return {
      "text/plain": { schema: TEXT },
      ...errorContent("Error", codes),
      "text/html": { schema: TEXT },
    };
  }
  const schemaWith = (properties: object) => ({
    schema: { allOf: [{ $ref: refTo(form) }, { properties }] },
  });
  if (form === "Geoip2Error") {
    const names = new Set(codes.map((code) => GEOIP2_CODES[code] ?? code));
    const type = geoip2Type("error").split(";")[0];
    return { [type]: schemaWith({ code: { enum: [...names] } }) };
  }
  const error = { properties: { code: { enum: codes } } };
  return { "application/json": schemaWith({ error }) };
}

/** A 429 by the quota, or by a rate limit if there is one. */
function orLimited(
  exhausted: DocumentResponse,
  limited?: DocumentResponse,
): DocumentResponse {
  if (limited === undefined) return exhausted;
  const type = "application/json";
  const { schema, example } = exhausted.content[type];
  const anyOf = [schema, limited.content[type].schema];
  return {
    ...limited,
    description: `${exhausted.description} ${limited.description}`,
    headers: { ...exhausted.headers, ...limited.headers },
    content: { [type]: { schema: { anyOf }, example } },
  };
}

function quotaExhausted(
  { errors: { QuotaExhausted: example } }: Examples,
): DocumentResponse {
  const schema = { $ref: refTo("QuotaExhausted") };
  return {
    description:
      "The token's monthly quota is exhausted, or too small for a batch. Retry-After and quota.reset_at tell you when it resets.",
    headers: headerRefs({ ...RETRY_HEADERS, ...QUOTA_HEADERS }),
    content: { "application/json": { schema, example } },
    "x-error-codes": [],
  };
}
