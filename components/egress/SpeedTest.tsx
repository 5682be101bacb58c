import { Component } from "preact";
import type { SpeedResults } from "../../lib/egress/browser/speed_run.ts";
import type { SpeedTexts } from "../../lib/egress/view/texts.ts";

interface SpeedTestProps {
  /** `SpeedTexts` as JSON. */
  textsJson: string;
}

interface SpeedTestState {
  /** Whether the script is running. */
  isLive: boolean;
  isRunning: boolean;
  status: string;
  /** Null before the first measurement. */
  results: SpeedResults | null;
}

/** Measures latency and throughput to this server, after the visitor presses the button. */
export class SpeedTest extends Component<SpeedTestProps, SpeedTestState> {
  readonly #texts: SpeedTexts = JSON.parse(this.props.textsJson);
  #run: AbortController | null = null;
  override state: SpeedTestState = {
    isLive: false,
    isRunning: false,
    status: this.#texts.idle,
    results: null,
  };

  override componentDidMount() {
    this.setState({ isLive: true });
  }

  async #start() {
    const controller = new AbortController();
    this.#run = controller;
    // Most visitors never measure.
    const { measureSpeed } = await import(
      "../../lib/egress/browser/speed_run.ts"
    );
    this.setState({ isRunning: true, results: {} });
    const status = await measureSpeed({
      texts: this.#texts,
      fetch: fetch.bind(globalThis),
      request: XMLHttpRequest,
      random: (bytes) => crypto.getRandomValues(bytes),
      now: () => performance.now(),
      onPhase: (status) => this.setState({ status }),
      onResults: (more) =>
        this.setState(({ results }) => ({ results: { ...results, ...more } })),
    }, controller.signal);
    this.setState({ isRunning: false, status });
  }

  render() {
    const texts = this.#texts;
    const { isLive, isRunning, status, results } = this.state;
    const isDone = results?.upload !== undefined;
    const names = Object.keys(texts.results) as (keyof SpeedResults)[];
    return (
      <section class="panel egress speed" aria-labelledby="speed-title">
        <h2 id="speed-title">{texts.title}</h2>
        <p>{texts.intro}</p>
        <div class="egress-start">
          <button
            type="button"
            disabled={!isLive}
            onClick={() => isRunning ? this.#run?.abort() : this.#start()}
          >
            {isRunning ? texts.stop : isDone ? texts.again : texts.start}
          </button>
          {/* At the end, the figures below say it to the eye. */}
          <p class="speed-status" role="status">
            {isDone && !isRunning
              ? (
                <>
                  <span class="hidden">{status}</span>
                  <span aria-hidden="true">✓</span>
                </>
              )
              : status}
          </p>
        </div>
        {results && (
          <dl class="speeds">
            {names.map((name) => (
              <div key={name}>
                <dt>{texts.results[name]}</dt>
                <dd>{results[name] ?? "–"}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
    );
  }
}
