import type { EgressReport, Place } from "../view/report.ts";
import { isPublicAddress } from "../view/address_text.ts";
import { type ObservableCell, progressOf } from "./cell.ts";
import { fetchOwnJson } from "./exit_probe.ts";
import { pause, runProbe } from "./run_probe.ts";

/** What the page uses of a GeoIP record. An unknown text is empty there. */
export interface GeoipRow {
  ip: string;
  geo: {
    country: string;
    country_code: string;
    region_name: string;
    city: string;
    latitude: number | null;
    longitude: number | null;
  };
  network: { org: string; asn: number | null; as_org: string };
  flags: { hosting: boolean; proxy: boolean };
}

/** A GeoIP record as the page keeps it. */
export function placeOf({ ip, geo, network, flags }: GeoipRow): Place {
  return {
    ip,
    country: geo.country || null,
    countryCode: geo.country_code || null,
    region: geo.region_name || null,
    city: geo.city || null,
    latitude: geo.latitude,
    longitude: geo.longitude,
    asn: network.asn,
    organization: network.as_org || network.org || null,
    isHosting: flags.hosting,
    isProxy: flags.proxy,
  };
}

/** What the server describes at once. */
const MAX_ADDRESSES = 16;
/** More than the sources of the server are given. */
const TIMEOUT_MS = 10_000;

export interface EnrichmentDeps {
  fetch: typeof fetch;
  report: ObservableCell<EgressReport>;
  /** Addresses that come in within this time are asked for together. */
  gatherMs: number;
  /** How long one answer is waited for. */
  timeoutMs?: number;
  /** Called with the seconds until the server describes more. */
  onLimited: (seconds: number) => void;
}

/** The public addresses of a report, each once, the exits first. */
export function addressesOf(report: EgressReport): string[] {
  const exits = Object.values(report.exits);
  const visits = report.sites.map(({ probe }) => probe.value?.exit?.ip);
  const ips = [
    ...exits.map(({ value }) => value?.ip),
    ...(report.candidates.value ?? []).map(({ address }) => address),
    ...visits,
    ...(report.resolvers.value ?? []).map(({ ip }) => ip),
    ...(report.resolversV6.value ?? []).map(({ ip }) => ip),
  ];
  const known = ips.filter((ip) => ip !== undefined);
  return [...new Set(known)].filter(isPublicAddress);
}

/**
 * Asks where the addresses of a run are, as they come in, each once; ends when
 * no probe runs any more.
 */
export async function enrich(
  { fetch, report, gatherMs, timeoutMs = TIMEOUT_MS, onLimited }:
    EnrichmentDeps,
  signal: AbortSignal,
): Promise<void> {
  const asked = new Set(Object.keys(report.value.places));
  let isOver = false;
  while (!isOver) {
    await pause(gatherMs, signal);
    const { isRunning } = progressOf(report.value);
    const ips = addressesOf(report.value).filter((ip) => !asked.has(ip))
      .slice(0, MAX_ADDRESSES);
    isOver = signal.aborted || (!isRunning && ips.length === 0);
    if (isOver || ips.length === 0) continue;
    for (const ip of ips) asked.add(ip);
    let isLimited = false;
    const { value: places } = await runProbe(
      (own) => describe(fetch, ips, own),
      {
        signal,
        timeoutMs,
        now: () => 0,
        onLimited(seconds) {
          isLimited = true;
          onLimited(seconds);
        },
      },
    );
    if (isLimited) return;
    // A page without places has all else.
    if (!places) continue;
    const before = report.value;
    report.value = { ...before, places: { ...before.places, ...places } };
  }
}

async function describe(
  fetch: EnrichmentDeps["fetch"],
  ips: string[],
  signal: AbortSignal,
): Promise<Record<string, Place>> {
  const response = await fetch("/api/egress/enrich", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ips }),
    signal,
  });
  const { rows } = await fetchOwnJson(response) as { rows: GeoipRow[] };
  return Object.fromEntries(rows.map((row) => [row.ip, placeOf(row)]));
}
