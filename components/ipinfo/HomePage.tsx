import { formatText } from "../../lib/i18n/format.ts";
import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { homeTexts, REQUEST_FIELDS } from "../../lib/ipinfo/view/home_texts.ts";
import { Html, type PageParts } from "../ui/markup.tsx";
import AddressHistory from "../../islands/AddressHistory.tsx";
import NextStep from "../../islands/NextStep.tsx";
import OtherFamily from "../../islands/OtherFamily.tsx";
import { SlashText } from "../ui/SlashText.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import {
  type OtherFamily as OtherFamilySetup,
  otherFamilyTexts,
} from "../../lib/egress/view/other_family.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { FactRows, Layers, type PageShape } from "./Layers.tsx";
import { Hero } from "./Hero.tsx";
import { SearchForm } from "./Search.tsx";
import { FactCard } from "./FactCard.tsx";

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

/** This browser's addresses so far. */
function History() {
  const { history } = useTexts(homeTexts);
  const { title, about, noScript, ...texts } = history;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{title}</h2>
      <p class="hint">{about}</p>
      <noscript>
        <p>{noScript}</p>
      </noscript>
      <AddressHistory {...texts} />
    </section>
  );
}

/** The parts that differ between visitors. */
export type HomeParts = PageParts<"ip" | "example" | "verdict">;

interface HomePageProps {
  shape: PageShape;
  parts: HomeParts;
  /** The service's origin. */
  base: string;
  /** The host of the other family; null if none is configured. */
  other: OtherFamilySetup | null;
  /** Set if the page is about a sample visitor: what explains it. */
  sampleNotice?: ComponentChildren;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

export function HomePage(
  { shape, parts: { texts, html }, base, other, sampleNotice, children }:
    HomePageProps,
) {
  const { isPublic, family } = shape;
  const home = useTexts(homeTexts);
  const { yourAddress, yourRequest, request, leakTest } = home;
  const caption = sampleNotice
    ? home.captionOfSample
    : isPublic
    ? home.captionOfPublic
    : home.caption;
  const { copyButton } = useTexts(siteTexts);
  const language = useLanguage();
  const heading = (
    <div class="ip-line">
      <h1>
        <span class="caption">{formatText(caption, { family })}</span>
        <output id="ip" class={family === 6 ? "ip long" : "ip"}>
          <Html html={html.address} />
        </output>
      </h1>
      {!sampleNotice && <CopyButton of="ip" what={yourAddress} />}
    </div>
  );
  return (
    <>
      <Head>
        <title>{`${texts.ip} – Porthole`}</title>
        <meta name="description" content={texts.verdict} />
        <link key="home" rel="stylesheet" href={asset("/home.css")} />
      </Head>
      {sampleNotice}
      <Hero
        heading={heading}
        html={html}
        action={other
          ? <NextStep about={home.aboutLeakTest} leakTest={leakTest} />
          : <a class="button" href="/egress">{leakTest}</a>}
      >
        {other && (
          <OtherFamily
            {...other}
            language={language}
            texts={otherFamilyTexts(language, other.family)}
            copyTexts={copyButton}
          />
        )}
      </Hero>
      <SearchForm />
      <Layers shape={shape} html={html}>
        <FactCard icon="request" title={yourRequest}>
          <FactRows
            rows={REQUEST_FIELDS.filter((field) => field in html).map((
              field,
            ) => ({
              field,
              label: request[field],
              mono: false,
            }))}
            html={html}
          />
        </FactCard>
      </Layers>
      {children}
      <CurlCommands base={base} ip={texts.example} />
      {!sampleNotice && <History />}
    </>
  );
}

/** The same information for scripts: commands to copy. */
function CurlCommands({ base, ip }: { base: string; ip: string }) {
  const { fromScript, commands, command } = useTexts(homeTexts);
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
              <code id={`curl-${name}`}>
                <SlashText text={`curl ${base}${paths[name]}`} />
              </code>
              <CopyButton
                of={`curl-${name}`}
                what={formatText(command, { label: commands[name] })}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
