import { pageHeaders } from "../http/responses.ts";
import type { EgressSetup } from "./view/report.ts";

/** The headers of a page whose script may also connect to these URLs' hosts. */
export function connectingPageHeaders(
  urls: readonly string[],
  zone: string | null = null,
): Readonly<Record<string, string>> {
  const sources = new Set(["'self'", ...urls.map(sourceOf)]);
  // Without a scheme, the source matches the page's own scheme, which the
  // script uses.
  if (zone !== null) sources.add(`*.${zone}`);
  const policy = pageHeaders["content-security-policy"];
  return {
    ...pageHeaders,
    "content-security-policy": `${policy}; connect-src ${
      [...sources].join(" ")
    }`,
  };
}

/**
 * The headers of the egress page. Its script may also connect to the configured
 * probe hosts.
 */
export function egressPageHeaders(
  { v4Origin, v6Origin, literalOrigin, probeZone, sites, hasOwnSites }:
    EgressSetup,
): Readonly<Record<string, string>> {
  const others = hasOwnSites ? [] : sites;
  const urls = [v4Origin, v6Origin, literalOrigin, ...others];
  return connectingPageHeaders(urls.filter((url) => url !== null), probeZone);
}

/**
 * A URL as a CSP source. 127.0.0.1 is the only address that a source can name
 * (CSP Level 3 section 6.7.2.8); for others, only the scheme works.
 */
function sourceOf(url: string): string {
  const { hostname, origin, protocol } = new URL(url);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return isAddress && hostname !== "127.0.0.1" ? protocol : origin;
}
