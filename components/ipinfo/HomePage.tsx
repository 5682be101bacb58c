import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/AddressText.tsx";
import AddressHistory from "../../islands/AddressHistory.tsx";
import CopyButton from "../../islands/CopyButton.tsx";
import OtherFamily from "../../islands/OtherFamily.tsx";
import {
  type OtherFamily as OtherFamilySetup,
  otherFamilyTexts,
} from "../../lib/egress/view/other_family.ts";
import { LANGUAGE_TAGS } from "../../lib/i18n/language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Layers } from "./Layers.tsx";
import { Hero } from "./Hero.tsx";
import { SearchForm } from "./Search.tsx";
import { type Row, Rows } from "../ui/Rows.tsx";

/**
 * Explains a reserved address, which normally means a visit from the same
 * network.
 */
export function InnerAddress() {
  const { inner, or, end } = useTexts(homeTexts);
  return (
    <p class="hint">
      {inner}
      <a href="/8.8.8.8">8.8.8.8</a>
      {or}
      <a href="/2001:4860:4860::8888">2001:4860:4860::8888</a>
      {end}
    </p>
  );
}

/** The visitor's address. */
export function HomeHeading(
  { isPublic, family, ip }: Pick<HomeView, "isPublic" | "family" | "ip">,
) {
  const { caption } = useTexts(homeTexts);
  return (
    <h1>
      <span class="caption">{caption(isPublic, family)}</span>
      <output id="ip" class={family === 6 ? "ip long" : "ip"}>
        <AddressText ip={ip} />
      </output>
    </h1>
  );
}

interface HomeFactsProps
  extends Pick<HomeView, "isPublic" | "cards" | "layers"> {
  note: ComponentChildren;
  /** About the request. */
  rows: readonly Row[];
}

/** The facts about the visitor's address. */
export function HomeFacts({ isPublic, rows, ...facts }: HomeFactsProps) {
  const card = <RequestCard rows={rows} />;
  if (isPublic) return <Layers {...facts}>{card}</Layers>;
  return <div class="cards">{card}</div>;
}

/** This browser's addresses so far. */
function History({ shownEvent }: { shownEvent: string }) {
  const { history } = useTexts(homeTexts);
  const language = LANGUAGE_TAGS[useLanguage()];
  const { title, about, noScript, ...texts } = history;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{title}</h2>
      <p class="hint">{about}</p>
      <noscript>
        <p>{noScript}</p>
      </noscript>
      <AddressHistory
        ids={["ip", OTHER_ID]}
        shownEvent={shownEvent}
        language={language}
        texts={texts}
      />
    </section>
  );
}

/** Id of the visitor's address of the other family. */
const OTHER_ID = "other-ip";

/** Event of the window when that is shown. */
const SHOWN_EVENT = "addressshown";

/** The parts of the home page that depend on the visitor. */
export interface HomeParts {
  ip: string;
  /** The address in the example commands. */
  example: string;
  verdict: string;
  heading: ComponentChildren;
  summary: ComponentChildren;
  map: ComponentChildren;
  facts: ComponentChildren;
}

interface HomePageProps extends HomeParts {
  /** The service's origin. */
  base: string;
  /** The host of the other family; null if none is configured. */
  other: OtherFamilySetup | null;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The home page. */
export function HomePage(
  { ip, verdict, example, base, other, children, ...parts }: HomePageProps,
) {
  const { yourAddress } = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const ofOther = useTexts(otherFamilyTexts);
  const heading = (
    <>
      <div class="ip-line">
        {parts.heading}
        <CopyButton of="ip" what={yourAddress} texts={copyButton} />
      </div>
      {other && (
        <OtherFamily
          {...other}
          id={OTHER_ID}
          shownEvent={SHOWN_EVENT}
          texts={ofOther(other.family)}
          copyTexts={copyButton}
        />
      )}
    </>
  );
  return (
    <>
      <Head>
        <title>{`${ip} – Porthole`}</title>
        <meta name="description" content={verdict} />
        <link key="home" rel="stylesheet" href={asset("/home.css")} />
      </Head>
      <Hero heading={heading} summary={parts.summary} map={parts.map} />
      <SearchForm />
      {parts.facts}
      {children}
      <CurlCommands base={base} ip={example} />
      <History shownEvent={SHOWN_EVENT} />
    </>
  );
}

/** What the visitor's request tells of the browser. */
function RequestCard({ rows }: { rows: readonly Row[] }) {
  const { yourRequest } = useTexts(homeTexts);
  return (
    <section class="fact-card">
      <h2>{yourRequest}</h2>
      <Rows rows={rows} />
    </section>
  );
}

/** The same information for scripts: commands to copy. */
function CurlCommands({ base, ip }: { base: string; ip: string }) {
  const { fromScript, commands, command } = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const paths = {
    text: "/",
    json: "/api/jsonip",
    geoip: `/api/geoip/${ip}`,
    v1: `/api/v1/ip/${ip}`,
  };
  return (
    <section class="curl" aria-labelledby="curl-title">
      <h2 id="curl-title">{fromScript}</h2>
      <dl>
        {(["text", "json", "geoip", "v1"] as const).map((name) => (
          <div key={name}>
            <dt>{commands[name]}</dt>
            <dd>
              <code id={`curl-${name}`}>{`curl ${base}${paths[name]}`}</code>
              <CopyButton
                of={`curl-${name}`}
                what={command(commands[name])}
                texts={copyButton}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
