import { Component } from "preact";
import { CandidateTable } from "../CandidateTable.tsx";
import { ExitTable } from "../ExitTable.tsx";
import { Readiness } from "../Readiness.tsx";
import { SiteTable } from "../SiteTable.tsx";
import { Verdicts } from "../Verdicts.tsx";
import { WorldMap } from "../WorldMap.tsx";
import { emptyReport } from "../../../lib/shared/egress/empty_report.ts";
import type { EgressSetup } from "../../../lib/shared/egress/report.ts";
import { verdicts } from "../../../lib/shared/egress/verdicts.ts";
import type { EgressTexts } from "../../../lib/shared/texts/egress.ts";
import { fill } from "../../../lib/shared/texts/fill.ts";
import { watchedCell } from "./cell.ts";
import { CopyReport } from "./CopyReport.tsx";
import { enrich } from "./enrichment.ts";
import { randomNonce } from "./nonce.ts";
import { progressOf } from "./progress.ts";
import { watchRefusals } from "./refusals.ts";
import { begunReport, runProbes } from "./run.ts";
import { runWebRtc } from "./run_webrtc.ts";

const ENRICH_EVERY_MS = 400;

export interface EgressProbesProps {
  setup: EgressSetup;
  /** `EgressTexts` as JSON: as data, each of its strings would have a number on top. */
  textsJson: string;
  /** What the candidates are. */
  candidates: string;
  /** URL of the drawing of the world. */
  world: string;
}

interface EgressProbesState {
  /** Whether the script runs. */
  isLive: boolean;
  status: string;
  /** What could not be copied. */
  byHand: string | null;
}

/**
 * Start and Stop, and what the probes found. A class, because Preact's hooks
 * would be a kB on top for a page that needs no other of them.
 */
export class EgressProbes
  extends Component<EgressProbesProps, EgressProbesState> {
  readonly #texts: EgressTexts = JSON.parse(this.props.textsJson);
  /** Written as probes end: a state would hold it only once it is drawn. */
  readonly #report = watchedCell(
    emptyReport(this.props.setup),
    () => this.setState({}),
  );
  /** The run that goes on or was the last. */
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
    const onLimited = (seconds: number) =>
      limit = fill(words.limited, { seconds });
    const now = () => performance.now();
    const parts = { report, fetch: fetch.bind(globalThis), onLimited };
    this.setState({ status: words.running });
    report.value = begunReport(setup, report.value, Date.now());
    this.#run = controller;
    void runWebRtc({
      report,
      connection: globalThis.RTCPeerConnection,
      stunUrls: setup.stunUrls,
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
        isRefused: watchRefusals(document, signal),
      }, signal),
      enrich({ ...parts, gatherMs: ENRICH_EVERY_MS }, signal),
    ]);
    if (controller !== this.#run) return;
    const [first] = verdicts(report.value, texts);
    this.setState({
      status: signal.aborted
        ? words.stopped
        : [words.finished, first?.sentence, limit].filter((part) => part)
          .join(texts.phrases.space),
    });
  }

  async #copy(text: string) {
    const { done, byHand } = this.#texts.copy;
    try {
      await navigator.clipboard.writeText(text);
      this.setState({ status: done, byHand: null });
    } catch {
      // Refused; on a page without HTTPS there is no clipboard at all.
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
          <WorldMap {...shown} world={world} />
          <h2>{titles.exits}</h2>
          <ExitTable {...shown} />
          <h2>{titles.sites}</h2>
          <SiteTable {...shown} />
          <h2>{titles.verdicts}</h2>
          <Verdicts {...shown} />
          <h2>{titles.readiness}</h2>
          <Readiness {...shown} />
          <CopyReport
            {...shown}
            isReady={isDone}
            byHand={byHand}
            onCopy={(text) => this.#copy(text)}
          />
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
