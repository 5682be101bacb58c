import type { z } from "zod";
import type { Bucket } from "../limits/bucket.ts";
import type { SchemaName } from "./schemas.ts";
import type { ErrorCode } from "./error_codes.ts";
import type { Parameter } from "./parameters.ts";

/** What belongs together, in the order of the page. */
export const GROUPS = {
  "Public IP": "The address your request comes from, and facts about it.",
  "GeoIP": "The location and network type of an address or domain name.",
  "V1": "The free, versioned record: basic location, network and risk.",
  "V2":
    "The full record, for requests with an API token: risk, autonomous system, route, registry and abuse contact.",
  "DNS lookup":
    "DNS records, reverse DNS, and searches of the names this server has seen.",
  "Whois":
    "Registration data of domain names, networks and autonomous systems.",
  "Leak test": "The endpoints behind the leak test. Any client can use them.",
  "OpenAPI": "This description of the API in machine-readable form.",
} as const;

export type Group = keyof typeof GROUPS;

/** What a body can be of besides a schema of the document. */
export type BodySchema = SchemaName | "Text" | "Html" | "Script" | "OpenApi";

/** A body by its media type; several schemas are one of them. */
export type Bodies = Readonly<Record<string, readonly BodySchema[]>>;

/** How an endpoint says what is wrong; where it answers in several types, in the one that was asked for. */
export type ErrorForm =
  | "Text"
  | "Error"
  | "ApiError"
  | "LookupError"
  | "Negotiated";

/** What is not there everywhere. */
export type Feature = "whois" | "probe zone";

/** One endpoint, as far as no schema says it. */
export interface Operation {
  readonly id: string;
  readonly method?: "post";
  /** With its parameters in braces. */
  readonly path: string;
  readonly group: Group;
  readonly summary: string;
  /** Paragraphs of plain text. */
  readonly description?: readonly string[];
  readonly parameters?: readonly Parameter[];
  /** What is sent, as JSON Schema and as an example. */
  readonly request?: { readonly schema: z.ZodType; readonly example: unknown };
  /** What is answered where nothing is wrong. */
  readonly answers: Bodies;
  readonly errorForm: ErrorForm;
  /** Besides those that every endpoint can have. */
  readonly errors?: readonly ErrorCode[];
  /** The counts it is taken from: by what is asked for, one of them. Without any it is not limited. */
  readonly buckets: readonly Bucket[];
  /** It takes a token, and a unit of that one's quota. */
  readonly isMetered?: boolean;
  /** What the operator has to switch on for it. */
  readonly needs?: Feature;
  /** Hosts of the operator's that answer it besides, or in place of, the main one. */
  readonly hosts?: "api" | "probes";
}

/** What every endpoint can answer. */
export const COMMON_ERRORS = [
  "FORBIDDEN",
  "INTERNAL_ERROR",
] as const satisfies readonly ErrorCode[];
