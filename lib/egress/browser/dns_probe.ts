import type { Probe, ResolverSeen } from "../view/report.ts";
import { fetchOwnJson } from "./exit_probe.ts";
import { pause, runProbe, type RunProbeOptions } from "./run_probe.ts";
import { ProbeEnd } from "./cell.ts";

/** After each of these the server is asked whom it has seen: some six seconds in all. */
const PAUSES_MS = [300, 500, 900, 1300, 1600, 2000];

/** Enough for these and the answers between them. */
const TIMEOUT_MS = 12_000;

/** Names of their own, as many a network sends each question to another of its resolvers. */
const NAMES = ["", "1.", "2.", "3.", "v6."];

export interface DnsProbeOptions {
  fetch: typeof fetch;
  /** Of the page, with a colon: what is asked for over another a browser may block. */
  protocol: string;
  zone: string;
  /** Whether `v6.<nonce>.<zone>` has a name server with an IPv6 address alone. */
  hasV6NameServer: boolean;
  nonce: string;
  pausesMs?: readonly number[];
}

export interface DnsProbes {
  resolvers: Probe<ResolverSeen[]>;
  resolversV6: Probe<ResolverSeen[]>;
}

interface Sighting extends ResolverSeen {
  /** It reached the name server that has an IPv6 address alone. */
  via_v6_only: boolean;
}

/** Makes the browser's resolvers ask this service's name server, and asks it who they were. */
export async function dnsProbes(
  options: DnsProbeOptions,
  run: Omit<RunProbeOptions, "timeoutMs">,
): Promise<DnsProbes> {
  const { state, value, elapsedMs } = await runProbe(
    (signal) => sightings(options, signal),
    { ...run, timeoutMs: TIMEOUT_MS },
  );
  const probeOf = (seen?: Sighting[]): Probe<ResolverSeen[]> =>
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
): Promise<Sighting[]> {
  const { fetch, protocol, zone, nonce, hasV6NameServer } = options;
  for (const name of NAMES) {
    // That it fails means nothing: the name has been asked for by then.
    fetch(`${protocol}//${name}${nonce}.${zone}/favicon.svg`, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal,
    }).catch(() => {});
  }
  let seen: Sighting[] = [];
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

/** Whom the server has seen so far; those of before, where it cannot be asked just now. */
async function ask(
  { fetch, nonce }: DnsProbeOptions,
  before: Sighting[],
  signal: AbortSignal,
): Promise<Sighting[]> {
  try {
    const url = `/api/egress/dns/${nonce}`;
    const response = await fetch(url, { cache: "no-store", signal });
    const { resolvers } = await fetchOwnJson(response) as {
      resolvers: Sighting[];
    };
    return resolvers;
  } catch (error) {
    if (error instanceof ProbeEnd) throw error;
    return before;
  }
}

function hasReachedV6({ via_v6_only }: Sighting): boolean {
  return via_v6_only;
}

function resolverOf(
  { ip, family, protocol, subnet }: Sighting,
): ResolverSeen {
  return { ip, family, protocol, subnet };
}
