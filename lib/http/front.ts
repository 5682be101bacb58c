import { describeError, type Log } from "../log.ts";
import { errorAnswer } from "./answers.ts";
import { AppError, asAppError } from "./errors.ts";
import { faceOf } from "./faces.ts";
import type { HostRole } from "./hosts.ts";

type Fetch = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

interface Place {
  /** Host and port as the client wrote them. */
  authority: string;
  /** Still percent-encoded, without the query. */
  pathname: string;
}

/** Takes a request's URL apart without parsing it, since every request pays for this. */
export function placeOf(url: string): Place {
  const host = url.indexOf("://") + 3;
  let path = url.indexOf("/", host);
  if (path === -1) path = url.length;
  let query = url.indexOf("?", path);
  if (query === -1) query = url.length;
  return {
    authority: url.slice(host, path),
    pathname: url.slice(path, query),
  };
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * What stands between the socket and the app. A broken percent escape is
 * answered here, because routers throw on it; a trailing slash is dropped, so
 * that it never changes an answer; and HEAD becomes GET. It awaits nothing: each promise around
 * the app's own would be paid for by every request.
 */
export function createFront(
  fetch: Fetch,
  { hostRole }: { hostRole: (host: string) => HostRole },
): Fetch {
  const refuse = ({ url, headers }: Request, message: string) => {
    const { authority, pathname } = placeOf(url);
    const face = faceOf(hostRole(authority), pathname, headers.get("accept"));
    const error = new AppError(400, "INVALID_TARGET", message);
    return errorAnswer(error, face === "page" ? "text" : face);
  };

  return (request, info) => {
    const { url, method } = request;
    const { pathname } = placeOf(url);
    if (pathname.includes("%") && !isDecodable(pathname)) {
      return refuse(request, "The path holds a broken percent escape.");
    }
    const isCanonical = !pathname.endsWith("/") || pathname.length === 1;
    if (isCanonical && method !== "HEAD") return fetch(request, info);

    const target = URL.parse(url);
    if (!target) return refuse(request, "The address is malformed.");
    if (!isCanonical) target.pathname = pathname.replace(/\/+$/, "") || "/";
    // The server drops the body of an answer to HEAD but keeps its length, which
    // an app that drops it by itself would have to forget.
    const { headers, signal } = request;
    const asked = method === "HEAD"
      ? new Request(target, { headers, signal })
      : new Request(target, request);
    return fetch(asked, info);
  };
}

/** The last resort for what an app throws: a fault of ours, told to the log alone. */
export function answerFault(log: Log): (error: unknown) => Response {
  return (error) => {
    log.error("request failed", { error: describeError(error) });
    return errorAnswer(asAppError(error), "text");
  };
}
