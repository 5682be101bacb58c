import type { SiteVisit } from "../view/report.ts";
import { exitInText } from "./webrtc_probe.ts";
import { type IsCspBlocked, ProbeEnd } from "./run_probe.ts";

export interface SiteProbeOptions {
  fetch: typeof globalThis.fetch;
  url: string;
  isCspBlocked: IsCspBlocked;
}

/**
 * Visits a site. Reads the address that it reports if CORS permits; otherwise
 * checks whether it responds.
 */
export async function visitSite(
  { fetch, url, isCspBlocked }: SiteProbeOptions,
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
      throw new ProbeEnd(await isCspBlocked(url) ? "blocked" : "none");
    }
    return { exit: null };
  }
  return { exit: exitInText(await response.text()) };
}
