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
  FlagImage,
  HolderLine,
  PlaceLine,
} from "../components/ipinfo/SummaryLines.tsx";
import { AddressText } from "../components/ui/AddressText.tsx";
import {
  type CopyButtonTexts,
  CopyControl,
} from "../components/ui/CopyControl.tsx";
import {
  FAMILY_STRIP_EVENT,
  OTHER_ID,
  OWN_ID,
  SHOWN_EVENT,
} from "../lib/ipinfo/view/address_history.ts";

const TIMEOUT_MS = 6000;
/** Longer than the server waits for its sources. */
const COMPARE_TIMEOUT_MS = 10_000;

interface OtherFamilyState {
  probe: Probe<Exit>;
  /** Of the other address. */
  summary: AddressSummary | undefined;
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
  /** Of the strip. */
  language: Language;
}

/**
 * The visitor's address of the other family than the page's connection; `NextStep`
 * shows what both say about a leak. Without script, a link to the address. A class,
 * because the page needs no hooks for it.
 */
class Tile extends Component<OtherFamilyProps, OtherFamilyState> {
  override state: OtherFamilyState = {
    probe: { state: "idle" },
    summary: undefined,
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
      () => dispatchEvent(new Event(SHOWN_EVENT)),
    );
    if (probe.value) {
      const families = await this.#compare(probe.value);
      this.setState({ summary: families?.summaries[1] });
      const strip = families?.families;
      if (strip) {
        dispatchEvent(new CustomEvent(FAMILY_STRIP_EVENT, { detail: strip }));
      }
    }
  }

  /** Null as well if the service refuses to tell: silence is better than a guess. */
  async #compare({ ip }: Exit): Promise<Families | null> {
    const { language } = this.props;
    const own = document.getElementById(OWN_ID)?.textContent;
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
    const { origin, family, texts, copyTexts } = this.props;
    const { probe: { state, value }, summary } = this.state;
    const { flag, place, holder } = summary ?? {};
    const isOpen = state === "idle" || state === "running";
    return (
      <div
        class={`address-tile other-ip v${family}${isOpen ? " open" : ""}`}
      >
        <div class="ip-line">
          <div role="status">
            <span class="caption">{texts.caption}</span>
            {state === "idle" && <a href={`${origin}/`}>{texts.link}</a>}
            {value
              ? (
                <a
                  id={OTHER_ID}
                  class={family === 6 ? "ip long" : "ip"}
                  href={`/${value.ip}`}
                >
                  <AddressText ip={value.ip} />
                </a>
              )
              : (
                <>
                  <strong>{texts.states[state]}</strong>
                  <p>{texts.details[state]}</p>
                </>
              )}
          </div>
          {value && (
            <CopyControl of={OTHER_ID} what={texts.what} texts={copyTexts} />
          )}
        </div>
        {place && (
          <PlaceLine
            flag={flag && <FlagImage src={`/flags/${flag}.svg`} />}
            place={place}
          />
        )}
        {holder && <HolderLine holder={holder} />}
      </div>
    );
  }
}

export default function OtherFamily(props: OtherFamilyProps) {
  return <Tile {...props} />;
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
