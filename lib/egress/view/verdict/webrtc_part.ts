import { isPublicAddress } from "../address_text.ts";
import type { EgressReport } from "../report.ts";
import { REASONS } from "./exit_part.ts";
import { findingOf, knownNetworkExits, type Tunnel } from "./tunnel.ts";
import { emptyPart, type Finding, type Part, worstOf } from "./verdict.ts";

/** The public addresses that WebRTC reveals. A relay's address is not the visitor's. */
export function revealedAddresses(
  { candidates, nat64 }: EgressReport,
): string[] {
  const ips = (candidates.value ?? [])
    .filter(({ isHidden, type }) => !isHidden && type !== "relay")
    .map(({ address }) => address);
  if (nat64.value) ips.push(nat64.value.ip);
  return [...new Set(ips)].filter(isPublicAddress);
}

/**
 * The part of WebRTC. Without a public address, only a browser that offers nothing at
 * all has shown that there is none: a STUN server may not have responded.
 */
export function webRtcPart(report: EgressReport, tunnel: Tunnel | null): Part {
  const { state, value = [] } = report.candidates;
  const hasExit = knownNetworkExits(report).length > 0;
  const findings = revealedAddresses(report).map((ip): Finding =>
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
  if (state === "none") {
    return report.isStunFailing
      ? emptyPart("untested", "stun_silent")
      : emptyPart("none", "none");
  }
  if (state === "unsupported") return emptyPart("none", "unsupported");
  if (state !== "found") {
    return emptyPart("untested", REASONS[state] ?? "failed");
  }
  if (report.isWithoutStun) return emptyPart("untested", "not_offered");
  return emptyPart(
    "untested",
    value.length > 0 && report.isGatheringCut ? "timed_out" : "stun_silent",
  );
}
