import * as z from "zod";
import { LANGUAGE_VALUES } from "../http/query.ts";
import { ADDRESS_ERRORS, type ErrorCode } from "./error_codes.ts";
import type { apiTexts } from "./texts.ts";

/** A parameter in a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly isRequired: boolean;
  readonly schema: z.ZodType;
  /** A value that works. Undefined if it depends on a previous response. */
  readonly example?: string;
  /** Whether the example URL contains it. */
  readonly isShown: boolean;
  /** The text that it shares with other parameters, if that has not its name. */
  readonly text?: keyof typeof apiTexts["en"]["parameters"];
  readonly errors: readonly ErrorCode[];
}

type Options = Partial<
  Pick<Parameter, "schema" | "isShown" | "text" | "errors">
>;

/** By default, text has any value, and everything else only some. */
function parameter(
  fixed: Pick<Parameter, "name" | "example" | "in" | "isRequired" | "isShown">,
  { schema = z.string(), ...options }: Options = {},
): Parameter {
  const errors: ErrorCode[] = schema instanceof z.ZodString
    ? []
    : ["INVALID_INPUT"];
  return { ...fixed, schema, errors, ...options };
}

/** A path parameter, always required. */
export function inPath(
  name: string,
  example: string,
  options?: Options,
): Parameter {
  const place = { in: "path", isRequired: true, isShown: true } as const;
  return parameter({ name, example, ...place }, options);
}

/** An optional query parameter. */
export function inQuery(
  name: string,
  example?: string,
  options?: Options,
): Parameter {
  const place = { in: "query", isRequired: false, isShown: false } as const;
  return parameter({ name, example, ...place }, options);
}

export const callback = inQuery("callback", "show", {
  schema: z.string().min(1).max(128),
  errors: ["INVALID_CALLBACK"],
});

export const family = inQuery("family", "6", { schema: z.enum(["4", "6"]) });

export const language = inQuery("lang", "zh", {
  schema: z.enum(LANGUAGE_VALUES),
});

/** The errors of an address or a name. */
const TARGET_ERRORS: readonly ErrorCode[] = [
  ...ADDRESS_ERRORS,
  "INVALID_DOMAIN",
];

export function targetLike(example: string, schema = z.string()): Parameter {
  return inPath("target", example, { schema, errors: TARGET_ERRORS });
}

export const target = targetLike("193.0.6.139");

/** At the root, where any other text names a page. */
export const shortTarget = targetLike(
  "193.0.6.139",
  z.string().regex(/[.:]/),
);

export const ip = inPath("ip", "193.0.6.139", { errors: ADDRESS_ERRORS });

/** By default, these endpoints are about the caller. */
export const queryIp = inQuery("ip", "8.8.8.8", {
  text: "otherIp",
  errors: ADDRESS_ERRORS,
});

export const port = inPath("port", "443", {
  schema: z.int().min(1).max(65535),
});

export const domain = inPath("domain", "www.ripe.net", {
  errors: ["INVALID_TARGET", "INVALID_DOMAIN", "NOT_FOUND"],
});

/** Without it, the response is the page. @param values for programs */
export function asData(values: z.ZodType): Parameter {
  const options = { schema: values, isShown: true };
  return { ...inQuery("output", "json", options), isRequired: true };
}
