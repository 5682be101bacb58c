import { formatText } from "../../lib/i18n/format.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { WhoisContext } from "../ui/TargetText.tsx";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { Html, type PageParts } from "../ui/markup.tsx";
import { useTexts } from "../ui/language.ts";
import { RowList } from "../ui/RowList.tsx";
import { Hero } from "./Hero.tsx";
import { Layers, type PageShape } from "./Layers.tsx";
import { LinkGroup, LinksCard } from "./LinksCard.tsx";
import { SearchForm } from "./Search.tsx";
import { SubjectHead } from "./SubjectHead.tsx";
import { FactCard } from "./FactCard.tsx";

/** The parts that differ between addresses, or between names. */
export type TargetParts = PageParts<
  "target" | "ip" | "path" | "title" | "verdict"
>;

interface TargetPageProps {
  shape: PageShape;
  parts: TargetParts;
  /** Whether a name was requested. */
  isName: boolean;
  /** The service's origin. */
  base: string;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The page about any address or name. */
export function TargetPage(
  { shape, parts: { texts, html }, isName, base, children }: TargetPageProps,
) {
  const { theAddress, theName, anAddress, aName, factsOf, end } = useTexts(
    homeTexts,
  );
  const { family } = shape;
  const { target, ip, title, verdict } = texts;
  const heading = (
    <div class="ip-line">
      <h1>
        <span class="caption">
          {isName ? aName : formatText(anAddress, { family })}
        </span>
        <span
          id="ip"
          class={isName ? "ip name" : family === 6 ? "ip long" : "ip"}
        >
          {isName ? target : <Html html={html.address} />}
        </span>
      </h1>
      <CopyButton of="ip" what={isName ? theName : theAddress} />
    </div>
  );
  const note = isName && (
    <p class="hint">
      {factsOf}
      <a href={`/${ip}`}>
        <Html html={html.address} />
      </a>
      {end}
    </p>
  );
  return (
    <>
      <SubjectHead
        title={title}
        description={verdict}
        base={base}
        name={target}
      />
      <Hero heading={heading} html={html} note={note} />
      <SearchForm />
      <Layers shape={shape} html={html}>
        {isName && <ServersCard html={html} />}
        <TargetLinks
          target={target}
          ip={ip}
          isName={isName}
          base={base}
          html={html}
        />
      </Layers>
      {children}
    </>
  );
}

/** The addresses, the servers and the registration of a name. */
function ServersCard({ html }: Pick<TargetParts, "html">) {
  const { servers: { title, ...labels } } = useTexts(homeTexts);
  const names = ["addresses", "mailServers", "nameServers"] as const;
  const shown = useContext(WhoisContext)
    ? [...names, "registration" as const]
    : names;
  return (
    <FactCard icon="servers" title={title} class="servers">
      <RowList
        rows={shown.map((name) => ({
          label: labels[name],
          mono: name !== "registration",
          shown: <Html html={html[name]} />,
        }))}
      />
    </FactCard>
  );
}

interface TargetLinksProps {
  target: string;
  ip: string;
  isName: boolean;
  /** The service's origin. */
  base: string;
  html: TargetParts["html"];
}

/** What else this service knows of an address. */
function TargetLinks({ target, ip, isName, base, html }: TargetLinksProps) {
  const { more, moreOfName, links } = useTexts(homeTexts);
  const kind = isName ? "domain" : "ip";
  return (
    <LinksCard
      title={isName ? moreOfName : more}
      base={base}
      name={isName ? target : <Html html={html.address} />}
    >
      <LinkGroup
        title={links.dns}
        links={[
          ...isName ? [[links.records, `/lookup/${target}`] as const] : [],
          [links.reverse, `/lookup/${ip}?dns_type=rdns_lookup`],
          [links.names, `/lookup/${ip}?dns_type=ip_domains`],
        ]}
      />
      <Html html={html.whois} />
      <LinkGroup
        title="JSON"
        links={[
          ["GeoIP", `/api/geoip/${target}`],
          ["V1", `/api/v1/${kind}/${target}`],
          [links.v2, `/api/v2/${kind}/${target}`],
        ]}
      />
    </LinksCard>
  );
}
