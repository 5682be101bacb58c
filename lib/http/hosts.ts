/**
 * Whether a browser reaches the site over HTTPS: the request came that way, or
 * asks for the host of a `BASE_URL` that is `https`, behind a proxy that took
 * the encryption off and left the `Host` header as it was.
 */
export function isOverHttps(url: URL, baseUrl?: URL): boolean {
  return url.protocol === "https:" ||
    (baseUrl?.protocol === "https:" && baseUrl.host === url.host);
}

/**
 * Whether a browser's `Origin` is this site: that of `BASE_URL`, or the host the
 * request asks for. Where it is not known to be reached over HTTPS either scheme
 * will do, since a proxy may have taken the encryption off; else a page without
 * it may be written by anybody on the wire. `null`, which a sandboxed or hidden
 * page sends, is nobody's.
 */
export function isOwnOrigin(origin: string, url: URL, baseUrl?: URL): boolean {
  if (origin === baseUrl?.origin) return true;
  return origin === `https://${url.host}` ||
    (origin === `http://${url.host}` && !isOverHttps(url, baseUrl));
}

/** What a host name stands for: the site, the short API, or a probe of one family. */
export type HostRole = "main" | "api" | "v4" | "v6";

interface HostUrls {
  baseUrl?: URL;
  apiUrl?: URL;
  v4Url?: URL;
  v6Url?: URL;
}

/**
 * Makes a function from a `Host` header to the role of that host.
 *
 * A configured URL with a port of its own is matched with it, one without (or
 * with its scheme's) under any port: a proxy in front may listen on another.
 * Where two URLs name the same host the first of base, api, v4, v6 wins.
 * Unknown hosts are the main site.
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

/** Takes the port off, and the dot of a fully qualified name. */
function split(host: string): { name: string; port: string } {
  const colon = host.lastIndexOf(":");
  // The colons of an address literal stand before its bracket.
  const end = colon > host.lastIndexOf("]") ? colon : host.length;
  const dot = host[end - 1] === "." ? 1 : 0;
  return { name: host.slice(0, end - dot), port: host.slice(end) };
}

/** Looks at what a page asks with. */
export type HostHeaderCheck = (url: URL, headers: Headers) => void;

/**
 * Makes a look-out for a proxy that does not pass the `Host` header on: a form
 * then comes from a page of an `https` `BASE_URL`, and asks for another host.
 * Its session cookie goes without `Secure`. The `Origin` alone cannot put that
 * right, since only forms have one. Warns once.
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
