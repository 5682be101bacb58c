import type { AppError } from "../core/errors.ts";
import { jsonText } from "../core/json.ts";
import type { ErrorFormat } from "./url_table.ts";
import { errorText } from "../i18n/errors.ts";
import {
  FinalResponse,
  isShort,
  NegotiatedBody,
  SizedResponse,
} from "./compression.ts";
import { BoundedMap } from "../core/cache.ts";
import { jsonpBody } from "./query.ts";
import { createHash } from "node:crypto";

/** The header of every response that pages of other origins may read. */
export const corsHeaders = { "access-control-allow-origin": "*" } as const;

/**
 * Added to such a response if it has headers of its own. Without this one, a
 * script of another origin sees only the CORS-safelisted headers of the Fetch
 * standard, which don't say how long to wait. Not added to every response,
 * because Deno checks each character of a header.
 */
export const exposedHeaders = {
  "access-control-expose-headers": [
    "Allow",
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
    "X-Rl",
    "X-Token-Type",
    "X-Ttl",
  ].join(", "),
} as const;

/** How long a response may be cached; a number is whole seconds. */
export type CacheLifetime = "none" | "hour" | number;

function cacheControlOf(lifetime: CacheLifetime): string {
  if (lifetime === "none") return "no-store";
  return `private, max-age=${lifetime === "hour" ? 3600 : lifetime}`;
}

export type HeaderRecord = Readonly<Record<string, string>>;

/** Headers that every origin may read, with a response's own ones. */
function withOwn(headers: HeaderRecord, own?: HeaderRecord): HeaderRecord {
  return own ? { ...headers, ...exposedHeaders, ...own } : headers;
}

/** Headers of a response that every origin may read. */
function openHeaders(type: string, cacheControl = "no-store"): HeaderRecord {
  return {
    "content-type": type,
    "cache-control": cacheControl,
    "x-content-type-options": "nosniff",
    ...corsHeaders,
  };
}

const textHeaders: HeaderRecord = {
  ...openHeaders("text/plain; charset=utf-8"),
  "vary": "accept",
};

/** A plain-text response, by default one line; not cached. */
export function textResponse(
  text: string,
  ending = "\n",
  more?: HeaderRecord,
): Response {
  return new FinalResponse(text + ending, {
    headers: withOwn(textHeaders, more),
  });
}

/** The response to a message that needs no response. */
export function acceptedResponse(): Response {
  return new Response(null, {
    status: 202,
    headers: { "cache-control": "no-store" },
  });
}

/** A response takes 1.3 kB, so those of both generations take 5 MB. */
const MAX_KEPT_PASSES = 2_048;

/**
 * Responses to a proxy that a client may pass, with facts about the client as
 * headers `X-Porthole-…`. A proxy asks for each request, and most of the time of a
 * response goes into its headers. Without a body, it can be sent again.
 */
export class PassResponses<About extends object> {
  readonly #kept = new BoundedMap<About, { reason: string; pass: Response }>(
    MAX_KEPT_PASSES,
  );

  constructor(private readonly factsOf: (about: About) => HeaderRecord) {}

  /** Every origin may read it. */
  of(reason: string, about?: About): Response {
    if (!about) return passResponse({ reason });
    let kept = this.#kept.get(about);
    if (kept?.reason !== reason) {
      const pass = passResponse({ reason, ...this.factsOf(about) });
      this.#kept.set(about, kept = { reason, pass });
    }
    return kept.pass;
  }
}

function passResponse(facts: HeaderRecord): Response {
  const headers = {
    "cache-control": "no-store",
    ...corsHeaders,
    ...factHeaders(facts),
  };
  return new FinalResponse(null, { status: 204, headers });
}

/**
 * Percent-encoded where they are not ASCII: a header has bytes, and programs
 * disagree on their encoding (RFC 9110 section 5.5).
 */
function factHeaders(facts: HeaderRecord): HeaderRecord {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      `x-porthole-${name}`,
      value.toWellFormed().replace(/[^ -$&-~]+/g, encodeURIComponent),
    ]),
  );
}

/**
 * Redirects with GET, so that a reload repeats nothing (RFC 9110 section
 * 15.4.4).
 */
export function seeOther(path: string, ...cookies: string[]): Response {
  const headers = new Headers({
    "cache-control": "no-store",
    "location": path,
  });
  for (const line of cookies) headers.append("set-cookie", line);
  return new Response(null, { status: 303, headers });
}

/** A picture, which caches may keep for an hour. Every origin may read it. */
export function pngResponse(png: Uint8Array<ArrayBuffer>): Response {
  const headers = openHeaders("image/png", "public, max-age=3600");
  return new FinalResponse(png, { headers });
}

/** CSV, not cached; a download if it has a file name. Every origin may read it. */
export function csvResponse(
  csv: string,
  fileName?: string,
  more?: HeaderRecord,
): Response {
  const headers = {
    ...openHeaders("text/csv; charset=utf-8"),
    ...fileName && {
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  };
  return new SizedResponse(
    csv,
    { headers: withOwn(headers, more) },
    csv.length,
  );
}

interface JsonOptions {
  status?: number;
  lifetime?: CacheLifetime;
  /** A valid callback name: the response is a script that calls it. */
  callback?: string | null;
  /** Whether the response depends on the `Accept` header. */
  negotiated?: boolean;
  /** Whether other origins must not read it. */
  isPrivate?: boolean;
}

/** A JSON response, or its JSONP script. Every origin may read it unless it is private. */
export function jsonResponse(
  value: unknown,
  { status = 200, lifetime = "none", callback, negotiated, isPrivate }:
    JsonOptions = {},
  more?: HeaderRecord,
): Response {
  const type = callback ? "application/javascript" : "application/json";
  const headers: Record<string, string> = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": cacheControlOf(lifetime),
    "x-content-type-options": "nosniff",
    ...isPrivate ? {} : corsHeaders,
  };
  if (negotiated) headers.vary = "accept";
  const body = callback ? jsonpBody(callback, value) : jsonText(value);
  return shortOrLong(body, {
    status,
    headers: isPrivate ? { ...headers, ...more } : withOwn(headers, more),
  });
}

/** Long text is compressed on its way out. */
function shortOrLong(
  body: string,
  init: { status?: number; headers: HeaderRecord },
): Response {
  return isShort(body)
    ? new FinalResponse(body, init)
    : new SizedResponse(body, init, body.length);
}

const jsonHeaders = (lifetime: CacheLifetime) =>
  openHeaders("application/json; charset=utf-8", cacheControlOf(lifetime));

/** Made once, because the hot path uses them. */
const jsonHeadersByLifetime = {
  none: jsonHeaders("none"),
  hour: jsonHeaders("hour"),
};

/** A JSON response of a value that is serialized already. Every origin may read it. */
export function jsonTextResponse(
  json: string,
  lifetime: CacheLifetime,
  more?: HeaderRecord,
): Response {
  const headers = typeof lifetime === "number"
    ? jsonHeaders(lifetime)
    : jsonHeadersByLifetime[lifetime];
  return shortOrLong(json, { headers: withOwn(headers, more) });
}

/**
 * A policy of its own, because `'self'` can't be combined with a path: scripts come
 * only from the folder of the build, and from one file. Any other script of the
 * same origin could be JSONP, with which injected markup would call a function of
 * its choice. The other policy limits the origin, so this one names none: a proxy
 * may not pass it on. Both schemes are named, because without one WebKit lets `*`
 * match no host (seen with WebKitGTK 2.50.6).
 */
export const SCRIPT_POLICY =
  "script-src http://*:*/_fresh/ https://*:*/_fresh/ http://*:*/page.js https://*:*/page.js";

/** Headers of every HTML page: it loads nothing from other sites, can't be framed, and its type isn't sniffed. */
export const pageHeaders: HeaderRecord = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    `${SCRIPT_POLICY}, default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
  // With "no-referrer", browsers would send this site's own forms with the Origin
  // "null", like those of other sites.
  "referrer-policy": "same-origin",
  "vary": "accept",
  "x-content-type-options": "nosniff",
};

/** The error codes of MaxMind's web services (dev.maxmind.com/geoip/docs/web-services/responses) by ours. */
export const GEOIP2_CODES: Readonly<Record<string, string>> = {
  INVALID_TARGET: "IP_ADDRESS_INVALID",
  INVALID_IPV4: "IP_ADDRESS_INVALID",
  INVALID_IPV6: "IP_ADDRESS_INVALID",
  RESERVED_ADDRESS: "IP_ADDRESS_RESERVED",
  NOT_FOUND: "IP_ADDRESS_NOT_FOUND",
  UNAUTHORIZED: "AUTHORIZATION_INVALID",
  FORBIDDEN: "PERMISSION_REQUIRED",
};

/** The content type of a response of MaxMind's web services. */
export function geoip2Type(body: string): string {
  const version = body === "error" ? "2.0" : "2.1";
  return `application/vnd.maxmind.com-${body}+json; charset=UTF-8; version=${version}`;
}

/**
 * An error in the format of an API. Pages render their own errors.
 *
 * @param query the query that the `lookup` format repeats
 */
export function errorResponse(
  error: AppError,
  format: Exclude<ErrorFormat, "page">,
  query: unknown = null,
): Response {
  const { status, code } = error;
  // APIs are in English.
  const message = errorText("en", error.params);
  if (format === "text") {
    return new FinalResponse(message + "\n", {
      status,
      headers: withOwn(textHeaders, error.headers),
    });
  }
  if (format === "geoip2") {
    const body = { code: GEOIP2_CODES[code] ?? code, error: message };
    return jsonResponse(body, { status }, {
      ...error.headers,
      "content-type": geoip2Type("error"),
    });
  }
  const body = { error: { code, message } };
  const bodies = {
    geoip: body,
    api: { ok: false, ...body },
    lookup: { ok: false, query, ...body },
  };
  return jsonResponse(bodies[format], { status }, error.headers);
}

/** Serialized JSON that is the same for all clients. */
export interface CachedJson {
  readonly body: NegotiatedBody;
  /**
   * The entity tag (RFC 9110 section 8.8.3), a hash of the bytes. It is weak,
   * because compressed bytes have the same one.
   */
  readonly etag: string;
}

export function cacheJson(value: unknown): CachedJson {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const hash = createHash("sha256").update(bytes).digest("base64url");
  return { body: new NegotiatedBody(bytes), etag: `W/"${hash}"` };
}

/** Its response, cached for an hour and open to every origin; 304 if the client already has it. */
export function cachedJsonResponse(
  { body, etag }: CachedJson,
  requestHeaders: Headers,
): Response {
  const headers = {
    ...corsHeaders,
    ...exposedHeaders,
    "cache-control": "private, max-age=3600",
    etag,
    "x-content-type-options": "nosniff",
  };
  if (isKnownEtag(etag, requestHeaders.get("if-none-match"))) {
    return new Response(null, {
      status: 304,
      headers: { ...headers, vary: "accept-encoding" },
    });
  }
  return body.response(requestHeaders, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
  });
}

/** Whether `If-None-Match` has an entity tag, by weak comparison (RFC 9110 section 13.1.2). */
export function isKnownEtag(etag: string, ifNoneMatch: string | null): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch === "*" ||
    (ifNoneMatch?.split(",") ?? []).some((tag) => opaque(tag) === opaque(etag));
}
