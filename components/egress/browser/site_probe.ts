import type { SiteVisit } from "../../../lib/shared/egress/report.ts";
import { exitInText } from "./address_text.ts";
import { ProbeEnd } from "./probe_end.ts";
import type { Refusals } from "./refusals.ts";

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
