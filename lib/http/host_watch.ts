import { isOverHttps } from "./over_https.ts";

/** Looks at what a page asks with. */
export type HostWatch = (url: URL, headers: Headers) => void;

/**
 * Makes a look-out for a proxy that does not pass the `Host` header on: a form
 * then comes from a page of an `https` `BASE_URL`, and asks for another host.
 * Its session cookie goes without `Secure`. The `Origin` alone cannot put that
 * right, since only forms have one. Warns once.
 */
export function createHostWatch(
  { baseUrl, warn }: {
    baseUrl?: URL;
    warn: (message: string, fields: { host: string }) => void;
  },
): HostWatch {
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
