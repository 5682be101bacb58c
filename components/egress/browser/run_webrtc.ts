import type { EgressReport } from "../../../lib/shared/egress/report.ts";
import type { Cell } from "./cell.ts";
import { runProbe, type RunProbeOptions } from "./run_probe.ts";
import { gatherCandidates, type WebRtcProbeOptions } from "./webrtc_probe.ts";

const GATHER_MS = 5000;

export interface WebRtcParts
  extends
    Omit<WebRtcProbeOptions, "gatherMs">,
    Pick<RunProbeOptions, "signal" | "now"> {
  report: Cell<EgressReport>;
}

/** Gathers the candidates of WebRTC into a report. Never rejects. */
export async function runWebRtc(
  { report, connection, stunUrls, signal, now }: WebRtcParts,
): Promise<void> {
  report.value = { ...report.value, candidates: { state: "running" } };
  const candidates = await runProbe(
    (own) =>
      gatherCandidates({ connection, stunUrls, gatherMs: GATHER_MS }, own),
    { signal, timeoutMs: 2 * GATHER_MS, now, onLimited() {} },
  );
  report.value = { ...report.value, candidates };
}
