import { isPublicAddress } from "../../../lib/shared/egress/public_address.ts";
import type { EgressReport, Place } from "../../../lib/shared/egress/report.ts";
import type { Cell } from "./cell.ts";
import { ownAnswer } from "./own_answer.ts";
import { pause } from "./pause.ts";
import { type GeoipRow, placeOf } from "./place.ts";
import { progressOf } from "./progress.ts";
import { runProbe } from "./run_probe.ts";

/** What the server describes at once. */
const MAX_ADDRESSES = 16;
/** More than the sources of the server are given. */
const TIMEOUT_MS = 10_000;

export interface EnrichmentParts {
  fetch: typeof fetch;
  report: Cell<EgressReport>;
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
    EnrichmentParts,
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
  fetch: EnrichmentParts["fetch"],
  ips: string[],
  signal: AbortSignal,
): Promise<Record<string, Place>> {
  const response = await fetch("/api/egress/enrich", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ips }),
    signal,
  });
  const { rows } = await ownAnswer(response) as { rows: GeoipRow[] };
  return Object.fromEntries(rows.map((row) => [row.ip, placeOf(row)]));
}
