import { Component } from "preact";
import { ProbeEnd } from "../lib/egress/browser/run_probe.ts";
import {
  measureDownload,
  measureLatency,
  measureUpload,
} from "../lib/egress/browser/speed_run.ts";
import {
  msText,
  rateText,
  type SpeedTexts,
} from "../lib/egress/view/speed_texts.ts";
import { fill } from "../lib/i18n/language.ts";

interface SpeedTestProps {
  /**
   * `SpeedTexts` as one JSON string, because Fresh would serialize each of its
   * strings separately.
   */
  textsJson: string;
}

type Results = Partial<Record<keyof SpeedTexts["results"], string>>;

interface SpeedTestState {
  /** Whether the script is running. */
  isLive: boolean;
  isRunning: boolean;
  status: string;
  results: Results;
}

/** Measures latency and throughput to this server, after the visitor presses the button. */
class SpeedTest extends Component<SpeedTestProps, SpeedTestState> {
  readonly #texts: SpeedTexts = JSON.parse(this.props.textsJson);
  #run: AbortController | null = null;
  override state: SpeedTestState = {
    isLive: false,
    isRunning: false,
    status: this.#texts.idle,
    results: {},
  };

  override componentDidMount() {
    this.setState({ isLive: true });
  }

  #show(more: Results) {
    this.setState(({ results }) => ({ results: { ...results, ...more } }));
  }

  async #start() {
    const texts = this.#texts;
    const { phases } = texts;
    const controller = new AbortController();
    const { signal } = controller;
    this.#run = controller;
    const deps = {
      fetch: fetch.bind(globalThis),
      request: XMLHttpRequest,
      random: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
      now: () => performance.now(),
    };
    const phase = (status: string, results = {}) =>
      this.setState({ isRunning: true, status, ...results });
    let status = texts.stopped;
    try {
      phase(phases.latency, { results: {} });
      const { pingMs, jitterMs } = await measureLatency(deps, signal);
      const ping = msText(pingMs, texts);
      const jitter = msText(jitterMs, texts);
      this.#show({ ping, jitter });
      phase(phases.download);
      const download = rateText(
        await measureDownload(
          deps,
          (rate) => this.#show({ download: rateText(rate, texts) }),
          signal,
        ),
        texts,
      );
      this.#show({ download });
      phase(phases.upload);
      const upload = rateText(
        await measureUpload(
          deps,
          (rate) => this.#show({ upload: rateText(rate, texts) }),
          signal,
        ),
        texts,
      );
      this.#show({ upload });
      status = fill(texts.done, { ping, jitter, download, upload });
    } catch (error) {
      if (!signal.aborted) {
        const seconds = error instanceof ProbeEnd && error.waitSeconds;
        status = seconds ? fill(texts.limited, { seconds }) : texts.failed;
      }
    }
    this.setState({ isRunning: false, status });
  }

  render() {
    const texts = this.#texts;
    const { isLive, isRunning, status, results } = this.state;
    const isDone = results.upload !== undefined;
    const names = Object.keys(texts.results) as (keyof Results)[];
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
          <p class="speed-status" role="status">{status}</p>
        </div>
        <dl class="speeds">
          {names.map((name) => (
            <div key={name}>
              <dt>{texts.results[name]}</dt>
              <dd>{results[name] ?? "–"}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  }
}

/** The speed test of the egress page. A function, because an island cannot be a class. */
export default function SpeedTestIsland(props: SpeedTestProps) {
  return <SpeedTest {...props} />;
}
