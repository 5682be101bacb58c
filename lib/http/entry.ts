import type { Log, LogRateLimiter } from "../core/log.ts";
import { errorResponse } from "./responses.ts";
import {
  createAuthorityCheck,
  MAX_AUTHORITY_LENGTH,
  splitUrl,
} from "./authority.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError, asAppError, notFound } from "../core/errors.ts";
import { errorFormatOf, hostServes, rowOf } from "./url_rows.ts";
import { logError } from "./error_reports.ts";
import type { HostRole } from "./hosts.ts";
import type { OperatorEndpoints } from "./operator_endpoints.ts";
import { type Fetch, type OnResponse, withOnResponse } from "./on_response.ts";

/** What the front door has to know of the service. */
export interface EntryDeps {
  hostRole: (host: string) => HostRole;
  config: { API_URL?: URL };
  /** Answered on every host, before anything else. */
  operations?: OperatorEndpoints;
  /** Told of every answer. */
  responseHooks?: readonly OnResponse[];
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** The query of a request's URL with its question mark, cut out in the same way; empty where there is none. */
export function searchOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? "" : url.slice(query);
}

// Escapes, dot segments, runs of slashes, a slash at the end, a backslash: what
// a parser would rewrite, so that two readers of one path could disagree.
const unusual = /[%\\]|\/[/.]|.\/$/;

const methods = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** The path as it is routed: parsed, runs of slashes made one, no slash at the end. */
function canonicalPath(url: URL): string {
  const path = url.pathname.replace(/\/{2,}/g, "/");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * What stands between the socket and the app. It answers what no router should
 * meet (a broken percent escape, an address that does not parse, an unheard-of
 * method, a path the host does not have), gives every path one spelling, so
 * that a trailing slash never changes an answer, and turns HEAD into GET except
 * where GET is charged for. It awaits nothing: each promise would be paid for by
 * every request.
 */
export function createEntry(
  fetch: Fetch,
  {
    hostRole,
    config: { API_URL },
    operations = () => null,
    responseHooks = [],
  }: EntryDeps,
): Fetch {
  const hasApiHost = API_URL !== undefined;
  const isValidAuthority = createAuthorityCheck();

  /**
   * What is wrong with how a request names its target; null where nothing is.
   * Deno pastes the `Host` header into the URL as it was sent, so that one with
   * a slash would choose the path. With an absolute request target the URL has
   * that one's host, and the header still has to be valid (RFC 9112 section 3.2).
   * One header that is empty or missing is no error: Deno puts in its own
   * address, and does not tell HTTP/1.0, which needs none, from HTTP/1.1.
   */
  function targetError(
    { url, headers }: Request,
    authority: string,
  ): AppError | null {
    if (authority.length > MAX_AUTHORITY_LENGTH) {
      return invalid({ reason: "host_too_long" });
    }
    const host = headers.get("host");
    if (
      !isValidAuthority(authority) ||
      (host && host !== authority && !isValidAuthority(host))
    ) return invalid({ reason: "host_malformed" });
    if (!url.startsWith("http:") && !url.startsWith("https:")) {
      return invalid({ reason: "scheme_unsupported" });
    }
    if (url.includes("#")) {
      return invalid({ reason: "url_has_fragment" });
    }
    return null;
  }

  function refuse({ url, headers }: Request, error: AppError): Response {
    const { authority, pathname } = splitUrl(url);
    const face = errorFormatOf(
      hostRole(authority),
      pathname,
      headers.get("accept"),
      searchOf(url),
    );
    return errorResponse(error, face === "page" ? "text" : face);
  }

  function rewritten(request: Request, pathname: string): Request | AppError {
    const { url, method, headers, signal } = request;
    if (pathname.includes("\\") || !isDecodable(pathname)) {
      return invalid({ reason: "path_malformed" });
    }
    const target = URL.parse(url);
    if (!target) return invalid({ reason: "url_malformed" });
    target.pathname = canonicalPath(target);
    // The server drops the body of an answer to HEAD but keeps its length, which
    // an app that drops it by itself would have to forget.
    return method === "HEAD" && !rowOf(target.pathname)?.isMetered
      ? new Request(target, { headers, signal })
      : new Request(target, request);
  }

  const front: Fetch = (request, info) => {
    const { method } = request;
    let asked = request;
    let parts = splitUrl(request.url);
    const error = targetError(request, parts.authority);
    if (error) return refuse(request, error);
    // What nearly every request is like is told by the cheapest comparisons.
    if (method !== "GET" || parts.pathname !== "/") {
      if (!methods.has(method)) return refuse(request, unheardOf());
      if (method === "HEAD" || unusual.test(parts.pathname)) {
        const result = rewritten(request, parts.pathname);
        if (result instanceof AppError) return refuse(request, result);
        asked = result;
        parts = splitUrl(asked.url);
      }
      const answer = operations(asked, info, parts.pathname);
      if (answer) return answer;
    }
    const role = hostRole(parts.authority);
    if (!hostServes(role, parts.pathname, hasApiHost)) {
      return refuse(asked, notFound());
    }
    return fetch(asked, info);
  };
  return withOnResponse(front, responseHooks, () => performance.now());
}

function invalid(params: ErrorParams): AppError {
  return new AppError(400, "INVALID_TARGET", params);
}

function unheardOf(): AppError {
  return new AppError(
    405,
    "METHOD_NOT_ALLOWED",
    { reason: "method_unknown" },
    { headers: { allow: "GET, HEAD, OPTIONS" } },
  );
}

/** The last resort for what an app throws: a fault of ours, told to the log alone. */
export function errorResponseFor(
  to: { log: Log; lines: LogRateLimiter },
): (thrown: unknown) => Response {
  return (thrown) => {
    const error = asAppError(thrown);
    if (error.status >= 500) logError(error, to);
    return errorResponse(error, "text");
  };
}
