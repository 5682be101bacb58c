import { type IsCspBlocked, ProbeEnd } from "./run_probe.ts";
import type { Exit, SiteVisit } from "../view/report.ts";
import { exitInText } from "./webrtc_probe.ts";

/**
 * The JSON of one of this service's endpoints.
 *
 * @throws {ProbeEnd} "stopped" for 429, with the seconds to wait;
 * "not_configured" for 404; "failed" for any other failure
 */
export async function fetchOwnJson(response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (status === 429) {
    throw new ProbeEnd("stopped", Number(headers.get("retry-after")) || 60);
  }
  if (!response.ok) {
    throw new ProbeEnd(status === 404 ? "not_configured" : "failed");
  }
  return await response.json();
}

export interface ExitProbeOptions {
  fetch: typeof fetch;
  /** Of one of this service's hosts, without a trailing slash. */
  origin: string;
  /** The host's only family; undefined if it has both. */
  family?: 4 | 6;
  /** Requests a response larger than one packet. */
  isLarge?: boolean;
}

/** The visitor's address as one of this service's hosts sees it. */
export async function fetchExit(
  { fetch, origin, family, isLarge }: ExitProbeOptions,
  signal: AbortSignal,
): Promise<Exit> {
  const url = `${origin}/api/egress/exit${isLarge ? "?large" : ""}`;
  const response = await fetch(url, {
    cache: "no-store",
    // Also makes browsers open a new connection. On the page's own, the time to
    // choose a family and to connect would not show.
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });
  const exit = await fetchOwnJson(response) as Exit;
  // The host is not limited to its family, so it cannot test it.
  if (family && exit.family !== family) throw new ProbeEnd("not_configured");
  return { ip: exit.ip, family: exit.family };
}

interface SiteProbeOptions {
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
      throw new ProbeEnd(await isCspBlocked(url) ? "blocked" : "failed");
    }
    return { exit: null };
  }
  return { exit: exitInText(await response.text()) };
}
