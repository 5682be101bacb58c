import { isOverHttps } from "./over_https.ts";

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
