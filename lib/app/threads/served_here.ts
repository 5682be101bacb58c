import { hasSessionCookie } from "../../accounts/sign_in/session.ts";
import { splitUrl } from "../../http/hosts.ts";
import { isUnusualPath } from "../../http/entry.ts";
import { routeGroupOf, rowOf } from "../../http/url_rows.ts";
import { parseIp } from "../../net/ip_address.ts";

/**
 * Whether a thread serves a request itself. It passes all others to the main
 * thread: what the URL table doesn't mark, members' pages, domain names, files
 * that aren't found, and what a router could read in two ways.
 *
 * @param isPassingFacts whether only the main thread can describe addresses
 */
export function isServedHere(
  { url, method, headers }: Request,
  isPassingFacts: boolean,
): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = splitUrl(url);
  if (pathname !== "/" && isUnusualPath(pathname)) return false;
  const row = rowOf(pathname);
  if (!row) return routeGroupOf(pathname) === "files";
  if (row.threads === undefined) return false;
  if (row.threads === "facts" && isPassingFacts) return false;
  if (row.path.includes(":") && !hasAddress(row.path, pathname)) return false;
  if (row.group !== "home" && row.path !== "/:target") return true;
  // Only pages look at cookies, and describe the client.
  const cookies = headers.get("cookie");
  if (cookies !== null && hasSessionCookie(cookies)) return false;
  return !isPassingFacts || !headers.get("accept")?.includes("text/html");
}

/** The target is the last segment, but for `/:target/:fact`. */
function hasAddress(pattern: string, pathname: string): boolean {
  const segments = pathname.split("/");
  const target = pattern.startsWith("/:target")
    ? segments[1]
    : segments.at(-1)!;
  return parseIp(target) !== null;
}
