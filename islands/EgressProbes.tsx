import { Component } from "preact";
import {
  CandidateTable,
  ExitTable,
  SiteTable,
} from "../components/egress/ProbeTable.tsx";
import { SpeedTest } from "../components/egress/SpeedTest.tsx";
import { Readiness, VerdictCard } from "../components/egress/Verdict.tsx";
import { WorldMap } from "../components/egress/WorldMap.tsx";
import { type EgressSetup, emptyReport } from "../lib/egress/view/report.ts";
import { notOfferedText } from "../lib/egress/view/verdict/notes.ts";
import { headlineText } from "../lib/egress/view/verdict/sentences.ts";
import { verdictOn } from "../lib/egress/view/verdict/whole.ts";
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
  /** `SpeedTexts` as JSON; null if the speed test is off. */
  speedTextsJson: string | null;
  /** What the candidates show. */
  candidates: string;
  /** URL of the world outline. */
  world: string;
}

interface EgressProbesState {
  /** Whether the script is running. */
  isLive: boolean;
  /** Whether the run has ended, and its addresses were looked up. */
  isFinal: boolean;
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
    isFinal: false,
    status: "",
    byHand: null,
  };

  override componentDidMount() {
    this.setState({ isLive: true });
  }

  async #start() {
    const setup = {
      ...this.props.setup,
      sites: this.props.setup.sites.map((url) =>
        new URL(url, location.href).href
      ),
    };
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
    this.setState({ status: words.running, isFinal: false, byHand: null });
    report.value = startedReport(setup, report.value, Date.now());
    this.#run = controller;
    await Promise.all([
      runWebRtc({
        report,
        // An extension may have taken the constructor away, and left its name.
        connection: "RTCPeerConnection" in globalThis
          ? globalThis.RTCPeerConnection ?? null
          : undefined,
        stunUrls: setup.stunUrls,
        nat64StunUrl: setup.nat64StunUrl,
        signal,
        now,
      }),
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
      isFinal: true,
      status: [signal.aborted ? words.stopped : words.finished, limit]
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
      // Refused. Pages without HTTPS have no clipboard at all: the text is selected.
      this.setState({ status: byHand, byHand: text });
    }
  }

  render() {
    const { candidates, world, speedTextsJson } = this.props;
    const { isLive, isFinal, status, byHand } = this.state;
    const texts = this.#texts;
    const { run: words, titles } = texts;
    const report = this.#report.value;
    const shown = { report, texts };
    const { ended, total } = progressOf(report);
    const isStarted = report.startedAtMs !== null;
    const isRunning = isStarted && !isFinal;
    const notOffered = notOfferedText(report, texts);
    return (
      <>
        <section class="panel egress">
          <div class="egress-start">
            <button
              type="button"
              disabled={!isLive}
              onClick={() => isRunning ? this.#run?.abort() : this.#start()}
            >
              {isRunning ? words.stop : isFinal ? words.again : words.start}
            </button>
            {isRunning && (
              <progress aria-label={words.ended} max={total} value={ended} />
            )}
            {/* Beside the progress, it would wrap on a phone, and move what is below. */}
            <p
              class={isRunning ? "egress-status hidden" : "egress-status"}
              role="status"
            >
              {status}
              {/* The card has it in large letters. */}
              {isFinal && (
                <span class="hidden">
                  {texts.phrases.space +
                    headlineText(report, verdictOn(report), texts)}
                </span>
              )}
            </p>
          </div>
          {isStarted && <VerdictCard {...shown} isFinal={isFinal} />}
          {isFinal && (
            <CopyReport
              {...shown}
              byHand={byHand}
              onCopy={(text) => this.#copy(text)}
              onCopied={() =>
                this.setState({ status: texts.copy.done, byHand: null })}
            />
          )}
          {notOffered && <p class="aside">{notOffered}</p>}
        </section>
        {isStarted && (
          <section class="panel egress">
            <h2>{titles.readiness}</h2>
            <Readiness {...shown} />
          </section>
        )}
        {speedTextsJson !== null && <SpeedTest textsJson={speedTextsJson} />}
        {isStarted && (
          <section class="panel egress">
            <WorldMap {...shown} world={world} />
            <h2>{titles.exits}</h2>
            <ExitTable {...shown} />
            <h2>{titles.sites}</h2>
            <SiteTable {...shown} />
            <h2>{titles.candidates}</h2>
            <p>{candidates}</p>
            <CandidateTable {...shown} />
          </section>
        )}
      </>
    );
  }
}

interface CopyReportProps extends ReportProps {
  /** The text to copy by keyboard if the clipboard is unavailable. */
  byHand: string | null;
  onCopy: (text: string) => void;
  onCopied: () => void;
}

/** Copies the results as text for people or as JSON for programs. */
function CopyReport(
  { report, texts, byHand, onCopy, onCopied }: CopyReportProps,
) {
  const words = texts.copy;
  return (
    <div class="egress-start copies">
      <button
        type="button"
        onClick={() => onCopy(reportText(report, texts))}
      >
        {words.text}
      </button>
      <button
        type="button"
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
          ref={(area) => {
            area?.focus();
            area?.select();
            // The only way to copy on a page without HTTPS.
            if (area && document.execCommand("copy")) onCopied();
          }}
        />
      )}
    </div>
  );
}

/** The egress page below its introduction. A function, because an island cannot be a class. */
export default function EgressProbesIsland(props: EgressProbesProps) {
  return <EgressProbes {...props} />;
}
