import { preferredType } from "./accept.ts";
import type { HostRole } from "./hosts.ts";
import {
  type ErrorFormat,
  type RouteGroup,
  URL_TABLE,
  type UrlRow,
} from "./url_table.ts";

const byPattern: ReadonlyMap<string, UrlRow> = new Map(
  URL_TABLE.map((row) => [row.path, row]),
);

/** Rows whose last segment is `:name`, and those where it is `:name*`, by what comes before. */
const withParameter = rowsEndingIn(/\/:\w+$/);
const withRest = rowsEndingIn(/\/:\w+\*$/);

function rowsEndingIn(ending: RegExp): ReadonlyMap<string, UrlRow> {
  return new Map(
    URL_TABLE.filter(({ path }) => ending.test(path))
      .map((row) => [row.path.replace(ending, ""), row]),
  );
}

/** Segments before a `:name*`, at most. */
const REST_DEPTH = 2;

const API_REST = "/api/:path*";
const versioned = /^\/api\/v\d+(?:\/|$)/;
/** Of a path of the versioned API that no route has: 404 in the form of its neighbours. */
const versionedRest: UrlRow = { ...byPattern.get(API_REST)!, errors: "api" };

/** The row of a route's pattern. */
export function rowOfPattern(pattern: string): UrlRow | undefined {
  return byPattern.get(pattern);
}

const shortTarget = /^\/(?:ip|[^/]*(?:[.:]|%2[eE]|%3[aA])[^/]*)$/;

/** Whether a path is `/ip` or one segment that can name an address or a domain. */
export function isShortTarget(pathname: string): boolean {
  return shortTarget.test(pathname);
}

/** The row of a path of one segment. Cheap, since requests to several hosts need it. */
export function rowOfSegment(pathname: string): UrlRow | undefined {
  return byPattern.get(pathname) ??
    (isShortTarget(pathname) ? byPattern.get("/:target") : undefined);
}

/** The row of a path that is still percent-encoded; undefined if no route has it. */
export function rowOf(pathname: string): UrlRow | undefined {
  const row = rowOfSegment(pathname) ??
    withParameter.get(pathname.slice(0, pathname.lastIndexOf("/")) || "/") ??
    restRowOf(pathname);
  return row?.path === API_REST && versioned.test(pathname)
    ? versionedRest
    : row;
}

/** Looks from the front and not far, since a client chooses how many slashes there are. */
function restRowOf(pathname: string): UrlRow | undefined {
  let row: UrlRow | undefined;
  let end = 0;
  for (let depth = 0; depth < REST_DEPTH && end !== -1; depth++) {
    end = pathname.indexOf("/", end + 1);
    row = withRest.get(end === -1 ? pathname : pathname.slice(0, end)) ?? row;
  }
  return row;
}

/** Groups by the first segment of a path, and below `/api` by the second. */
const groups = new Map<string, RouteGroup>([["_fresh", "files"]]);
const apiGroups = new Map<string, RouteGroup>();
for (const { path, group } of URL_TABLE) {
  const [, first, second = ""] = path.split("/", 3);
  if (first === "api") apiGroups.getOrInsert(second, group);
  else if (first !== "" && first !== ":target") {
    groups.getOrInsert(first, group);
  }
}

/** Files of `static/`. No such top-level domains exist, so none of them is a target. */
const siteFile = /^[\w-]+\.(?:css|ico|json|png|svg|txt|webmanifest)$/;

/** Whether a path has the form of a file of `static/`. */
export function isSiteFile(pathname: string): boolean {
  return siteFile.test(pathname.slice(1));
}

/** The group of a path other than `/`, still percent-encoded. A path without a route has its neighbours' group. */
export function routeGroupOf(pathname: string): RouteGroup {
  const [, first, second = ""] = pathname.split("/", 3);
  if (first === "api") return apiGroups.get(second) ?? "other";
  const known = groups.get(first);
  if (known) return known;
  if (siteFile.test(first)) return "files";
  return !second && /[.:]|%2e|%3a/i.test(first) ? "geoip" : "other";
}

const byPreference = { text: "text", json: "geoip", html: "page" } as const;

/** The error format of a path on a host. `pathname` and `search` are still percent-encoded. */
export function errorFormatOf(
  role: HostRole,
  pathname: string,
  accept: string | null,
  search = "",
): ErrorFormat {
  const row = rowOf(pathname);
  if (role !== "main" && row?.hosts !== "all") {
    return role === "api" ? "geoip" : "text";
  }
  const errors = row?.errors ?? "page";
  if (errors === "accept") return byPreference[preferredType(accept)];
  if (typeof errors === "string") return errors;
  const output = new URLSearchParams(search).get("output");
  return output === "json" ? errors.json : "page";
}

/** Whether a host serves a path at all: the table names the few that others than the main host serve. */
export function hostServes(
  role: HostRole,
  pathname: string,
  hasApiHost: boolean,
): boolean {
  if (role === "main" && !hasApiHost) return true;
  switch (rowOfSegment(pathname)?.hosts) {
    case "all":
      return true;
    case "probes":
      return role !== "api";
    case "api":
      return role === "api" || role === "main" && isSiteFile(pathname);
    default:
      return role === "main" || role === "api" && isSiteFile(pathname);
  }
}
