import { type Signal, useSignalEffect } from "@preact/signals";
import { CandidateTable } from "../components/egress/CandidateTable.tsx";
import type { EgressReport } from "../lib/shared/egress/report.ts";
import { runProbe } from "./(_egress)/run_probe.ts";
import { gatherCandidates } from "./(_egress)/webrtc_probe.ts";

const GATHER_MS = 5000;

interface WebRtcCandidatesProps {
  stunUrls: string[];
  /** Shared with the island that starts. */
  report: Signal<EgressReport>;
  run: Signal<AbortController | null>;
}

/** The addresses that WebRTC would tell the other side. */
export default function WebRtcCandidates(
  { stunUrls, report, run }: WebRtcCandidatesProps,
) {
  useSignalEffect(() => {
    if (run.value !== null) void probe(stunUrls, report, run.value.signal);
  });
  return <CandidateTable report={report.value} />;
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
