import type * as z from "zod";
import { rowOfPattern } from "../http/url_rows.ts";
import type { UrlRow } from "../http/url_table.ts";
import type { SchemaName } from "./schemas.ts";
import type { ErrorCode } from "./error_codes.ts";
import type { Parameter } from "./parameters.ts";

/** The groups of endpoints, in the order of the page. */
export const GROUPS = {
  "Public IP": "The address your request comes from, and facts about it.",
  "GeoIP": "The location and network type of an address or domain name.",
  "V1": "The free, versioned record: basic location, network and risk.",
  "V2":
    "The full record, for requests with an API token: risk, autonomous system, route, registry and abuse contact.",
  "Compatible formats":
    "The URLs and responses of other services, so that their clients work here.",
  "DNS lookup":
    "DNS records, reverse DNS, and searches of the names this server has seen.",
  "Whois":
    "Registration data of domain names, networks and autonomous systems.",
  "Leak test": "The endpoints behind the leak test. Any client can use them.",
  "OpenAPI": "This description of the API in machine-readable form.",
} as const;

export type Group = keyof typeof GROUPS;

/** What a response body can be besides a schema of the document. */
export type BodySchema =
  | SchemaName
  | "Text"
  | "Html"
  | "Script"
  | "Bytes"
  | "OpenApi";

/** Response bodies by media type. Of several schemas, one applies. */
export type Bodies = Readonly<Record<string, readonly BodySchema[]>>;

/** Features that the operator can leave off. */
export type Feature = "whois" | "probe zone" | "speed test";

/** What the document says about an endpoint besides its row of the URL table. */
export interface EndpointDescription {
  readonly id: string;
  /** The path of its row in the URL table, such as `/api/geoip/:target`. */
  readonly path: string;
  readonly group: Group;
  readonly summary: string;
  /** Paragraphs of plain text. */
  readonly description?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly request?: { readonly schema: z.ZodType; readonly example: unknown };
  /** The body of a successful response; empty if there is none, and the status is 204. */
  readonly content: Bodies;
  /** Besides `COMMON_ERRORS`. */
  readonly errors?: readonly ErrorCode[];
  /** The feature it is part of. */
  readonly needs?: Feature;
}

/** The error format of a row. `Negotiated`: the media type that the Accept header prefers. */
export type ErrorForm =
  | "Text"
  | "Error"
  | "ApiError"
  | "LookupError"
  | "Negotiated";

/** An endpoint of the document. */
export interface Operation
  extends EndpointDescription, Pick<UrlRow, "buckets" | "isMetered" | "hosts"> {
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
export function operationOf(description: EndpointDescription): Operation {
  const { path } = description;
  const row = rowOfPattern(path);
  if (row === undefined) throw new TypeError(`no URL table row for ${path}`);
  const { buckets, isMetered, hosts } = row;
  return {
    ...description,
    method: row.methods.includes("GET") ? "get" : "post",
    path: path.replace(/:(\w+)\*?/g, "{$1}"),
    errorForm: errorFormOf(row),
    buckets,
    isMetered,
    hosts,
  };
}

function errorFormOf({ errors, path }: UrlRow): ErrorForm {
  switch (
    typeof errors === "string"
      ? errors
      : "json" in errors
      ? errors.json
      : errors.script
  ) {
    case "text":
      return "Text";
    case "geoip":
      return "Error";
    case "api":
      return "ApiError";
    case "lookup":
      return "LookupError";
    case "accept":
      return "Negotiated";
    case "page":
      throw new TypeError(`${path} has errors for people only`);
  }
}

/** The errors that every endpoint can return. */
export const COMMON_ERRORS = [
  "FORBIDDEN",
  "INTERNAL_ERROR",
] as const satisfies readonly ErrorCode[];

/**
 * The Chinese texts of operations, by id. A catalogue in which an operation, a
 * paragraph or a parameter is missing fails the type check.
 */
export type OperationTexts<Described extends { readonly id: string }> = {
  readonly [One in Described as One["id"]]: TextsOf<One>;
};

type TextsOf<One> =
  & { readonly summary: string }
  & (One extends { readonly description: infer Paragraphs }
    ? { readonly description: SameLength<Paragraphs> }
    : { readonly description?: undefined })
  & (One extends { readonly parameters: readonly Parameter<infer Name>[] }
    ? { readonly parameters: Readonly<Record<Name, string>> }
    : { readonly parameters?: undefined });

/** One paragraph for each paragraph of the original. */
export type SameLength<Paragraphs> = {
  readonly [At in keyof Paragraphs]: string;
};

/** Descriptions of parameters that several operations have. */

export const callbackChinese =
  "JSONP 回调：以点连接的 JavaScript 标识符，不能含保留字。响应为调用它的脚本。";

export const familyChinese =
  "用于域名：取该地址族的首个地址。默认取首个 IPv4 地址，没有则取首个 IPv6 地址。";

export const languageChinese =
  "大洲、国家、地区和城市名称的语言：en（默认），或 zh、zh-CN（中文）。没有已知中文名的仍用英文。";

export const ipChinese = "IPv4 或 IPv6 地址。";

export const queryIpChinese = "请求方地址以外的另一个地址。";

export const domainChinese = "域名，可含非 ASCII 字符。";

export const portChinese = "TCP 端口。";

export const targetChinese = "IPv4、IPv6 地址或域名。";

export const outputChinese = "缺少此参数时返回网页。";
