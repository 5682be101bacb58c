import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ExitTable } from "../components/egress/ExitTable.tsx";
import { Readiness } from "../components/egress/Readiness.tsx";
import { SiteTable } from "../components/egress/SiteTable.tsx";
import { Verdicts } from "../components/egress/Verdicts.tsx";
import { WorldMap } from "../components/egress/WorldMap.tsx";
import type { EgressReport, EgressSetup } from "../lib/shared/egress/report.ts";
import { verdicts } from "../lib/shared/egress/verdicts.ts";
import { CopyReport } from "./(_egress)/CopyReport.tsx";
import { enrich } from "./(_egress)/enrichment.ts";
import { randomNonce } from "./(_egress)/nonce.ts";
import { progressOf } from "./(_egress)/progress.ts";
import { watchRefusals } from "./(_egress)/refusals.ts";
import { begunReport, runProbes } from "./(_egress)/run.ts";

const ENRICH_EVERY_MS = 400;

interface EgressProbesProps {
  setup: EgressSetup;
  /** Shared with the island of the WebRTC candidates. */
  report: Signal<EgressReport>;
  /** The run that goes on or was the last: what else there is to probe starts and stops with it. */
  run: Signal<AbortController | null>;
}

/** Start and Stop, and what all probes but WebRTC found. */
export default function EgressProbes(
  { setup, report, run }: EgressProbesProps,
) {
  const isLive = useSignal(false);
  const status = useSignal("Nothing has been probed yet.");
  useEffect(() => {
    isLive.value = true;
  }, []);
  const { ended, total, isRunning } = progressOf(report.value);
  const isDone = report.value.startedAtMs !== null && !isRunning;

  const start = async () => {
    run.value?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    let limit = "";
    const onLimited = (seconds: number) =>
      limit =
        ` The server has answered enough for now: start again in ${seconds} s.`;
    const parts = { report, fetch: fetch.bind(globalThis), onLimited };
    status.value = "The probes are running.";
    report.value = begunReport(setup, report.value, Date.now());
    run.value = controller;
    await Promise.all([
      runProbes({
        ...parts,
        setup,
        page: location,
        now: () => performance.now(),
        nonce: randomNonce((bytes) => crypto.getRandomValues(bytes)),
        isRefused: watchRefusals(document, signal),
      }, signal),
      enrich({ ...parts, gatherMs: ENRICH_EVERY_MS }, signal),
    ]);
    if (controller !== run.value) return;
    const [first] = verdicts(report.value);
    status.value = signal.aborted
      ? "Stopped."
      : `Finished. ${first?.sentence ?? ""}`.trim() + limit;
  };

  return (
    <>
      <div class="egress-start">
        <button
          type="button"
          disabled={!isLive.value}
          onClick={() => isRunning ? run.value?.abort() : start()}
        >
          {isRunning ? "Stop" : isDone ? "Start again" : "Start"}
        </button>
        <progress
          aria-label="Probes that have ended"
          max={total}
          value={ended}
        />
        <p class="egress-status" role="status">{status.value}</p>
      </div>
      <WorldMap report={report.value} />
      <h2>Exits and resolvers</h2>
      <ExitTable report={report.value} />
      <h2>Sites</h2>
      <SiteTable report={report.value} />
      <h2>What this means</h2>
      <Verdicts report={report.value} />
      <h2>IPv6 readiness</h2>
      <Readiness report={report.value} />
      <CopyReport
        report={report.value}
        isReady={isDone}
        onDone={(sentence) => status.value = sentence}
      />
    </>
  );
}
