import type { EgressReport } from "../report.ts";
import { dnsPart } from "./dns_part.ts";
import { exitPart } from "./exit_part.ts";
import { knownNetworkExits, type Tunnel, tunnelOf } from "./tunnel.ts";
import {
  PART_NAMES,
  type PartName,
  type Parts,
  type PartState,
  type WholeState,
} from "./verdict.ts";
import { webRtcPart } from "./webrtc_part.ts";

/** The verdict on a finished run. */
export interface Verdict {
  state: WholeState;
  parts: Parts;
  /** Null if no exit looks like one. */
  tunnel: Tunnel | null;
}

/** The verdict on a report. */
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
