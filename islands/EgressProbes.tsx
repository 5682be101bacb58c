import { Component } from "preact";
import {
  CandidateTable,
  ExitTable,
  SiteTable,
} from "../components/egress/ProbeTable.tsx";
import { Readiness, Verdicts } from "../components/egress/Verdicts.tsx";
import { WorldMap } from "../components/egress/WorldMap.tsx";
import { type EgressSetup, emptyReport } from "../lib/egress/view/report.ts";
import { headline } from "../lib/egress/view/verdicts.ts";
import type { EgressTexts, ReportProps } from "../lib/egress/view/texts.ts";
import { fill } from "../lib/i18n/language.ts";
import {
  observableCell,
  progressOf,
  watchCspViolations,
} from "../lib/egress/browser/run_probe.ts";
import { randomNonce } from "../lib/egress/browser/dns_probe.ts";
import { enrich } from "../lib/egress/browser/enrichment.ts";
import {
  runProbes,
  runWebRtc,
  startedReport,
} from "../lib/egress/browser/run.ts";
import { reportJson, reportText } from "../lib/egress/view/report_export.ts";

const ENRICH_EVERY_MS = 400;

interface EgressProbesProps {
  setup: EgressSetup;
  /**
   * `EgressTexts` as one JSON string, because Fresh would serialize each of its
   * strings separately.
   */
  textsJson: string;
  /** What the candidates show. */
  candidates: string;
  /** URL of the world outline. */
  world: string;
}

interface EgressProbesState {
  /** Whether the script is running. */
  isLive: boolean;
  status: string;
  /** The text to copy by keyboard if the clipboard is unavailable. */
  byHand: string | null;
}

/**
 * The Start and Stop buttons and the results. A class, because Preact's hooks
 * would add 1 kB and this page needs no others.
 */
class EgressProbes extends Component<EgressProbesProps, EgressProbesState> {
  readonly #texts: EgressTexts = JSON.parse(this.props.textsJson);
  /**
   * Updated synchronously as probes end; component state would lag behind until
   * the next render.
   */
  readonly #report = observableCell(
    emptyReport(this.props.setup),
    () => this.setState({}),
  );
  /** The current or the last run. */
  #run: AbortController | null = null;
  override state: EgressProbesState = {
    isLive: false,
    status: this.#texts.run.idle,
    byHand: null,
  };

  override componentDidMount() {
    this.setState({ isLive: true });
  }

  async #start() {
    const { setup } = this.props;
    const texts = this.#texts;
    const words = texts.run;
    const report = this.#report;
    this.#run?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    let limit = "";
    const onRateLimited = (seconds: number) =>
      limit = fill(words.limited, { seconds });
    const now = () => performance.now();
    const parts = { report, fetch: fetch.bind(globalThis), onRateLimited };
    this.setState({ status: words.running });
    report.value = startedReport(setup, report.value, Date.now());
    this.#run = controller;
    void runWebRtc({
      report,
      connection: globalThis.RTCPeerConnection,
      stunUrls: setup.stunUrls,
      nat64StunUrl: setup.nat64StunUrl,
      signal,
      now,
    });
    await Promise.all([
      runProbes({
        ...parts,
        setup,
        page: location,
        now,
        nonce: randomNonce((bytes) => crypto.getRandomValues(bytes)),
        isCspBlocked: watchCspViolations(document, signal),
      }, signal),
      enrich({
        ...parts,
        language: texts.language,
        gatherMs: ENRICH_EVERY_MS,
      }, signal),
    ]);
    if (controller !== this.#run) return;
    this.setState({
      status: signal.aborted
        ? words.stopped
        : [words.finished, headline(report.value, texts).sentence, limit]
          .filter((part) => part)
          .join(texts.phrases.space),
    });
  }

  async #copy(text: string) {
    const { done, byHand } = this.#texts.copy;
    try {
      await navigator.clipboard.writeText(text);
      this.setState({ status: done, byHand: null });
    } catch {
      // Refused. Pages without HTTPS have no clipboard at all.
      this.setState({ status: byHand, byHand: text });
    }
  }

  render() {
    const { candidates, world } = this.props;
    const { isLive, status, byHand } = this.state;
    const texts = this.#texts;
    const { run: words, titles } = texts;
    const report = this.#report.value;
    const shown = { report, texts };
    const { ended, total, isRunning } = progressOf(report);
    const isDone = report.startedAtMs !== null && !isRunning;
    return (
      <>
        <section class="panel egress">
          <div class="egress-start">
            <button
              type="button"
              disabled={!isLive}
              onClick={() => isRunning ? this.#run?.abort() : this.#start()}
            >
              {isRunning ? words.stop : isDone ? words.again : words.start}
            </button>
            <progress
              aria-label={words.ended}
              max={total}
              value={ended}
            />
            <p class="egress-status" role="status">{status}</p>
          </div>
          <div class="egress-result">
            <div>
              <h2>{titles.verdicts}</h2>
              <Verdicts {...shown} isRunning={isRunning} />
            </div>
            <WorldMap {...shown} world={world} />
          </div>
          <CopyReport
            {...shown}
            isReady={isDone}
            byHand={byHand}
            onCopy={(text) => this.#copy(text)}
          />
        </section>
        <section class="panel egress">
          <h2>{titles.exits}</h2>
          <ExitTable {...shown} />
          {report.sites.length > 0 && (
            <>
              <h2>{titles.sites}</h2>
              <SiteTable {...shown} />
            </>
          )}
          <h2>{titles.readiness}</h2>
          <Readiness {...shown} />
        </section>
        <section class="panel egress" aria-labelledby="webrtc-title">
          <h2 id="webrtc-title">{titles.candidates}</h2>
          <p>{candidates}</p>
          <CandidateTable {...shown} />
        </section>
      </>
    );
  }
}

interface CopyReportProps extends ReportProps {
  /** Whether there is a result to copy. */
  isReady: boolean;
  /** The text to copy by keyboard if the clipboard is unavailable. */
  byHand: string | null;
  onCopy: (text: string) => void;
}

/** Copies the results as text for people or as JSON for programs. */
function CopyReport(
  { report, texts, isReady, byHand, onCopy }: CopyReportProps,
) {
  const words = texts.copy;
  return (
    <div class="egress-start">
      <button
        type="button"
        disabled={!isReady}
        onClick={() => onCopy(reportText(report, texts))}
      >
        {words.text}
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => onCopy(reportJson(report, texts))}
      >
        {words.json}
      </button>
      {byHand !== null && (
        <textarea
          aria-label={words.area}
          readOnly
          rows={8}
          value={byHand}
          ref={select}
        />
      )}
    </div>
  );
}

function select(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.select();
}

/** The egress page below its introduction. A function, because an island cannot be a class. */
export default function EgressProbesIsland(props: EgressProbesProps) {
  return <EgressProbes {...props} />;
}
