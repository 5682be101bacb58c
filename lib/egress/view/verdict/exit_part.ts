import { isPublicAddress } from "../address_text.ts";
import { knownExits } from "../exits.ts";
import type { EgressReport, ProbeState } from "../report.ts";
import { findingOf, publicExits, type Tunnel } from "./tunnel.ts";
import {
  emptyPart,
  type Finding,
  type Part,
  type ReasonCode,
  worstOf,
} from "./verdict.ts";

/**
 * The part of one address family: its exits, also those that the sites saw. What
 * leaves outside the tunnel is a leak.
 */
export function exitPart(
  report: EgressReport,
  tunnel: Tunnel | null,
  family: 4 | 6,
): Part {
  const exits = publicExits(report).filter((exit) => exit.family === family);
  const findings: Finding[] = exits
    .map(({ ip }) => findingOf(report, tunnel, ip));
  for (const { url, probe } of tunnel ? report.sites : []) {
    const ip = probe.value?.exit?.family === family && probe.value.exit.ip;
    if (!ip || !isPublicAddress(ip)) continue;
    const finding = findingOf(report, tunnel, ip);
    if (finding.state !== "leak") continue;
    const params = { site: new URL(url).host };
    findings.push({ ...finding, code: "site_outside", params });
  }
  return findings.length > 0 ? worstOf(findings) : withoutExit(report, family);
}

/** The reason of each state of a probe that found nothing. */
export const REASONS: Readonly<
  Partial<Record<ProbeState, ReasonCode>>
> = {
  failed: "failed",
  timed_out: "timed_out",
  blocked: "blocked",
  not_configured: "not_offered",
  stopped: "stopped",
};

function withoutExit(report: EgressReport, family: 4 | 6): Part {
  const inner = knownExits(report).find((exit) => exit.family === family);
  if (inner) return emptyPart("untested", "private_address", { ip: inner.ip });
  const { v4, v6, literal } = report.exits;
  const states = (family === 4 ? [v4] : [v6, literal])
    .map(({ state }) => state);
  // One host that is known to exist is enough, if none was merely silent.
  const isNone = states.includes("none") &&
    states.every((state) =>
      ["none", "failed", "not_configured"].includes(state)
    );
  if (isNone) return emptyPart("none", "none");
  const state =
    states.find((state) => state !== "not_configured" && state !== "none") ??
      "not_configured";
  return emptyPart("untested", REASONS[state] ?? "failed");
}
