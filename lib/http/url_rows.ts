import { preferredType } from "./accept.ts";
import type { HostRole } from "./hosts.ts";
import {
  type ErrorFormat,
  FACT_NAMES,
  type RouteGroup,
  URL_TABLE,
  type UrlRow,
} from "./url_table.ts";

const byPattern: ReadonlyMap<string, UrlRow> = new Map(
  URL_TABLE.map((row) => [row.path, row]),
);

/** The rows that end in `:name`, and those that end in `:name*`, by the path before it. */
const withParameter = rowsEndingIn(/\/:\w+$/);
const withRest = rowsEndingIn(/\/:\w+\*$/);

function rowsEndingIn(ending: RegExp): ReadonlyMap<string, UrlRow> {
  return new Map(
    URL_TABLE.filter(({ path }) => ending.test(path))
      .map((row) => [row.path.replace(ending, ""), row]),
  );
}

const API_REST = "/api/:path*";
const versioned = /^\/api\/v\d+(?:\/|$)/;
/** For versioned API paths without a route: the 404 has the error format of the other versioned paths. */
const versionedRest: UrlRow = { ...byPattern.get(API_REST)!, errors: "api" };

export function rowOfPattern(pattern: string): UrlRow | undefined {
  return byPattern.get(pattern);
}

/** Whether all threads serve a route, by its file in `routes/`: see `UrlRow.threads`. */
export function isThreadRoute(file: string): boolean {
  const path = file.replace(/\.tsx?$/, "").replace(/(?:^|\/)index$/, "");
  const pattern = `/${path.replaceAll(/\[(\w+)\]/g, ":$1")}`;
  return rowOfPattern(pattern)?.threads !== undefined;
}

/**
 * Extensions of files that browsers, crawlers and scanners request, which are not
 * top-level domains. Those that are, such as `zip`, `sh`, `py` and `md`, stay
 * names. A test compares them with IANA's list.
 */
const FILE_EXTENSIONS = [
  // Pages and programs
  "action appcache asp aspx ashx asmx axd bat cfm cgi cmd exe fcgi go hta htm html",
  "jsf jsp jspx lua nsf phar php php[1-8] phps phtml ps1 rb shtml svc ts vbs xhtml",
  // Data, styles and scripts of pages
  "atom cjs css csv eot gif ico jpeg jpg js json json5 jsonl jsx less mjs otf pdf",
  "png rss sass scss svg swf tif tiff tsv tsx ttf txt vue wasm webmanifest webp",
  "woff woff2 avif bmp ics m3u8 mp3 mp4 vcf wav webm wsdl xml xsd xsl xslt",
  // Settings, keys, copies and archives
  "7z apk backup bak bin bz2 cer cfg cnf conf config crt dat db deb der dist dll",
  "dmg doc docx dump env gz ini ipa iso jar jks kdbx key lock log mdb msi old orig",
  "ovpn p12 pac pem pfx ppt pptx rar rdp rpm sql sqlite sqlite3 swp tar temp tgz",
  "tmp toml torrent war xls xlsx xz yaml yml",
].join(" ").replaceAll(" ", "|");

/** A hidden file (`/.env`, `/.well-known/…`), or a file with one of the extensions above. */
const fileName = new RegExp(
  `^/(?:(?:\\.|%2e)|[^/]*(?:\\.|%2e)(?:${FILE_EXTENSIONS})(?:/|$))`,
  "i",
);

/**
 * Whether the first segment of a path is the name of a file rather than a domain
 * name: it begins with a dot, or ends in an extension that is no top-level domain.
 * Such a path is not looked up.
 */
export function isFileName(pathname: string): boolean {
  return fileName.test(pathname);
}

const shortTarget = /^\/(?:ip|[^/]*(?:[.:]|%2[eE]|%3[aA])[^/]*)$/;

/** Whether a path is `/ip`, or one segment that can be an address or a domain name. */
export function isShortTarget(pathname: string): boolean {
  return shortTarget.test(pathname) && !isFileName(pathname);
}

const targetFact = /^\/[^/]*(?:[.:]|%2[eE]|%3[aA])[^/]*\/[^/]+$/;

/** Whether a path is a segment that can be an address or a domain name, and one more. */
export function isTargetFact(pathname: string): boolean {
  return targetFact.test(pathname) && !isFileName(pathname);
}

/** The row of a path without parameters, or that begins with a target. Fast, because the entry calls it for every request. */
function rowOfShortPath(pathname: string): UrlRow | undefined {
  const row = byPattern.get(pathname);
  if (row) return row;
  if (isShortTarget(pathname)) return byPattern.get("/:target");
  return isTargetFact(pathname) ? byPattern.get("/:target/:fact") : undefined;
}

/** The row of a percent-encoded path; undefined if there is no route. */
export function rowOf(pathname: string): UrlRow | undefined {
  const row = rowOfShortPath(pathname) ??
    withParameter.get(pathname.slice(0, pathname.lastIndexOf("/")) || "/") ??
    restRowOf(pathname);
  return row?.path === API_REST && versioned.test(pathname)
    ? versionedRest
    : row;
}

/** A rest begins behind one segment or two. No more are read, because the client chooses their number. */
function restRowOf(pathname: string): UrlRow | undefined {
  const [, first, second] = pathname.split("/", 3);
  return withRest.get(`/${first}/${second}`) ?? withRest.get(`/${first}`);
}

/** Groups by the first segment of the path; below `/api`, by the second. */
const groups = new Map<string, RouteGroup>([
  ["_fresh", "files"],
  ["flags", "files"],
]);
const apiGroups = new Map<string, RouteGroup>();
for (const { path, group } of URL_TABLE) {
  const [, first, second = ""] = path.split("/", 3);
  if (first === "api") apiGroups.getOrInsert(second, group);
  else if (first !== "" && first !== ":target") {
    groups.getOrInsert(first, group);
  }
}

/** Files of `static/`. Their extensions are not top-level domains, so they can't be targets. */
const siteFile = /^[\w-]+\.(?:css|ico|json|png|svg|txt|webmanifest)$/;

/** The metric group of a percent-encoded path other than `/`. A path without a route is counted with its neighbors. */
export function routeGroupOf(pathname: string): RouteGroup {
  const [, first, second = "", third = ""] = pathname.split("/", 4);
  if (first === "api") return apiGroups.get(second) ?? "other";
  const known = groups.get(first);
  if (known) return known;
  if (siteFile.test(first)) return "files";
  const isTarget = !third && (!second || facts.has(second)) &&
    /[.:]|%2e|%3a/i.test(first) && !isFileName(pathname);
  return isTarget ? "geoip" : "other";
}

const facts: ReadonlySet<string> = new Set(FACT_NAMES);

const byPreference = { text: "text", json: "geoip", html: "page" } as const;

/** The error format of a path on a host. `pathname` and `search` are percent-encoded. */
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
  const isHtml = () => preferredType(accept) === "html";
  if (!row) return isHtml() && !isFileName(pathname) ? "page" : "text";
  const { errors } = row;
  const format = (row.path === "/" || row.path === "/ip") && search !== ""
    ? new URLSearchParams(search).get("format")
    : null;
  if (format === "text") return "text";
  if (format === "json" || format === "jsonp") return "geoip";
  if (errors === "accept") return byPreference[preferredType(accept)];
  if (typeof errors === "string") return errors;
  if ("script" in errors) {
    return isHtml() ? "page" : errors.script;
  }
  return new URLSearchParams(search).has("output") ? errors.json : "page";
}

/** Whether a host serves a path. The main host serves all, and the URL table marks the few that others serve as well. */
export function hostServes(role: HostRole, pathname: string): boolean {
  if (role === "main") return true;
  switch (rowOfShortPath(pathname)?.hosts) {
    case "all":
      return true;
    case "api":
      return role === "api";
    case "probes":
      return role !== "api";
    default:
      return role === "api" && siteFile.test(pathname.slice(1));
  }
}
