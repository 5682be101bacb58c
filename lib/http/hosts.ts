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
