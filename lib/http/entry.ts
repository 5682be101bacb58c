import type { Log, LogRateLimiter } from "../core/log.ts";
import { errorResponse } from "./responses.ts";
import {
  createAuthorityCheck,
  type HostRole,
  MAX_AUTHORITY_LENGTH,
  splitUrl,
} from "./hosts.ts";
import {
  AppError,
  asAppError,
  invalidTarget,
  notFound,
} from "../core/errors.ts";
import { errorFormatOf, hostServes, rowOf } from "./url_rows.ts";
import { logError } from "./request_log.ts";
import type { OperatorEndpoints } from "./operator_endpoints.ts";
import { compressed, FinalResponse } from "./compression.ts";
import type { InFlight } from "./in_flight.ts";
import { type Fetch, type OnResponse, withOnResponse } from "./on_response.ts";

interface EntryDeps {
  hostRole: (host: string) => HostRole;
  /** Served on every host, before anything else. */
  operations?: OperatorEndpoints;
  /** Without it, everything is handled. */
  inFlight?: Pick<InFlight, "guard">;
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

/** The query of a request's URL with its question mark, or an empty text. Doesn't parse the URL. */
export function searchOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? "" : url.slice(query);
}

// Percent-encoding, dot segments, repeated or trailing slashes, backslashes: a
// URL parser rewrites them, so two readers of the same path could disagree.
const unusual = /[%\\]|\/[/.]|.\/$/;

/** Whether a path has to be rewritten before it is routed. */
export function isUnusualPath(pathname: string): boolean {
  return unusual.test(pathname);
}

const methods = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/**
 * The path that is routed: parsed, without repeated or trailing slashes. Empty
 * for the root, which a URL writes as `/`.
 */
function canonicalPath(url: URL): string {
  return url.pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
}

/**
 * Creates the handler between the socket and the app. It rejects what no router
 * should see (invalid percent-encoding, a malformed URL, an unknown method, a
 * path that the host doesn't serve), normalizes every path, so that a trailing
 * slash makes no difference, and turns HEAD into GET, except where GET uses up a
 * quota. It awaits nothing, because every request would pay for the promise. It
 * compresses responses that took a promise anyway: one that is ready at once is
 * short, or was compressed before.
 */
export function createEntry(
  fetch: Fetch,
  {
    hostRole,
    operations = () => null,
    inFlight,
    responseHooks = [],
  }: EntryDeps,
): Fetch {
  const isValidAuthority = createAuthorityCheck();

  /**
   * Checks how a request names its target; null if it is valid. Deno copies the
   * `Host` header into the URL unchecked, so a header with a slash could choose
   * the path. With an absolute request target, the URL has the host of the
   * target, and the header must still be valid (RFC 9112 section 3.2). An empty
   * or missing header is accepted: Deno fills in its own address, and doesn't
   * distinguish HTTP/1.0, which needs no header, from HTTP/1.1.
   */
  function targetError(
    { url, headers }: Request,
    authority: string,
  ): AppError | null {
    if (authority.length > MAX_AUTHORITY_LENGTH) {
      return invalidTarget({ reason: "host_too_long" });
    }
    const host = headers.get("host");
    if (
      !isValidAuthority(authority) ||
      (host && host !== authority && !isValidAuthority(host))
    ) return invalidTarget({ reason: "host_malformed" });
    if (!url.startsWith("http:") && !url.startsWith("https:")) {
      return invalidTarget({ reason: "scheme_unsupported" });
    }
    return url.includes("#")
      ? invalidTarget({ reason: "url_has_fragment" })
      : null;
  }

  function reject({ url, headers }: Request, error: AppError): Response {
    const { authority, pathname } = splitUrl(url);
    const format = errorFormatOf(
      hostRole(authority),
      pathname,
      headers.get("accept"),
      searchOf(url),
    );
    return errorResponse(error, format === "page" ? "text" : format);
  }

  function rewritten(request: Request, pathname: string): Request | AppError {
    const { url, method, headers, signal } = request;
    if (pathname.includes("\\") || !isDecodable(pathname)) {
      return invalidTarget({ reason: "path_malformed" });
    }
    const target = URL.parse(url);
    if (!target) return invalidTarget({ reason: "url_malformed" });
    target.pathname = canonicalPath(target);
    // The server drops the body of a response to HEAD but keeps its length. An
    // app that drops the body itself would lose the length.
    return method === "HEAD" && !rowOf(target.pathname)?.isMetered
      ? new Request(target, { headers, signal })
      : new Request(target, request);
  }

  const entry: Fetch = (request, info) => {
    const { method } = request;
    let routed = request;
    let parts = splitUrl(request.url);
    const error = targetError(request, parts.authority);
    if (error) return reject(request, error);
    // The cheapest checks first: they are enough for nearly every request.
    if (method !== "GET" || parts.pathname !== "/") {
      // Proxies ask with any method, such as those of WebDAV.
      if (!methods.has(method) && !rowOf(parts.pathname)?.isAnyMethod) {
        return reject(request, unknownMethod());
      }
      if (method === "HEAD" || isUnusualPath(parts.pathname)) {
        const result = rewritten(request, parts.pathname);
        if (result instanceof AppError) return reject(request, result);
        routed = result;
        parts = splitUrl(routed.url);
      }
      const response = operations(routed, info, parts.pathname);
      if (response) return response;
    }
    const role = hostRole(parts.authority);
    if (!hostServes(role, parts.pathname)) {
      return reject(routed, notFound());
    }
    const response = fetch(routed, info);
    return response instanceof Promise && routed.method !== "HEAD"
      ? response.then((made) =>
        made instanceof FinalResponse ? made : compressed(made, routed.headers)
      )
      : response;
  };
  return withOnResponse(
    inFlight?.guard(entry) ?? entry,
    responseHooks,
    () => performance.now(),
  );
}

function unknownMethod(): AppError {
  return new AppError(
    405,
    "METHOD_NOT_ALLOWED",
    { reason: "method_unknown" },
    { headers: { allow: "GET, HEAD, OPTIONS" } },
  );
}

/**
 * Creates the fallback for errors that the app throws: they are logged, and the
 * response is a plain 500.
 */
export function errorResponseFor(
  to: { log: Log; lines: LogRateLimiter },
): (thrown: unknown) => Response {
  return (thrown) => {
    const error = asAppError(thrown);
    if (error.status >= 500) logError(error, to);
    return errorResponse(error, "text");
  };
}
