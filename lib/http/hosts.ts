import { BoundedMap, memoizeLast } from "../core/cache.ts";

/** A name of 253 characters (RFC 1035 section 2.3.4), its dot and a port. Limited because pages contain it, and caches have an entry for each host. */
export const MAX_AUTHORITY_LENGTH = 260;

// RFC 3986 section 3.2.2, without percent-encoding, which host names never have.
const hostAndPort = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=-]+)(?::\d*)?$/i;

/**
 * Whether text is a valid `Host` header (RFC 9110 section 7.2): a host that `URL`
 * can parse, with or without a port, and no user, path or query.
 */
export function isAuthority(text: string): boolean {
  return text.length <= MAX_AUTHORITY_LENGTH && hostAndPort.test(text) &&
    URL.canParse(`http://${text}/`);
}

/** In characters, for each generation of the map. Clients choose the names. */
const MAX_REMEMBERED_LENGTH = 4_000;

/** Creates an `isAuthority` that caches its results: every request is checked, and most name the same few hosts. */
export function createAuthorityCheck(): (text: string) => boolean {
  const known = new BoundedMap<string, boolean>(
    MAX_REMEMBERED_LENGTH,
    (text) => text.length,
  );
  return memoizeLast((text) => known.getOrInsertComputed(text, isAuthority));
}

interface UrlParts {
  /** Host and port as the client sent them. */
  readonly authority: string;
  /** Still percent-encoded, without the query. */
  readonly pathname: string;
}

/**
 * Authority and path of a request's URL as the client sent them. Doesn't parse
 * the URL, because every request pays for it, and several times.
 */
export const splitUrl: (url: string) => UrlParts = memoizeLast((url) => {
  const start = url.indexOf("://") + 3;
  const path = url.indexOf("/", start);
  if (path === -1) return { authority: url.slice(start), pathname: "" };
  const query = url.indexOf("?", path);
  return {
    authority: url.slice(start, path),
    pathname: query === -1 ? url.slice(path) : url.slice(path, query),
  };
});

/**
 * The origin of the site in pages and documents: that of `BASE_URL`, or else of
 * the request.
 */
export function siteOrigin(
  baseUrl: URL | undefined,
  request: { readonly url: Pick<URL, "origin"> },
): string {
  // Some contexts parse their URL when it is first read.
  return baseUrl?.origin ?? request.url.origin;
}

/**
 * Whether the browser reaches the site over HTTPS: the request itself is HTTPS,
 * or it names the host of an `https` `BASE_URL`, behind a proxy that terminates
 * TLS and passes the `Host` header on.
 */
export function isOverHttps(url: URL, baseUrl?: URL): boolean {
  return url.protocol === "https:" ||
    (baseUrl?.protocol === "https:" && baseUrl.host === url.host);
}

/**
 * Whether an `Origin` is this site: the origin of `BASE_URL`, or the host of the
 * request. Unless the site is known to use HTTPS, either scheme is accepted,
 * because a proxy may terminate TLS. If it does use HTTPS, an http origin is
 * refused: anyone on the network path can write that page. The origin `null` of
 * sandboxed pages is never this site.
 */
export function isOwnOrigin(origin: string, url: URL, baseUrl?: URL): boolean {
  if (origin === baseUrl?.origin) return true;
  return origin === `https://${url.host}` ||
    (origin === `http://${url.host}` && !isOverHttps(url, baseUrl));
}

/** Names that no name server can point elsewhere: IP literals and `localhost`. */
const FIXED_HOST = /^(?:[\d.]+|\[[\da-f:.]+\]|localhost)$/;

/**
 * Like {@link isOwnOrigin}, but safe against DNS rebinding: the owner of another
 * site's name can point it here, so that both the `Origin` and the host of a request
 * are that name. So without `BASE_URL`, only fixed hosts are believed.
 */
export function isTrustedOrigin(
  origin: string,
  url: URL,
  baseUrl?: URL,
): boolean {
  const isFixed = baseUrl
    ? url.host === baseUrl.host
    : FIXED_HOST.test(url.hostname);
  return isFixed
    ? isOwnOrigin(origin, url, baseUrl)
    : origin === baseUrl?.origin;
}

/** The role of a host name: the site, the short API, or the probe of an address family. */
export type HostRole = "main" | "api" | "v4" | "v6";

interface HostUrls {
  baseUrl?: URL;
  apiUrl?: URL;
  v4Url?: URL;
  v6Url?: URL;
}

/**
 * Creates a function that returns the role of the host in a `Host` header.
 *
 * A configured URL with an explicit port matches only that port. Without one (or
 * with the default port of its scheme) it matches any port, because a proxy may
 * listen on another. If two URLs have the same host, the first of base, api, v4,
 * v6 wins. Unknown hosts are the main site.
 */
export function createHostRoles(urls: HostUrls): (host: string) => HostRole {
  const roles = new Map<string, HostRole>();
  const configured: [URL | undefined, HostRole][] = [
    [urls.baseUrl, "main"],
    [urls.apiUrl, "api"],
    [urls.v4Url, "v4"],
    [urls.v6Url, "v6"],
  ];
  for (const [url, role] of configured) {
    if (url && !roles.has(url.host)) roles.set(url.host, role);
  }
  if (roles.size === 0) return () => "main";
  return (host) => {
    const role = roles.get(host);
    if (role) return role;
    const { name, port } = split(host.toLowerCase());
    return roles.get(name + port) ?? roles.get(name) ?? "main";
  };
}

/** Separates the port, and removes the trailing dot of a fully qualified name. */
function split(host: string): { name: string; port: string } {
  // The colons of an IPv6 literal come before its bracket.
  const [, name, port = ""] = /^(.*?)\.?(:[^:\]]*)?$/s.exec(host)!;
  return { name, port };
}

/** Checks the URL and the headers of a request from a page. */
type HostHeaderCheck = (url: URL, headers: Headers) => void;

/**
 * Creates a check for proxies that don't pass the `Host` header on: forms then
 * have the `Origin` of an `https` `BASE_URL` but name another host, and the
 * session cookie is set without `Secure`. The `Origin` can't decide that, because
 * only forms send it. Warns once.
 */
export function createHostHeaderCheck(
  { baseUrl, warn }: {
    baseUrl?: URL;
    warn: (message: string, fields: { host: string }) => void;
  },
): HostHeaderCheck {
  let isWarned = false;
  return (url, headers) => {
    if (isWarned || baseUrl?.protocol !== "https:") return;
    if (headers.get("origin") !== baseUrl.origin) return;
    if (isOverHttps(url, baseUrl)) return;
    isWarned = true;
    warn(
      "a page of BASE_URL asks for another host: session cookies go without Secure until the proxy passes the Host header on",
      { host: url.host },
    );
  };
}
