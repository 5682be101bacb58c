import { type Signal, useSignalEffect } from "@preact/signals";
import { CandidateTable } from "../CandidateTable.tsx";
import { EgressTextsContext } from "../texts.ts";
import type { EgressReport } from "../../../lib/shared/egress/report.ts";
import type { EgressTexts } from "../../../lib/shared/texts/egress.ts";
import { runProbe } from "./run_probe.ts";
import { gatherCandidates } from "./webrtc_probe.ts";

const GATHER_MS = 5000;

interface WebRtcCandidatesProps {
  stunUrls: string[];
  /** Shared with the island that starts. */
  report: Signal<EgressReport>;
  run: Signal<AbortController | null>;
  texts: EgressTexts;
}

/** The addresses that WebRTC would tell the other side. */
export function WebRtcCandidates(
  { stunUrls, report, run, texts }: WebRtcCandidatesProps,
) {
  useSignalEffect(() => {
    if (run.value !== null) void probe(stunUrls, report, run.value.signal);
  });
  return (
    <EgressTextsContext.Provider value={texts}>
      <CandidateTable report={report.value} />
    </EgressTextsContext.Provider>
  );
}

async function probe(
  stunUrls: string[],
  report: Signal<EgressReport>,
  signal: AbortSignal,
): Promise<void> {
  report.value = { ...report.peek(), candidates: { state: "running" } };
  const connection = globalThis.RTCPeerConnection;
  const candidates = await runProbe(
    (own) =>
      gatherCandidates({ connection, stunUrls, gatherMs: GATHER_MS }, own),
    {
      signal,
      timeoutMs: 2 * GATHER_MS,
      now: () => performance.now(),
      onLimited() {},
    },
  );
  report.value = { ...report.peek(), candidates };
}
