import type { EgressReport, ProbeState } from "../report.ts";
import {
  findingOf,
  isAccess,
  isInside,
  isUnknown,
  knownNetworkExits,
  publicExits,
  sharesNetwork,
  type Tunnel,
  tunnelOf,
} from "./tunnel.ts";
import {
  emptyPart,
  type Finding,
  type Part,
  PART_NAMES,
  type PartName,
  type Parts,
  type PartState,
  type ReasonCode,
  type WholeState,
  worstOf,
} from "./verdict.ts";
import { isPublicAddress } from "../address_text.ts";
import { knownExits } from "../exits.ts";

/** The addresses that WebRTC reveals. A relay's address is not the visitor's. */
export function revealedAddresses(
  { candidates, nat64 }: EgressReport,
): string[] {
  const ips = (candidates.value ?? [])
    .filter(({ isHidden, type }) => !isHidden && type !== "relay")
    .map(({ address }) => address);
  if (nat64.value) ips.push(nat64.value.ip);
  return [...new Set(ips)];
}

/**
 * The part of WebRTC. It is `none` only if the browser was given a STUN server and
 * offered no address at all. Without a server, that proves nothing: some browsers offer
 * only the address that it saw.
 */
function webRtcPart(report: EgressReport, tunnel: Tunnel | null): Part {
  const { state, value = [] } = report.candidates;
  const hasExit = knownNetworkExits(report).length > 0;
  const findings = revealedAddresses(report).filter(isPublicAddress).map((
    ip,
  ): Finding =>
    hasExit
      ? findingOf(report, tunnel, ip)
      : { state: "unsure", code: "no_exit", ip }
  );
  if (findings.length > 0) {
    const part = worstOf(findings);
    // More may have been on their way.
    return part.state === "ok" && report.isGatheringCut
      ? {
        ...part,
        ...emptyPart("untested", "timed_out"),
        addresses: part.addresses,
      }
      : part;
  }
  if (state === "unsupported") return emptyPart("none", "unsupported");
  if (state !== "found" && state !== "none") {
    return emptyPart("untested", REASONS[state] ?? "failed");
  }
  if (report.isWithoutStun) return emptyPart("untested", "not_offered");
  if (state === "none" && !report.isStunFailing) {
    return emptyPart("none", "none");
  }
  return emptyPart(
    "untested",
    value.length > 0 && report.isGatheringCut ? "timed_out" : "stun_silent",
  );
}

/** The part of the resolvers: one of several is enough for a leak. */
function dnsPart(report: EgressReport, tunnel: Tunnel | null): Part {
  const { state, value = [] } = report.resolvers;
  const ips = [...new Set(value.map(({ ip }) => ip))];
  // That no query arrived doesn't mean that there is no resolver.
  if (ips.length === 0) {
    return emptyPart("untested", REASONS[state] ?? "timed_out");
  }
  return worstOf(ips.map((ip) => finding(report, tunnel, ip)));
}

function finding(
  report: EgressReport,
  tunnel: Tunnel | null,
  ip: string,
): Finding {
  if (knownNetworkExits(report).length === 0) {
    return { state: "unsure", code: "no_exit", ip };
  }
  if (!tunnel) return { state: "ok", code: "own_connection", ip };
  const { places } = report;
  const place = places[ip];
  if (isUnknown(place) || !isPublicAddress(ip)) {
    return { state: "unsure", code: "unknown_network", ip };
  }
  // Whoever runs the tunnel sees the traffic anyway.
  if (place.tunnel || isInside(places, tunnel.exits, place)) {
    return { state: "ok", code: "through_tunnel", ip };
  }
  if (place.publicDns !== null) {
    const params = { service: place.publicDns };
    return { state: "unsure", code: "public_dns", ip, params };
  }
  // An exit outside the tunnel shows the visitor's own network.
  const outside = publicExits(report).filter(({ ip }) =>
    findingOf(report, tunnel, ip).state === "leak"
  );
  if (isAccess(place) || sharesNetwork(places, outside, place)) {
    return { state: "leak", code: "outside_tunnel", ip };
  }
  const code = place.kind === null ? "unknown_network" : "other_hosting";
  return { state: "unsure", code, ip };
}

/**
 * The part of one address family: its exits, also those that the sites saw. What
 * leaves outside the tunnel is a leak.
 */
function exitPart(
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
const REASONS: Readonly<
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

/** The verdict on a finished run. */
export interface Verdict {
  state: WholeState;
  parts: Parts;
  /** Null if no exit looks like one. */
  tunnel: Tunnel | null;
}

export function verdictOn(report: EgressReport): Verdict {
  const tunnel = tunnelOf(report);
  const parts: Parts = {
    ipv4: exitPart(report, tunnel, 4),
    ipv6: exitPart(report, tunnel, 6),
    dns: dnsPart(report, tunnel),
    webrtc: webRtcPart(report, tunnel),
  };
  return { state: wholeState(report, tunnel, parts), parts, tunnel };
}

function wholeState(
  report: EgressReport,
  tunnel: Tunnel | null,
  parts: Parts,
): WholeState {
  if (!tunnel) {
    return knownNetworkExits(report).length > 0 ? "no-tunnel" : "untested";
  }
  if (partsIn(parts, "leak").length > 0) return "leak";
  const isOpen = partsIn(parts, "unsure", "untested").length > 0;
  return isOpen ? "partial" : "protected";
}

/** The names of the parts in one of some states. */
export function partsIn(
  parts: Parts,
  ...states: readonly PartState[]
): PartName[] {
  return PART_NAMES.filter((name) => states.includes(parts[name].state));
}
