import { corsHeaders } from "./cors_headers.ts";
import type { AppError } from "./errors.ts";
import type { Face } from "./faces.ts";
import { jsonpBody } from "./jsonp.ts";

/** How long others may keep an answer: a number is whole seconds. */
export type Lifetime = "none" | "hour" | number;

function cacheControlOf(lifetime: Lifetime): string {
  if (lifetime === "none") return "no-store";
  return `private, max-age=${lifetime === "hour" ? 3600 : lifetime}`;
}

type Headers = Readonly<Record<string, string>>;

const textHeaders: Headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "vary": "accept",
  "x-content-type-options": "nosniff",
  ...corsHeaders,
};

/** A plain-text answer that no one keeps: the caller's address, or a sentence. */
export function textAnswer(line: string): Response {
  return new Response(line + "\n", { headers: textHeaders });
}

/** What a JSON answer can vary in. */
export interface JsonOptions {
  status?: number;
  lifetime?: Lifetime;
  /** A checked callback name: the answer becomes a script that calls it. */
  callback?: string | null;
  /** The answer depends on the `Accept` header. */
  negotiated?: boolean;
  /** Pages of other origins may not read it. */
  isPrivate?: boolean;
}

/** A JSON answer, open to every origin unless it is private, or the JSONP script of it. */
export function jsonAnswer(
  value: unknown,
  { status = 200, lifetime = "none", callback, negotiated, isPrivate }:
    JsonOptions = {},
  more: Headers = {},
): Response {
  const type = callback ? "application/javascript" : "application/json";
  const headers: Record<string, string> = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": cacheControlOf(lifetime),
    "x-content-type-options": "nosniff",
    ...isPrivate ? {} : corsHeaders,
    ...more,
  };
  if (negotiated) headers.vary = "accept";
  const body = callback ? jsonpBody(callback, value) : JSON.stringify(value);
  return new Response(body, { status, headers });
}

/** Headers of every HTML page: nothing foreign is loaded, framed or sniffed. */
export const pageHeaders: Headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  // Not "no-referrer": under it a browser sends our own forms with the Origin
  // "null", which cannot be told from a stranger's.
  "referrer-policy": "same-origin",
  "vary": "accept",
  "x-content-type-options": "nosniff",
};

const htmlHeaders: Headers = {
  ...pageHeaders,
  "content-type": "text/html; charset=utf-8",
};

/** A page that was rendered before. */
export function htmlAnswer(html: string): Response {
  return new Response(html, { headers: htmlHeaders });
}

/**
 * An error in the form of the interface it happened at. Pages render their own.
 *
 * @param query what was asked for, where the interface repeats that
 */
export function errorAnswer(
  error: AppError,
  face: Exclude<Face, "page">,
  query: unknown = null,
): Response {
  const { status, code, message } = error;
  if (face === "text") {
    return new Response(message + "\n", {
      status,
      headers: { ...textHeaders, ...error.headers },
    });
  }
  const body = { error: { code, message } };
  const bodies = {
    geoip: body,
    api: { ok: false, ...body },
    lookup: { ok: false, query, ...body },
  };
  return jsonAnswer(bodies[face], { status }, error.headers);
}
