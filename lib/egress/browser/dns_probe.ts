import type { Probe, ResolverRow, ResolverSeen } from "../view/report.ts";
import { fetchOwnJson } from "./exit_probe.ts";
import {
  pause,
  ProbeEnd,
  runProbe,
  type RunProbeOptions,
} from "./run_probe.ts";

/** Pauses before each poll of the server, about six seconds in total. */
const PAUSES_MS = [300, 500, 900, 1300, 1600, 2000];

/** Time for all pauses and responses. */
const TIMEOUT_MS = 12_000;

/**
 * Several names, because many networks spread queries over several resolvers.
 */
const NAMES = ["", "1.", "2.", "3.", "v6."];

/** A random label that no resolver has cached: 80 bits in hex. */
export function randomNonce(
  random: (bytes: Uint8Array<ArrayBuffer>) => void,
): string {
  const bytes = new Uint8Array(10);
  random(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

export interface DnsProbeOptions {
  fetch: typeof fetch;
  /**
   * Of the page, with a colon. Browsers may block requests over another
   * protocol.
   */
  protocol: string;
  zone: string;
  /** Whether `v6.<nonce>.<zone>` has an IPv6-only name server. */
  hasV6NameServer: boolean;
  nonce: string;
  pausesMs?: readonly number[];
}

/**
 * Makes the browser's resolvers query this service's name server, then asks it
 * which resolvers it saw.
 */
export async function dnsProbes(
  options: DnsProbeOptions,
  run: Omit<RunProbeOptions, "timeoutMs">,
): Promise<
  { resolvers: Probe<ResolverSeen[]>; resolversV6: Probe<ResolverSeen[]> }
> {
  const { state, value, elapsedMs } = await runProbe(
    (signal) => sightings(options, signal),
    { ...run, timeoutMs: TIMEOUT_MS },
  );
  const probeOf = (seen?: ResolverRow[]): Probe<ResolverSeen[]> =>
    seen?.length === 0
      ? { state: "none", elapsedMs }
      : { state, ...seen && { value: seen.map(resolverOf) }, elapsedMs };
  return {
    resolvers: probeOf(value),
    resolversV6: options.hasV6NameServer
      ? probeOf(value?.filter(hasReachedV6))
      : { state: "not_configured" },
  };
}

async function sightings(
  options: DnsProbeOptions,
  signal: AbortSignal,
): Promise<ResolverRow[]> {
  const { fetch, protocol, zone, nonce, hasV6NameServer } = options;
  for (const name of NAMES) {
    // A failure does not matter: by then, the name has been resolved.
    fetch(`${protocol}//${name}${nonce}.${zone}/favicon.svg`, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal,
    }).catch(() => {});
  }
  let seen: ResolverRow[] = [];
  for (const ms of options.pausesMs ?? PAUSES_MS) {
    await pause(ms, signal);
    const resolvers = await ask(options, seen, signal);
    const isSettled = resolvers.length > 0 &&
      resolvers.length === seen.length &&
      (!hasV6NameServer || resolvers.some(hasReachedV6));
    seen = resolvers;
    if (isSettled || signal.aborted) break;
  }
  if (seen.length === 0) throw new ProbeEnd("timed_out");
  return seen;
}

/**
 * The resolvers seen so far; the previous list if the server does not respond.
 */
async function ask(
  { fetch, nonce }: DnsProbeOptions,
  before: ResolverRow[],
  signal: AbortSignal,
): Promise<ResolverRow[]> {
  try {
    const url = `/api/egress/dns/${nonce}`;
    const response = await fetch(url, { cache: "no-store", signal });
    const { resolvers } = await fetchOwnJson(response) as {
      resolvers: ResolverRow[];
    };
    return resolvers;
  } catch (error) {
    if (error instanceof ProbeEnd) throw error;
    return before;
  }
}

function hasReachedV6({ via_v6_only }: ResolverRow): boolean {
  return via_v6_only;
}

function resolverOf(
  { ip, family, protocol, subnet }: ResolverRow,
): ResolverSeen {
  return { ip, family, protocol, subnet };
}
