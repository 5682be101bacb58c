import { isPublicAddress } from "../address_text.ts";
import type { EgressReport } from "../report.ts";
import { REASONS } from "./exit_part.ts";
import {
  isAccess,
  isUnknown,
  knownNetworkExits,
  publicExits,
  sharesNetwork,
  type Tunnel,
} from "./tunnel.ts";
import { emptyPart, type Finding, type Part, worstOf } from "./verdict.ts";

/** The part of the resolvers: one of several is enough for a leak. */
export function dnsPart(report: EgressReport, tunnel: Tunnel | null): Part {
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
  const exits = publicExits(report);
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
  if (place.tunnel || sharesNetwork(places, tunnel.exits, place)) {
    return { state: "ok", code: "through_tunnel", ip };
  }
  if (place.publicDns !== null) {
    const params = { service: place.publicDns };
    return { state: "unsure", code: "public_dns", ip, params };
  }
  // An exit outside the tunnel shows the visitor's own network, whatever its kind.
  if (isAccess(place) || sharesNetwork(places, exits, place)) {
    return { state: "leak", code: "outside_tunnel", ip };
  }
  const code = place.kind === null ? "unknown_network" : "other_hosting";
  return { state: "unsure", code, ip };
}
