import type { Exit } from "../../../lib/shared/egress/report.ts";
import { ownAnswer } from "./own_answer.ts";
import { ProbeEnd } from "./probe_end.ts";

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
  const exit = await ownAnswer(response) as Exit;
  // A host with both families cannot tell of one.
  if (family && exit.family !== family) throw new ProbeEnd("not_configured");
  return { ip: exit.ip, family: exit.family };
}
