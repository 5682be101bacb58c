import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ExitTable } from "../ExitTable.tsx";
import { Readiness } from "../Readiness.tsx";
import { SiteTable } from "../SiteTable.tsx";
import { EgressTextsContext } from "../texts.ts";
import { Verdicts } from "../Verdicts.tsx";
import { WorldMap } from "../WorldMap.tsx";
import type {
  EgressReport,
  EgressSetup,
} from "../../../lib/shared/egress/report.ts";
import { verdicts } from "../../../lib/shared/egress/verdicts.ts";
import type { EgressTexts } from "../../../lib/shared/texts/egress.ts";
import { fill } from "../../../lib/shared/texts/fill.ts";
import { CopyReport } from "./CopyReport.tsx";
import { enrich } from "./enrichment.ts";
import { randomNonce } from "./nonce.ts";
import { progressOf } from "./progress.ts";
import { watchRefusals } from "./refusals.ts";
import { begunReport, runProbes } from "./run.ts";

const ENRICH_EVERY_MS = 400;

interface EgressProbesProps {
  setup: EgressSetup;
  /** Shared with the island of the WebRTC candidates. */
  report: Signal<EgressReport>;
  /** The run that goes on or was the last: what else there is to probe starts and stops with it. */
  run: Signal<AbortController | null>;
  texts: EgressTexts;
  /** URL of the drawing of the world. */
  world: string;
}

/** Start and Stop, and what all probes but WebRTC found. */
export function EgressProbes(
  { setup, report, run, texts, world }: EgressProbesProps,
) {
  const { run: words, titles } = texts;
  const isLive = useSignal(false);
  const status = useSignal(words.idle);
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
      limit = fill(words.limited, { seconds });
    const parts = { report, fetch: fetch.bind(globalThis), onLimited };
    status.value = words.running;
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
    const [first] = verdicts(report.value, texts);
    status.value = signal.aborted
      ? words.stopped
      : [words.finished, first?.sentence, limit].filter((part) => part)
        .join(texts.phrases.space);
  };

  return (
    <EgressTextsContext.Provider value={texts}>
      <div class="egress-start">
        <button
          type="button"
          disabled={!isLive.value}
          onClick={() => isRunning ? run.value?.abort() : start()}
        >
          {isRunning ? words.stop : isDone ? words.again : words.start}
        </button>
        <progress
          aria-label={words.ended}
          max={total}
          value={ended}
        />
        <p class="egress-status" role="status">{status.value}</p>
      </div>
      <WorldMap report={report.value} world={world} />
      <h2>{titles.exits}</h2>
      <ExitTable report={report.value} />
      <h2>{titles.sites}</h2>
      <SiteTable report={report.value} />
      <h2>{titles.verdicts}</h2>
      <Verdicts report={report.value} />
      <h2>{titles.readiness}</h2>
      <Readiness report={report.value} />
      <CopyReport
        report={report.value}
        isReady={isDone}
        onDone={(sentence) => status.value = sentence}
      />
    </EgressTextsContext.Provider>
  );
}
