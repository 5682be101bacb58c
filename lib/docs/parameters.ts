import * as z from "zod";
import { LANGUAGE_VALUES } from "../http/query.ts";
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
}

type Options = Partial<Pick<Parameter, "schema" | "isShown" | "text">>;

/** A path parameter, always required. */
export function inPath(
  name: string,
  example: string,
  options?: Options,
): Parameter {
  const place = { in: "path", isRequired: true, isShown: true } as const;
  return { name, example, schema: z.string(), ...place, ...options };
}

/** An optional query parameter. */
export function inQuery(
  name: string,
  example?: string,
  options?: Options,
): Parameter {
  const place = { in: "query", isRequired: false, isShown: false } as const;
  return { name, example, schema: z.string(), ...place, ...options };
}

export const callback = inQuery("callback", "show", {
  schema: z.string().min(1).max(128),
});

export const family = inQuery("family", "6", { schema: z.enum(["4", "6"]) });

export const language = inQuery("lang", "zh", {
  schema: z.enum(LANGUAGE_VALUES),
});

export const target = inPath("target", "193.0.6.139");

/** At the root, where any other text names a page. */
export const shortTarget = inPath("target", "193.0.6.139", {
  schema: z.string().regex(/[.:]/),
});

export const ip = inPath("ip", "193.0.6.139");

/** By default, these endpoints are about the caller. */
export const queryIp = inQuery("ip", "8.8.8.8", { text: "otherIp" });

export const port = inPath("port", "443", {
  schema: z.int().min(1).max(65535),
});

export const domain = inPath("domain", "www.ripe.net");

/** Without it, the response is the page. @param values for programs */
export function asData(values: z.ZodType): Parameter {
  const options = { schema: values, isShown: true };
  return { ...inQuery("output", "json", options), isRequired: true };
}
