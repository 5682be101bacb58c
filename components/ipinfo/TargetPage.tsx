import CopyButton from "../../islands/CopyButton.tsx";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { siteTexts } from "../../lib/i18n/site.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeField } from "../../lib/ipinfo/view/home_fields.ts";
import type { HomeView, TargetSlot } from "../../lib/ipinfo/view/home_view.ts";
import { AddressText, WhoisContext } from "../ui/TargetText.tsx";
import { useTexts } from "../ui/language.ts";
import { Hero } from "./Hero.tsx";
import { LinkGroup, LinksCard } from "./LinksCard.tsx";
import { SearchForm } from "./Search.tsx";
import { SubjectHead } from "./SubjectHead.tsx";

interface TargetPageProps extends Record<TargetSlot, ComponentChildren> {
  /** What was asked about: an address or a name. */
  asked: string;
  /** Its address. */
  ip: string;
  /** Where the page's forms return to. */
  path: string;
  title: string;
  verdict: string;
  isName: boolean;
  /** The service's origin. */
  base: string;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The page about any address or name. What depends on that alone is in the properties named as slots. */
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

interface TargetProps {
  home: HomeView;
  /** The name that was asked about; null for an address. */
  name: string | null;
}

/** The address, and the name that led to it. */
export function TargetHeading({ home, name }: TargetProps) {
  const { anAddress, addressOf } = useTexts(homeTexts);
  return (
    <h1>
      <span class="caption">
        {name === null ? anAddress(home.family) : addressOf(name)}
      </span>
      <span id="ip" class={home.family === 6 ? "ip long" : "ip"}>
        <AddressText ip={home.ip} />
      </span>
    </h1>
  );
}

/** The registrations of an address, if there is whois. */
export function WhoisLinks({ home, name }: TargetProps) {
  if (!useContext(WhoisContext)) return null;
  const registered = [
    name,
    home.ip,
    shownFact(home, "route"),
    shownFact(home, "asn"),
  ].filter((target) => target !== null);
  const links = registered.map((target) =>
    [target, `/whois/${target}`] as const
  );
  return <LinkGroup title="Whois" links={links} />;
}

/** A text among the facts shown, such as `AS15169`. */
function shownFact({ layers }: HomeView, wanted: HomeField): string | null {
  const row = layers.flat().find(({ field }) => field === wanted);
  return typeof row?.value === "string" ? row.value : null;
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
