import { formatText } from "../i18n/format.ts";
import { TIER_QUOTA } from "../accounts/account_record.ts";
import type {
  ApiDocs,
  EndpointDocs,
  ErrorDocs,
  ExampleDocs,
  HeaderDocs,
  ParameterDocs,
} from "./view/docs_view.ts";
import type { Language } from "../i18n/language.ts";
import { docsViewTexts } from "./view/texts.ts";
import { CODES, ERROR_STATUS } from "./error_codes.ts";
import { HEADERS, QUOTA_HEADERS, RATE_LIMIT_HEADERS } from "./headers.ts";
import type { DocumentOperation, OpenapiDocument } from "./document.ts";
import type { DocumentParameter } from "./openapi_schemas.ts";
import { OPERATIONS } from "./operations.ts";
import type { MediaType } from "./responses.ts";
import {
  apiTexts,
  groupText,
  type OperationId,
  operationText,
  parameterText,
} from "./texts.ts";

type Texts = typeof docsViewTexts["en"];

/** Maximum lines of an example that is shown unfolded. */
const SHORT_LINES = 8;

/** The parameters of each operation, whose texts can be shared. */
const parametersById = new Map(
  OPERATIONS.map(({ id, parameters = [] }) => [id, parameters] as const),
);

/** The id of a group, in the URL of its page. */
export function groupId(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

/** The API page of a document, with the texts of the language. */
export function docsView(
  document: OpenapiDocument,
  language: Language = "en",
): ApiDocs {
  const { introduction, errors } = apiTexts[language];
  const endpoints = Object.entries(document.paths).flatMap((
    [path, { get, post }],
  ) =>
    Object.entries({ get, post }).flatMap(([method, operation]) =>
      operation
        ? [{
          group: operation.tags[0],
          ...endpoint(method, path, operation, language),
        }]
        : []
    )
  );
  return {
    paragraphs: introduction,
    groups: document.tags.map(({ name: tag }) => {
      const [name, description] = groupText(language, tag);
      return {
        id: groupId(tag),
        name,
        description,
        endpoints: endpoints.filter(({ group }) => group === tag),
      };
    }),
    quotas: quotaText(language),
    quotaHeaders: headersOf(QUOTA_HEADERS, language),
    limitHeaders: headersOf(RATE_LIMIT_HEADERS, language),
    codes: CODES.map((code) => ({
      code,
      status: ERROR_STATUS[code],
      meaning: errors[code],
    })),
    errorExamples: errorExamples(document, docsViewTexts[language]),
  };
}

function endpoint(
  method: string,
  path: string,
  operation: DocumentOperation,
  language: Language,
): EndpointDocs {
  const { operationId: id, parameters = [] } = operation;
  const texts = docsViewTexts[language];
  const isSwitchedOff = operation["x-switched-off"] ?? false;
  const isOpen = method === "get" && operation.security.length === 0;
  // A browser shows nothing for a 204.
  const isShown = isOpen && operation.responses[200] !== undefined;
  return {
    id,
    method: method.toUpperCase(),
    path,
    ...operationText(language, id),
    parameters: parameters.map((parameter) =>
      parameterDocs(id, parameter, language)
    ),
    errors: errorsOf(operation),
    limit: limitText(operation, texts),
    curl: curlOf(method, operation),
    tryUrl: isShown && !isSwitchedOff ? operation["x-example-url"] : null,
    isSwitchedOff,
    examples: examplesOf(
      (operation.responses[200] ?? operation.responses[204]).content,
      texts,
    ),
  };
}

function parameterDocs(
  id: OperationId,
  { name, in: place, required, schema }: DocumentParameter,
  language: Language,
): ParameterDocs {
  const texts = docsViewTexts[language];
  const values = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  const described = parametersById.get(id)?.find((one) => one.name === name);
  return {
    name,
    place: place === "path"
      ? texts.inPath
      : required
      ? texts.inQueryRequired
      : texts.inQueryOptional,
    description: parameterText(language, id, name, described?.text),
    values: schema.const === undefined ? values : [String(schema.const)],
  };
}

function errorsOf({ responses }: DocumentOperation): ErrorDocs[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const codes = response["x-error-codes"];
    return codes ? [{ status, codes: [...codes] }] : [];
  });
}

function limitText(operation: DocumentOperation, texts: Texts): string {
  const limits = operation["x-rate-limits"];
  if (operation.security.length > 0) {
    const others = limits.map(({ requests }) =>
      formatText(texts.perMinute, { requests: `${requests}` })
    );
    return [texts.quotaLimit, ...others].join(texts.space);
  }
  if (limits.length === 0) return texts.noLimit;
  if (limits.length > 1) {
    const each = limits.map(({ bucket, requests }) =>
      formatText(texts.bucket, { bucket, requests: `${requests}` })
    );
    return formatText(texts.byBucket, { each: each.join(texts.comma) });
  }
  return formatText(texts.perMinute, { requests: `${limits[0].requests}` });
}

function curlOf(method: string, operation: DocumentOperation): string {
  const url = operation["x-example-url"];
  const body = operation.requestBody?.content["application/json"]?.example;
  return [
    "curl",
    operation.security.length > 0 && '-H "Authorization: Bearer $TOKEN"',
    method === "post" &&
    (body === undefined
      ? "--data-binary @file"
      : `--json ${quoted(JSON.stringify(body))}`),
    /^[\w:/.@-]+$/.test(url) ? url : quoted(url),
  ].filter(Boolean).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function examplesOf(
  content: Readonly<Record<string, MediaType>>,
  texts: Texts,
): ExampleDocs[] {
  const labels: Readonly<Record<string, string>> = {
    "application/json": texts.jsonResponse,
    "text/plain": texts.textResponse,
  };
  return Object.entries(content).flatMap(([type, { example, examples }]) => {
    if (examples) {
      return Object.entries(examples).map(([name, { value }]) =>
        shown(formatText(texts.responseOf, { name }), value)
      );
    }
    // The JSONP script only repeats the JSON example.
    if (example === undefined || type === "application/javascript") return [];
    return [shown(labels[type] ?? type, example)];
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

function quotaText(language: Language): string {
  const { quota, quotas, comma } = docsViewTexts[language];
  const each = Object.entries(TIER_QUOTA).map(([tier, requests]) =>
    formatText(quota, { tier, requests })
  );
  return formatText(quotas, { each: each.join(comma) });
}

function headersOf(
  named: Readonly<Record<string, keyof typeof HEADERS>>,
  language: Language,
): HeaderDocs[] {
  return Object.entries(named).map(([name, key]) => ({
    name,
    description: apiTexts[language].headers[key],
    example: String(HEADERS[key].example),
  }));
}

function errorExamples(
  { components }: OpenapiDocument,
  { errorForms }: Texts,
): ExampleDocs[] {
  return Object.entries(errorForms).flatMap(([name, label]) => {
    const { examples } = components.schemas[name];
    return Array.isArray(examples)
      ? examples.map((example) => shown(label, example))
      : [];
  });
}
