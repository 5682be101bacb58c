import type { BucketLimits } from "../limits/bucket.ts";
import type { OpenapiSchemas, OperationSchemas } from "./openapi_schemas.ts";
import type { JsonSchema } from "./schemas.ts";
import type { Examples } from "./examples.ts";
import { HEADERS } from "./headers.ts";
import type { Feature, Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { responsesOf } from "./responses.ts";
import { apiTexts, operationText } from "./texts.ts";

export interface DocumentSite {
  /** The version of Porthole. */
  readonly version: string;
  readonly origin: string;
  readonly apiOrigin?: string;
  readonly v4Origin?: string;
  readonly v6Origin?: string;
  /** Requests per window; 0 means no limit. */
  readonly limits: BucketLimits;
  /** Features that the operator has not enabled. */
  readonly missing: ReadonlySet<Feature>;
  readonly examples: Examples;
  readonly openapiSchemas: OpenapiSchemas;
}

/** The window of every bucket. */
const WINDOW_SECONDS = 60;

export type OpenapiDocument = ReturnType<typeof openapiDocument>;
export type DocumentOperation = ReturnType<typeof documentOperation>;

type PathItem =
  & { servers?: readonly Server[] }
  & Partial<Record<Operation["method"], DocumentOperation>>;

export function openapiDocument(site: DocumentSite) {
  const { operations, schemas } = site.openapiSchemas;
  return {
    openapi: "3.1.1",
    info: {
      title: "Porthole",
      version: site.version,
      summary: "How the internet sees an address",
      description: apiTexts.en.introduction.join("\n\n"),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [mainServer(site)],
    tags: Object.values(apiTexts.en.groups).map(([name, description]) => ({
      name,
      description,
    })),
    paths: Object.fromEntries<PathItem>(
      OPERATIONS.map((operation) => [
        operation.path,
        pathItem(operation, operations[operation.id], site),
      ]),
    ),
    components: {
      schemas: withExamples(schemas, site.examples.errors),
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "An API token from the console. If you send both headers, this one counts.",
        },
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "The same token in its own header.",
        },
      },
    },
  };
}

function withExamples(
  schemas: OpenapiSchemas["schemas"],
  examples: Readonly<Record<string, unknown>>,
): Record<string, JsonSchema> {
  const shown = Object.entries(examples).map(([name, example]) => [
    name,
    { ...schemas[name], examples: [example] },
  ]);
  return { ...schemas, ...Object.fromEntries(shown) };
}

type Server = ReturnType<typeof mainServer>;

function mainServer({ origin }: DocumentSite) {
  return { url: origin, description: "This site" };
}

/** The hosts of an operation, if they differ from those of the document. */
function serversOf(
  { hosts }: Operation,
  site: DocumentSite,
): readonly Server[] | undefined {
  const { apiOrigin, v4Origin, v6Origin } = site;
  if (hosts === "api" && apiOrigin) {
    const description = "API host with short paths";
    return [{ url: apiOrigin, description }, mainServer(site)];
  }
  if (hosts !== "probes" || !(v4Origin ?? v6Origin)) return undefined;
  const probe = (url: string | undefined, version: number): Server[] =>
    url ? [{ url, description: `IPv${version} only` }] : [];
  return [mainServer(site), ...probe(v4Origin, 4), ...probe(v6Origin, 6)];
}

function pathItem(
  operation: Operation,
  described: OperationSchemas,
  site: DocumentSite,
): PathItem {
  const servers = serversOf(operation, site);
  return {
    ...servers && { servers },
    [operation.method]: documentOperation(
      operation,
      described,
      site,
      servers?.[0].url,
    ),
  };
}

function documentOperation(
  operation: Operation,
  { parameters, requestBody }: OperationSchemas,
  site: DocumentSite,
  base = site.origin,
) {
  const { id, needs } = operation;
  const { summary, paragraphs } = operationText("en", id);
  const limits = limitsOf(operation, site.limits);
  const isMissing = needs !== undefined && site.missing.has(needs);
  return {
    operationId: id,
    tags: [operation.group],
    summary,
    ...paragraphs.length > 0 && { description: paragraphs.join("\n\n") },
    security: operation.isMetered ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...parameters && { parameters },
    ...requestBody && { requestBody },
    responses: responsesOf(operation, site.examples, limits.length > 0),
    /** Requests per window and client. One applies, depending on the request. Empty: no limit. */
    "x-rate-limits": limits,
    /** The URL of a request that works. */
    "x-example-url": base + examplePath(operation),
    /** Present if the operator has not enabled the endpoint: every response is 404. */
    ...isMissing && { "x-switched-off": isMissing },
  };
}

function limitsOf({ buckets }: Operation, limits: BucketLimits) {
  return buckets.filter((bucket) => limits[bucket] > 0).map((bucket) => ({
    bucket,
    requests: limits[bucket],
    window_seconds: WINDOW_SECONDS,
  }));
}

function examplePath({ path, parameters = [] }: Operation): string {
  const shown = parameters.filter(({ isShown }) => isShown);
  const query = new URLSearchParams(
    shown.filter((parameter) => parameter.in === "query")
      .map(({ name, example = "" }) => [name, example]),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const found = shown.find((parameter) => parameter.name === name);
    return encodeURIComponent(found?.example ?? "");
  });
  return filled + (query && `?${query}`);
}
