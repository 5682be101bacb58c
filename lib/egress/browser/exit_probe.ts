import { ProbeEnd } from "./cell.ts";
import type { Exit } from "../view/report.ts";

/**
 * JSON of an endpoint of this service.
 *
 * @throws {ProbeEnd} "stopped" of 429, with the seconds to wait; "not_configured" of 404; else "none" of what is no answer
 */
export async function fetchOwnJson(response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (status === 429) {
    // Not "none": that nothing was found would say something of the network.
    throw new ProbeEnd("stopped", Number(headers.get("retry-after")) || 60);
  }
  if (!response.ok) {
    throw new ProbeEnd(status === 404 ? "not_configured" : "none");
  }
  return await response.json();
}

export interface ExitProbeOptions {
  fetch: typeof fetch;
  /** Of a host of this service, without a slash at the end. */
  origin: string;
  /** The family the host is for; absent: it has both. */
  family?: 4 | 6;
  /** Asks for an answer longer than a packet. */
  isLarge?: boolean;
}

/** The address a host of this service sees. */
export async function askExit(
  { fetch, origin, family, isLarge }: ExitProbeOptions,
  signal: AbortSignal,
): Promise<Exit> {
  const url = `${origin}/api/egress/exit${isLarge ? "?large" : ""}`;
  const response = await fetch(url, {
    cache: "no-store",
    // Also keeps browsers from using the page's own connection, which would
    // hide how long it takes to choose a family and to connect.
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });
  const exit = await fetchOwnJson(response) as Exit;
  // A host with both families cannot tell of one.
  if (family && exit.family !== family) throw new ProbeEnd("not_configured");
  return { ip: exit.ip, family: exit.family };
}
