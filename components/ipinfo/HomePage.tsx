import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { homeTexts, REQUEST_FIELDS } from "../../lib/ipinfo/view/home_texts.ts";
import type {
  HomeSlot,
  HomeView,
  RequestSummary,
} from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/TargetText.tsx";
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
import { AddressSummary, Hero } from "./Hero.tsx";
import { SearchForm } from "./Search.tsx";
import { Rows } from "../ui/Rows.tsx";

/**
 * Explains a reserved address, which normally means a visit from the same
 * network.
 */
function InnerAddress() {
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
export function HomeHeading({ home }: { home: HomeView }) {
  const { caption } = useTexts(homeTexts);
  return (
    <h1>
      <span class="caption">{caption(home.isPublic, home.family)}</span>
      <output id="ip" class={home.family === 6 ? "ip long" : "ip"}>
        <AddressText ip={home.ip} />
      </output>
    </h1>
  );
}

/** Whose the visitor's address is and where, or why that isn't known. */
export function HomeSummary({ home }: { home: HomeView }) {
  return (
    <>
      <AddressSummary home={home} />
      {!home.isPublic && <InnerAddress />}
    </>
  );
}

/** The facts about the visitor's address. */
export function HomeFacts(
  { home, request }: { home: HomeView; request: RequestSummary },
) {
  const card = <RequestCard request={request} />;
  if (home.isPublic) return <Layers {...home}>{card}</Layers>;
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

interface HomePageProps extends Record<HomeSlot, ComponentChildren> {
  ip: string;
  /** The address in the example commands. */
  example: string;
  /** The service's origin. */
  base: string;
  /** The host of the other family; null if none is configured. */
  other: OtherFamilySetup | null;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The home page. What depends on the visitor alone is in the properties named as slots. */
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
        <meta name="description" content={String(verdict)} />
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
function RequestCard({ request }: { request: RequestSummary }) {
  const texts = useTexts(homeTexts);
  const rows = REQUEST_FIELDS.map((field) => ({
    label: texts.request[field],
    value: field === "proxies"
      ? request.proxies ?? texts.noProxies
      : request[field],
    mono: false,
  }));
  return (
    <section class="fact-card">
      <h2>{texts.yourRequest}</h2>
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
