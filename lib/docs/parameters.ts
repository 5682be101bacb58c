import * as z from "zod";
import { LANGUAGE_VALUES } from "../http/query.ts";
import {
  CNAME_SIDES,
  DNS_MATCHES,
  DNS_TYPES,
} from "../lookup/view/lookup_view.ts";

/** A parameter in a path or a query. */
export interface Parameter<Name extends string = string> {
  readonly name: Name;
  readonly in: "path" | "query";
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: z.ZodType;
  /** A value that works. Undefined if it depends on a previous response. */
  readonly example?: string;
  /** Whether the example URL contains it. */
  readonly isShown: boolean;
}

type Described<Name extends string> =
  & Pick<Parameter<Name>, "name" | "description" | "example">
  & Partial<Pick<Parameter, "schema">>;

/** A path parameter, always required. */
export function inPath<const Name extends string>(
  { name, schema = z.string(), description, example }: Described<Name>,
): Parameter<Name> {
  return {
    name,
    schema,
    description,
    example,
    in: "path",
    isRequired: true,
    isShown: true,
  };
}

/** An optional query parameter. */
export function inQuery<const Name extends string>(
  { name, schema = z.string(), description, example }: Described<Name>,
): Parameter<Name> {
  return {
    name,
    schema,
    description,
    example,
    in: "query",
    isRequired: false,
    isShown: false,
  };
}

export const callback = inQuery({
  name: "callback",
  description:
    "JSONP callback: JavaScript identifiers joined by dots, without reserved words. The response is a script that calls it.",
  schema: z.string().min(1).max(128),
  example: "show",
});

export const family = inQuery({
  name: "family",
  description:
    "For a domain name: use its first address of this family. Default: the first IPv4 address, or the first IPv6 address if there is no IPv4 address.",
  schema: z.enum(["4", "6"]),
  example: "6",
});

export const language = inQuery({
  name: "lang",
  description:
    "The language of the names of continent, country, region and city: en (default), or zh or zh-CN for Chinese. A name that has no known Chinese form stays in English.",
  schema: z.enum(LANGUAGE_VALUES),
  example: "zh",
});

export const target = inPath({
  name: "target",
  description: "An IPv4 or IPv6 address, or a domain name.",
  example: "193.0.6.139",
});

export const ip = inPath({
  name: "ip",
  description: "An IPv4 or IPv6 address.",
  example: "193.0.6.139",
});

/** By default, these endpoints are about the caller. */
export const queryIp = inQuery({
  name: "ip",
  description: "An address other than the caller's.",
  example: "8.8.8.8",
});

export const port = inPath({
  name: "port",
  description: "A TCP port.",
  schema: z.int().min(1).max(65535),
  example: "443",
});

export const domain = inPath({
  name: "domain",
  description: "A domain name. Non-ASCII letters are allowed.",
  example: "www.ripe.net",
});

/** Without it, the response is the page. */
export const asJson: Parameter<"output"> = {
  name: "output",
  in: "query",
  isRequired: true,
  description: "If it is missing, the response is the web page.",
  schema: z.literal("json"),
  example: "json",
  isShown: true,
};

/** The same for an endpoint whose results are rows. */
export const asJsonOrCsv: Parameter<"output"> = {
  ...asJson,
  description:
    "If it is missing, the response is the web page. Errors are always in JSON.",
  schema: z.enum(["json", "csv"]),
};

export const dnsType = inQuery({
  name: "dns_type",
  description:
    "The lookup type. If it is missing or empty: dns_lookup for a name, rdns_lookup for an address, rdns_scan for a network.",
  schema: z.enum(DNS_TYPES),
  example: "dns_lookup",
});

export const dnsMatch = inQuery({
  name: "dns_match",
  description:
    "For a search: where the keyword occurs in the name. Default: middle.",
  schema: z.enum(DNS_MATCHES),
  example: "right",
});

export const side = inQuery({
  name: "side",
  description:
    "For cname_pattern: whether to search aliases or their targets. Default: alias.",
  schema: z.enum(CNAME_SIDES),
  example: "target",
});

export const cursor = inQuery({
  name: "cursor",
  description: "For a search: meta.next_cursor of the previous page.",
});
