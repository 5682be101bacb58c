/**
 * Whether a browser reaches the site over HTTPS: the request came that way, or
 * asks for the host of a `BASE_URL` that is `https`, behind a proxy that took
 * the encryption off and left the `Host` header as it was.
 */
export function isOverHttps(url: URL, baseUrl?: URL): boolean {
  return url.protocol === "https:" ||
    (baseUrl?.protocol === "https:" && baseUrl.host === url.host);
}
