import { TIER_QUOTA } from "../accounts/tiers.ts";
import type {
  ApiDocs,
  EndpointDocs,
  ErrorDocs,
  ExampleDocs,
  HeaderDocs,
  ParameterDocs,
} from "../shared/api_docs_view.ts";
import { ERROR_CODES } from "./error_codes.ts";
import { HEADERS, LIMITED, QUOTA } from "./headers.ts";
import type {
  DocumentOperation,
  DocumentParameter,
  MediaType,
  OpenapiDocument,
  RateLimit,
} from "./openapi_document.ts";

/** What an example is called by its media type. */
const LABELS: Readonly<Record<string, string>> = {
  "application/json": "JSON answer",
  "text/plain": "Text answer",
};

/** Of an example that is shown without being asked for. */
const SHORT_LINES = 8;

/** The page of the API, out of its document. */
export function docsView(document: OpenapiDocument): ApiDocs {
  const endpoints = Object.entries(document.paths).flatMap((
    [path, { get, post }],
  ) =>
    Object.entries({ get, post }).flatMap(([method, operation]) =>
      operation
        ? [{ group: operation.tags[0], ...endpoint(method, path, operation) }]
        : []
    )
  );
  return {
    paragraphs: document.info.description.split("\n\n"),
    groups: document.tags.map(({ name, description }) => ({
      id: name.toLowerCase().replaceAll(" ", "-"),
      name,
      description,
      endpoints: endpoints.filter(({ group }) => group === name),
    })),
    quotas: quotaText(),
    quotaHeaders: headersOf(QUOTA),
    limitHeaders: headersOf(LIMITED),
    codes: Object.entries(ERROR_CODES).map(([code, rest]) => ({
      code,
      ...rest,
    })),
    errorExamples: errorExamples(document),
  };
}

function endpoint(
  method: string,
  path: string,
  operation: DocumentOperation,
): EndpointDocs {
  const { description, parameters = [] } = operation;
  const isSwitchedOff = operation["x-switched-off"] ?? false;
  const isOpen = method === "get" && operation.security.length === 0;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    paragraphs: description?.split("\n\n") ?? [],
    parameters: parameters.map(parameterDocs),
    errors: errorsOf(operation),
    limit: limitText(operation),
    curl: curlOf(method, operation),
    tryUrl: isOpen && !isSwitchedOff ? operation["x-example-url"] : null,
    isSwitchedOff,
    examples: examplesOf(operation.responses[200].content),
  };
}

function parameterDocs(
  { name, in: place, required, description, schema }: DocumentParameter,
): ParameterDocs {
  const values = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  return {
    name,
    place: place === "path"
      ? "in the path"
      : required
      ? "in the query, required"
      : "in the query, optional",
    description,
    values: schema.const === undefined ? values : [String(schema.const)],
  };
}

function errorsOf({ responses }: DocumentOperation): ErrorDocs[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const codes = response["x-error-codes"];
    return codes ? [{ status, codes: [...codes] }] : [];
  });
}

function limitText(operation: DocumentOperation): string {
  if (operation.security.length > 0) {
    return "One request of the token's monthly quota.";
  }
  const limits = operation["x-rate-limits"];
  if (limits.length === 0) return "Not limited.";
  if (limits.length === 1) return `${perMinute(limits[0])}.`;
  const each = limits.map(({ bucket, requests }) => `${requests} (${bucket})`);
  return `By what is asked for, ${each.join(", ")} requests a minute.`;
}

function perMinute({ requests, window_seconds }: RateLimit): string {
  const time = window_seconds === 60 ? "minute" : `${window_seconds} seconds`;
  return `${requests} request${requests === 1 ? "" : "s"} a ${time}`;
}

/** A line that a shell takes. */
function curlOf(method: string, operation: DocumentOperation): string {
  const url = operation["x-example-url"];
  const body = operation.requestBody?.content["application/json"].example;
  return [
    "curl",
    operation.security.length > 0 && '-H "Authorization: Bearer $TOKEN"',
    method === "post" && `--json ${quoted(JSON.stringify(body))}`,
    /^[\w:/.@-]+$/.test(url) ? url : quoted(url),
  ].filter(Boolean).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function examplesOf(
  content: Readonly<Record<string, MediaType>>,
): ExampleDocs[] {
  return Object.entries(content).flatMap(([type, { example, examples }]) => {
    if (examples) {
      return Object.entries(examples).map(([name, { value }]) =>
        shown(`Answer of ${name}`, value)
      );
    }
    // The script says nothing that the object in it does not.
    if (example === undefined || type === "application/javascript") return [];
    return [shown(LABELS[type] ?? type, example)];
  });
}

function shown(label: string, value: unknown): ExampleDocs {
  const text = typeof value === "string"
    ? value.trimEnd()
    : JSON.stringify(value, null, 2);
  const lines = text.split("\n").length;
  const size = lines === 1 ? "line" : lines <= SHORT_LINES ? "short" : "long";
  return { label, text, size };
}

function quotaText(): string {
  const plans = Object.entries(TIER_QUOTA).map(([tier, requests]) =>
    `${requests.toLocaleString("en")} (${tier})`
  );
  return `A token has ${
    plans.join(", ")
  } or as many requests a month as the administrator sets (vip).`;
}

function headersOf(
  named: Readonly<Record<string, keyof typeof HEADERS>>,
): HeaderDocs[] {
  return Object.entries(named).map(([name, key]) => {
    const { description, example } = HEADERS[key];
    return { name, description, example: String(example) };
  });
}

const ERROR_LABELS: Readonly<Record<string, string>> = {
  Error: "GeoIP and the other unversioned interfaces",
  ApiError: "V1, V2 and whois",
  LookupError: "DNS lookup",
  QuotaExhausted: "V2, where the quota is used up",
};

function errorExamples({ components }: OpenapiDocument): ExampleDocs[] {
  return Object.entries(ERROR_LABELS).flatMap(([name, label]) => {
    const { examples } = components.schemas[name];
    return Array.isArray(examples)
      ? examples.map((example) => shown(label, example))
      : [];
  });
}
