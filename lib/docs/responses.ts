import { type JsonSchema, refTo } from "./schemas.ts";
import { ERROR_CODES, type ErrorCode } from "./error_codes.ts";
import type { Example, Examples } from "./examples.ts";
import {
  CHALLENGE_HEADERS,
  headerRefs,
  QUOTA_HEADERS,
  RATE_LIMIT_HEADERS,
  RETRY_HEADERS,
} from "./headers.ts";
import type { DocumentResponse, MediaType } from "./openapi_document.ts";
import {
  type BodySchema,
  COMMON_ERRORS,
  type ErrorForm,
  type Operation,
} from "./operation.ts";

const TEXT: JsonSchema = { type: "string" };

/** Bodies without a schema of their own. */
const UNDESCRIBED: Readonly<Record<string, JsonSchema>> = {
  Text: TEXT,
  Html: TEXT,
  Script: TEXT,
  Bytes: { ...TEXT, contentMediaType: "application/octet-stream" },
  OpenApi: { type: "object" },
};

/** The responses of an operation, by status. */
export function responsesOf(
  operation: Operation,
  examples: Examples,
  isLimited: boolean,
): Record<string, DocumentResponse> {
  const byStatus = Map.groupBy(
    codesOf(operation, isLimited),
    (code) => ERROR_CODES[code].status,
  );
  const responses: Record<string, DocumentResponse> = {
    [successStatus(operation)]: successOf(
      operation,
      examples.responses[operation.id],
    ),
  };
  for (const [status, codes] of byStatus) {
    responses[status] = errorOf(operation, status, codes);
  }
  if (operation.isMetered) responses[429] = quotaExhausted(examples);
  return responses;
}

function successStatus({ content }: Operation): 200 | 204 {
  return Object.keys(content).length > 0 ? 200 : 204;
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
  const content = Object.entries(bodies).map(([type, schemas]) => [
    type,
    { schema: schemaOf(schemas), ...exampleIn(type, example) },
  ]);
  return {
    description: "Success.",
    ...isMetered && { headers: headerRefs(QUOTA_HEADERS) },
    content: Object.fromEntries(content),
  };
}

function schemaOf(schemas: readonly BodySchema[]): JsonSchema {
  const [first, ...others] = schemas.map((name) =>
    UNDESCRIBED[name] ?? { $ref: refTo(name) }
  );
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
  const example = {
    "application/json": value,
    "application/javascript": script,
    "text/plain": text,
  }[type];
  return example === undefined ? {} : { example };
}

function errorOf(
  { errorForm, isMetered }: Operation,
  status: number,
  codes: readonly ErrorCode[],
): DocumentResponse {
  const headers = headersOf(status, isMetered);
  return {
    description: codes.map((code) => `${code}: ${ERROR_CODES[code].meaning}`)
      .join(" "),
    ...Object.keys(headers).length > 0 && { headers: headerRefs(headers) },
    content: errorContent(errorForm, codes),
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
  const code = { enum: codes };
  const error = { properties: { code } };
  const schema = { allOf: [{ $ref: refTo(form) }, { properties: { error } }] };
  return { "application/json": { schema } };
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
