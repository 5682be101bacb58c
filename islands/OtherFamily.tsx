import { Component } from "preact";
import {
  ProbeEnd,
  runProbe,
  watchCspViolations,
} from "../lib/egress/browser/run_probe.ts";
import { fetchExit, fetchOwnJson } from "../lib/egress/browser/exit_probe.ts";
import type {
  OtherFamily as OtherFamilySetup,
  OtherFamilyTexts,
} from "../lib/egress/view/other_family.ts";
import type { Language } from "../lib/i18n/language.ts";
import type { Exit, Probe } from "../lib/egress/view/report.ts";
import type { FamilyStrip } from "../lib/egress/view/verdict/families.ts";
import type { AddressSummary } from "../lib/ipinfo/view/home_view.ts";
import {
  type CopyButtonTexts,
  CopyControl,
} from "../components/ui/CopyButton.tsx";

const TIMEOUT_MS = 6000;
/** Longer than the server waits for its sources. */
const COMPARE_TIMEOUT_MS = 10_000;

interface OtherFamilyState {
  probe: Probe<Exit>;
  families: Families | null;
}

/** What the service says of both addresses. */
interface Families {
  /** What they say of each other; null if nothing. */
  families: FamilyStrip | null;
  /** Of the own address, and of the other. */
  summaries: readonly AddressSummary[];
}

interface OtherFamilyProps extends OtherFamilySetup {
  texts: OtherFamilyTexts;
  copyTexts: CopyButtonTexts;
  /** Id of the element that will hold the address. */
  id: string;
  /** Id of the element with the address of the page's connection. */
  ownId: string;
  /** Of the strip. */
  language: Language;
  /** Event of the window once the address is shown. */
  shownEvent: string;
}

/**
 * The visitor's address of the other family than the page's connection, and what both
 * say about a leak. Without script, a link to the address. A class, because pages need no hooks for it.
 */
class OtherFamily extends Component<OtherFamilyProps, OtherFamilyState> {
  override state: OtherFamilyState = {
    probe: { state: "idle" },
    families: null,
  };

  override async componentDidMount() {
    this.setState({ probe: { state: "running" } });
    const watch = new AbortController();
    const probe = await run(
      (signal) => this.#ask(signal, watch.signal),
      TIMEOUT_MS,
    );
    watch.abort();
    this.setState(
      { probe },
      () => dispatchEvent(new Event(this.props.shownEvent)),
    );
    if (probe.value) {
      this.setState({ families: await this.#compare(probe.value) });
    }
  }

  /** Null as well if the service refuses to tell: silence is better than a guess. */
  async #compare({ ip }: Exit): Promise<Families | null> {
    const { ownId, language } = this.props;
    const own = document.getElementById(ownId)?.textContent;
    const { value } = await run(async (signal) => {
      const url = `/api/egress/enrich?families&lang=${language}`;
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ips: [own, ip] }),
        signal,
      });
      return await fetchOwnJson(response) as Families;
    }, COMPARE_TIMEOUT_MS);
    return value ?? null;
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
      throw new ProbeEnd(isBlocked ? "blocked" : "failed");
    }
  }

  render() {
    const { origin, family, texts, copyTexts, id } = this.props;
    const { probe: { state, value }, families } = this.state;
    const strip = families?.families;
    const { flag, place, holder } = families?.summaries[1] ?? {};
    return (
      <>
        <div class={`address-tile other-ip v${family}`}>
          <div class="ip-line">
            <div role="status">
              <span class="caption">{texts.caption}</span>
              {state === "idle" && <a href={`${origin}/`}>{texts.link}</a>}
              {value
                ? (
                  <a
                    id={id}
                    class={family === 6 ? "ip long" : "ip"}
                    href={`/${value.ip}`}
                  >
                    {value.ip}
                  </a>
                )
                : <span>{texts.states[state]}</span>}
            </div>
            {value && (
              <CopyControl of={id} what={texts.what} texts={copyTexts} />
            )}
          </div>
          {place && (
            <p class="summary">
              {flag && (
                <img
                  class="flag"
                  src={`/flags/${flag}.svg`}
                  alt=""
                  width="27"
                  height="18"
                />
              )}
              {place}
            </p>
          )}
          {holder && <p class="holder">{holder}</p>}
        </div>
        <div class="family-note" role="status">
          {strip && (
            <p class={`family-strip ${strip.state}`}>
              {strip.text} <a href="/egress">{texts.leakTest}</a>
            </p>
          )}
        </div>
      </>
    );
  }
}

/** Runs a request until its end or its time limit. */
function run<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  timeoutMs: number,
): Promise<Probe<Value>> {
  return runProbe(work, {
    signal: new AbortController().signal,
    timeoutMs,
    now: () => performance.now(),
    onRateLimited() {},
  });
}

/** The visitor's address of the other family. A function, because an island cannot be a class. */
export default function OtherFamilyIsland(props: OtherFamilyProps) {
  return <OtherFamily {...props} />;
}
