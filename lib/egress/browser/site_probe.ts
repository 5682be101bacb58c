import type { SiteVisit } from "../view/report.ts";
import { exitInText } from "./webrtc_probe.ts";
import { ProbeEnd } from "./cell.ts";

/** Says whether the page's policy has refused a request to a URL. */
export type Refusals = (url: string) => Promise<boolean>;

/**
 * Watches, until the signal is aborted, for requests that the page's own
 * Content-Security-Policy refuses: of sites that send on to somewhere else. To
 * the one who asks, that looks as if nobody were there.
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
    // The event comes in a task of its own, after the request has failed.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return refused.has(url);
  };
}

export interface SiteProbeOptions {
  fetch: typeof globalThis.fetch;
  url: string;
  isRefused: Refusals;
}

/** Visits a site: reads the address it saw where it lets us, else finds out whether it is there. */
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
    // Most sites let nobody read them; this fails only where nobody is there.
    try {
      await fetch(url, { ...init, mode: "no-cors" });
    } catch {
      throw new ProbeEnd(await isRefused(url) ? "blocked" : "none");
    }
    return { exit: null };
  }
  return { exit: exitInText(await response.text()) };
}
