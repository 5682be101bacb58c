import { pageHeaders } from "../http/responses.ts";
import type { EgressSetup } from "./view/report.ts";

/** Headers of the egress page: as of every page, and its script may ask the probes that are set up. */
export function egressPageHeaders(
  { v4Origin, v6Origin, literalOrigin, probeZone, sites }: EgressSetup,
): Record<string, string> {
  const origins = [v4Origin, v6Origin, literalOrigin, ...sites]
    .filter((url) => url !== null)
    .map(sourceOf);
  const sources = new Set(["'self'", ...origins]);
  // Without a scheme it is the page's own, with which the names are asked for.
  if (probeZone !== null) sources.add(`*.${probeZone}`);
  const policy = pageHeaders["content-security-policy"];
  return {
    ...pageHeaders,
    "content-security-policy": `${policy}; connect-src ${
      [...sources].join(" ")
    }`,
  };
}

/**
 * A URL as a source of a policy. An address cannot be one but 127.0.0.1 (CSP
 * Level 3 section 6.7.2.8), so there the scheme is all that can be said.
 */
function sourceOf(url: string): string {
  const { hostname, origin, protocol } = new URL(url);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return isAddress && hostname !== "127.0.0.1" ? protocol : origin;
}
