import { Component } from "preact";
import {
  ProbeEnd,
  runProbe,
  watchCspViolations,
} from "../lib/egress/browser/run_probe.ts";
import { fetchExit } from "../lib/egress/browser/exit_probe.ts";
import type {
  OtherFamily as OtherFamilySetup,
  OtherFamilyTexts,
} from "../lib/egress/view/other_family.ts";
import type { Exit, Probe } from "../lib/egress/view/report.ts";
import {
  CopyButton,
  type CopyButtonTexts,
} from "../components/ui/CopyButton.tsx";

const TIMEOUT_MS = 6000;

interface OtherFamilyProps extends OtherFamilySetup {
  texts: OtherFamilyTexts;
  copyTexts: CopyButtonTexts;
  /** Id of the element that will hold the address. */
  id: string;
  /** Event of the window once the address is shown. */
  shownEvent: string;
}

/**
 * The visitor's address of the other family than the page's connection. Without
 * script, a link to it. A class, because pages need no hooks for it.
 */
class OtherFamily extends Component<OtherFamilyProps, Probe<Exit>> {
  override state: Probe<Exit> = { state: "idle" };

  override async componentDidMount() {
    this.setState({ state: "running" });
    const watch = new AbortController();
    const probe = await runProbe(
      (signal) => this.#ask(signal, watch.signal),
      {
        signal: watch.signal,
        timeoutMs: TIMEOUT_MS,
        now: () => performance.now(),
        onRateLimited() {},
      },
    );
    watch.abort();
    this.setState(probe, () => dispatchEvent(new Event(this.props.shownEvent)));
  }

  /**
   * `fetch` gives no reason, so a blocked request is recognized by the page's
   * policy and protocol.
   */
  async #ask(signal: AbortSignal, watched: AbortSignal): Promise<Exit> {
    const { origin, family } = this.props;
    const isMixed = location.protocol === "https:" &&
      origin.startsWith("http:");
    const isCspBlocked = watchCspViolations(document, watched);
    try {
      return await fetchExit(
        { fetch: fetch.bind(globalThis), origin, family },
        signal,
      );
    } catch (error) {
      if (error instanceof ProbeEnd) throw error;
      const isBlocked = isMixed ||
        await isCspBlocked(`${origin}/api/egress/exit`);
      throw new ProbeEnd(isBlocked ? "blocked" : "none");
    }
  }

  render() {
    const { origin, family, texts, copyTexts, id } = this.props;
    const { state, value } = this.state;
    return (
      <p class={`other-ip v${family}`}>
        <span class="badge">{`IPv${family}`}</span>
        <span role="status">
          {state === "idle" && <a href={`${origin}/`}>{texts.link}</a>}
          {value
            ? (
              <a href={`/${value.ip}`}>
                <code id={id}>{value.ip}</code>
              </a>
            )
            : texts.states[state]}
        </span>
        {value && <CopyButton of={id} what={texts.what} texts={copyTexts} />}
      </p>
    );
  }
}

/** The visitor's address of the other family. A function, because an island cannot be a class. */
export default function OtherFamilyIsland(props: OtherFamilyProps) {
  return <OtherFamily {...props} />;
}
