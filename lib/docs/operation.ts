import type * as z from "zod";
import { rowOfPattern } from "../http/url_rows.ts";
import type { UrlRow } from "../http/url_table.ts";
import { CODES, type ErrorCode } from "./error_codes.ts";
import type { Parameter } from "./parameters.ts";
import type { SchemaName } from "./schemas.ts";
import type { apiTexts, OperationId } from "./texts.ts";

/** A group of endpoints. The page has them in the order of their texts. */
type Group = keyof typeof apiTexts["en"]["groups"];

/** A schema of the document that is defined beside the only operation that has it. */
interface NamedSchema {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The responses of an operation by media type: JSON, several of them by name, text, JSONP. */
export interface Example {
  readonly value?: unknown;
  readonly named?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly script?: string;
}

/** What a response body can be besides a schema of the document. */
export type BodySchema =
  | SchemaName
  | NamedSchema
  | "Text"
  | "Html"
  | "Script"
  | "Bytes"
  | "File"
  | "OpenApi";

/** Response bodies by media type. Of several schemas, one applies. */
export type Bodies = Readonly<Record<string, readonly BodySchema[]>>;

interface OtherResponse {
  readonly description: string;
  /** By default, there is no body. */
  readonly content?: Bodies;
}

/** Features that the operator can leave off. */
export type Feature = "whois" | "probe zone" | "speed test" | "export" | "mcp";

/** A request body in JSON. */
export interface RequestBody {
  readonly schema: z.ZodType;
  readonly example: unknown;
  /** Whether JSON may also be sent as another type. */
  readonly isOfAnyType?: true;
}

/**
 * What the document says about an endpoint, besides its row of the URL table and its
 * texts.
 */
export interface EndpointDescription {
  readonly id: OperationId;
  /** The path of its row in the URL table, such as `/api/geoip/:target`. */
  readonly path: string;
  /** Its path with parameters in braces, if it is one of several below that row. */
  readonly template?: string;
  readonly parameters?: readonly Parameter[];
  readonly request?: RequestBody | "bytes";
  /** The body of a successful response; empty if there is none, and the status is 204. */
  readonly content: Bodies;
  /** The schema of another body that an error of a status can have. */
  readonly otherErrors?: Readonly<Record<number, SchemaName>>;
  /** Responses that are neither the usual success nor an error with a code, by status. */
  readonly others?: Readonly<Record<number, OtherResponse>>;
  /** Besides `COMMON_ERRORS`, and those that follow from the rest. */
  readonly errors?: readonly ErrorCode[];
  /** Whether the response has an entity tag, and can be 304. */
  readonly hasEtag?: true;
  /** Whether paths that no endpoint has match it: its 404 is that of the site. */
  readonly isFallback?: true;
  /** The response, unless `generateExamples` generates it from the tables. */
  readonly example?: Example;
  readonly needs?: Feature;
}

interface GroupedDescription extends EndpointDescription {
  readonly group: Group;
}

export function inGroup(
  group: Group,
  ...endpoints: readonly EndpointDescription[]
): GroupedDescription[] {
  return endpoints.map((endpoint) => ({ ...endpoint, group }));
}

/** What each error format of a row is in the document. */
const ERROR_FORMS = {
  text: "Text",
  geoip: "Error",
  api: "ApiError",
  lookup: "LookupError",
  geoip2: "Geoip2Error",
  /** The media type that the Accept header prefers. */
  accept: "Negotiated",
} as const;

export type ErrorForm = typeof ERROR_FORMS[keyof typeof ERROR_FORMS];

export interface Operation
  extends GroupedDescription, Pick<UrlRow, "buckets" | "isMetered" | "hosts"> {
  readonly method: "get" | "post";
  /** With its parameters in braces. */
  readonly path: string;
  readonly errorForm: ErrorForm;
}

/**
 * Adds the row of the URL table to a description.
 *
 * @throws {TypeError} if no row has this path
 */
export function operationOf(description: GroupedDescription): Operation {
  const { path, template } = description;
  const row = rowOfPattern(path);
  if (row === undefined) throw new TypeError(`no URL table row for ${path}`);
  const { buckets, isMetered, hosts } = row;
  return {
    ...description,
    errors: errorsOf(description, isMetered),
    method: row.methods.includes("GET") ? "get" : "post",
    path: template ?? templateOf(path),
    errorForm: errorFormOf(row),
    buckets,
    isMetered,
    hosts,
  };
}

/** A pattern of the URL table with its parameters in braces. */
export function templateOf(pattern: string): string {
  return pattern.replace(/:(\w+)\*?/g, "{$1}");
}

/** Those that the description names, and then those that follow from it. */
function errorsOf(
  { errors = [], parameters = [], needs }: GroupedDescription,
  isMetered = false,
): ErrorCode[] {
  const implied = new Set(parameters.flatMap(({ errors }) => errors));
  if (needs) implied.add("NOT_FOUND");
  if (isMetered) implied.add("UNAUTHORIZED");
  return [...errors, ...CODES.filter((code) => implied.has(code))];
}

function errorFormOf({ errors, path }: UrlRow): ErrorForm {
  const format = typeof errors === "string"
    ? errors
    : "json" in errors
    ? errors.json
    : errors.script;
  if (format !== "page") return ERROR_FORMS[format];
  throw new TypeError(`${path} has errors for people only`);
}
