import type { SiteVisit } from "../view/report.ts";
import { exitInText } from "./webrtc_probe.ts";
import { ProbeEnd } from "./cell.ts";

/** Tells whether the page's policy has blocked a request to a URL. */
export type Refusals = (url: string) => Promise<boolean>;

/**
 * Records requests that the page's Content-Security-Policy blocks, such as
 * redirects to another site, until the signal aborts. For the caller of
 * `fetch`, they look like an unreachable site.
 */
export function watchRefusals(
  document: EventTarget,
  signal: AbortSignal,
): Refusals {
  const refused = new Set<string>();
  document.addEventListener("securitypolicyviolation", (event) => {
    refused.add((event as SecurityPolicyViolationEvent).blockedURI);
  }, { signal });
  return async (url) => {
    // The event follows in a later task than the failed request.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return refused.has(url);
  };
}

export interface SiteProbeOptions {
  fetch: typeof globalThis.fetch;
  url: string;
  isRefused: Refusals;
}

/**
 * Visits a site. Reads the address that it reports if CORS permits; otherwise
 * checks whether it responds.
 */
export async function visitSite(
  { fetch, url, isRefused }: SiteProbeOptions,
  signal: AbortSignal,
): Promise<SiteVisit> {
  const init = {
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  } as const;
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    // Most sites forbid reading, but this fails only if there is no response.
    try {
      await fetch(url, { ...init, mode: "no-cors" });
    } catch {
      throw new ProbeEnd(await isRefused(url) ? "blocked" : "none");
    }
    return { exit: null };
  }
  return { exit: exitInText(await response.text()) };
}
