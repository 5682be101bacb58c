import CopyButton from "../../islands/CopyButton.tsx";
import type { ComponentChildren } from "preact";
import { siteTexts } from "../../lib/i18n/site.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/AddressText.tsx";
import { useTexts } from "../ui/language.ts";
import { Hero } from "./Hero.tsx";
import { LinkGroup, LinksCard } from "./LinksCard.tsx";
import { SearchForm } from "./Search.tsx";
import { SubjectHead } from "./SubjectHead.tsx";

/** The parts of a page about an address or a name that depend on that alone. */
export interface TargetParts {
  /** What was asked about: an address or a name. */
  asked: string;
  /** Its address. */
  ip: string;
  /** Where the page's forms return to. */
  path: string;
  title: string;
  verdict: string;
  heading: ComponentChildren;
  summary: ComponentChildren;
  map: ComponentChildren;
  cards: ComponentChildren;
  /** Links to registrations, if there is whois. */
  whois: ComponentChildren;
  facts: ComponentChildren;
}

interface TargetPageProps extends TargetParts {
  isName: boolean;
  /** The service's origin. */
  base: string;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The page about any address or name. */
export function TargetPage(
  { asked, ip, title, verdict, isName, base, children, ...parts }:
    TargetPageProps,
) {
  const { theAddress } = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const url = `${base}/${asked}`;
  return (
    <>
      <SubjectHead title={title} description={verdict} url={url} />
      <Hero
        heading={
          <div class="ip-line">
            {parts.heading}
            <CopyButton of="ip" what={theAddress} texts={copyButton} />
          </div>
        }
        summary={parts.summary}
        map={parts.map}
      />
      <SearchForm />
      <div class="cards">
        {parts.cards}
        <TargetLinks
          asked={asked}
          ip={ip}
          isName={isName}
          url={url}
          whois={parts.whois}
        />
      </div>
      {parts.facts}
      {children}
    </>
  );
}

interface TargetHeadingProps {
  family: HomeView["family"];
  ip: string;
  /** The name that was asked about; null for an address. */
  name: string | null;
}

/** The address, and the name that led to it. */
export function TargetHeading({ family, ip, name }: TargetHeadingProps) {
  const { anAddress, addressOf } = useTexts(homeTexts);
  return (
    <h1>
      <span class="caption">
        {name === null ? anAddress(family) : addressOf(name)}
      </span>
      <span id="ip" class={family === 6 ? "ip long" : "ip"}>
        <AddressText ip={ip} />
      </span>
    </h1>
  );
}

interface TargetLinksProps
  extends Pick<TargetPageProps, "asked" | "ip" | "isName" | "whois"> {
  /** The page's own. */
  url: string;
}

/** What else this service knows of an address. */
function TargetLinks({ asked, ip, isName, url, whois }: TargetLinksProps) {
  const { more, links } = useTexts(homeTexts);
  const kind = isName ? "domain" : "ip";
  return (
    <LinksCard title={more} url={url}>
      <LinkGroup
        title={links.dns}
        links={[
          ...isName ? [[links.records, `/lookup/${asked}`] as const] : [],
          [links.reverse, `/lookup/${ip}?dns_type=rdns_lookup`],
          [links.names, `/lookup/${ip}?dns_type=ip_domains`],
        ]}
      />
      {whois}
      <LinkGroup
        title="JSON"
        links={[
          ["GeoIP", `/api/geoip/${asked}`],
          ["V1", `/api/v1/${kind}/${asked}`],
          [links.v2, `/api/v2/${kind}/${asked}`],
        ]}
      />
    </LinksCard>
  );
}
