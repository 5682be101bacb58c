import type { EgressReport, Place } from "../view/report.ts";
import {
  type GeoipRow,
  isPublicAddress,
  type NetworkRow,
  placeOf,
} from "../view/address_text.ts";
import type { Language } from "../../i18n/language.ts";
import {
  type ObservableCell,
  pause,
  progressOf,
  runProbe,
} from "./run_probe.ts";
import { fetchOwnJson } from "./exit_probe.ts";

/** The server's limit for one request. */
const MAX_ADDRESSES = 16;
/** Longer than the server waits for its sources. */
const TIMEOUT_MS = 10_000;

interface EnrichmentDeps {
  fetch: typeof fetch;
  report: ObservableCell<EgressReport>;
  /** Of the names of places. */
  language: Language;
  /** Addresses that arrive within this time share a request. */
  gatherMs: number;
  timeoutMs?: number;
  /** Called with the seconds to wait if the service limits requests. */
  onRateLimited: (seconds: number) => void;
}

/** The public addresses in a report without duplicates, exits first. */
export function addressesOf(report: EgressReport): string[] {
  const exits = Object.values(report.exits);
  const visits = report.sites.map(({ probe }) => probe.value?.exit?.ip);
  const ips = [
    ...exits.map(({ value }) => value?.ip),
    ...(report.candidates.value ?? []).map(({ address }) => address),
    report.nat64.value?.ip,
    ...visits,
    ...(report.resolvers.value ?? []).map(({ ip }) => ip),
    ...(report.resolversV6.value ?? []).map(({ ip }) => ip),
  ];
  const known = ips.filter((ip) => ip !== undefined);
  return [...new Set(known)].filter(isPublicAddress);
}

/**
 * Looks up the addresses of a run as they arrive, each once. Ends when no probe
 * is running.
 */
export async function enrich(
  { fetch, report, language, gatherMs, timeoutMs = TIMEOUT_MS, onRateLimited }:
    EnrichmentDeps,
  signal: AbortSignal,
): Promise<void> {
  const requested = new Set(Object.keys(report.value.places));
  let isOver = false;
  while (!isOver) {
    await pause(gatherMs, signal);
    const { isRunning } = progressOf(report.value);
    const ips = addressesOf(report.value).filter((ip) => !requested.has(ip))
      .slice(0, MAX_ADDRESSES);
    isOver = signal.aborted || (!isRunning && ips.length === 0);
    if (isOver || ips.length === 0) continue;
    for (const ip of ips) requested.add(ip);
    let isLimited = false;
    const { value: places } = await runProbe(
      (own) => describe(fetch, ips, language, own),
      {
        signal,
        timeoutMs,
        now: () => 0,
        onRateLimited(seconds) {
          isLimited = true;
          onRateLimited(seconds);
        },
      },
    );
    if (isLimited) return;
    // Without places, the page still shows everything else.
    if (!places) continue;
    const before = report.value;
    report.value = { ...before, places: { ...before.places, ...places } };
  }
}

async function describe(
  fetch: EnrichmentDeps["fetch"],
  ips: string[],
  language: Language,
  signal: AbortSignal,
): Promise<Record<string, Place>> {
  const response = await fetch(`/api/egress/enrich?lang=${language}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ips }),
    signal,
  });
  const { rows, networks } = await fetchOwnJson(response) as {
    rows: GeoipRow[];
    networks: NetworkRow[];
  };
  return Object.fromEntries(
    rows.map((row, i) => [row.ip, placeOf(row, networks[i])]),
  );
}
