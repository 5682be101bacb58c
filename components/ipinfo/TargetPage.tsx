import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import CopyButton from "../../islands/CopyButton.tsx";
import { siteTexts } from "../../lib/i18n/site.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeField } from "../../lib/ipinfo/view/home_fields.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/TargetText.tsx";
import { useTexts } from "../ui/language.ts";
import { AddressSummary, Hero, PlaceMap } from "./Hero.tsx";
import { Layers } from "./Layers.tsx";
import { SearchForm } from "./Search.tsx";

interface TargetPageProps {
  home: HomeView;
  /** The name that was asked about; null for an address. */
  name: string | null;
  /** The service's origin. */
  base: string;
  /** URL of the world outline. */
  world: string;
  /** Whether the whois page can say anything. */
  hasWhois: boolean;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The page about any address or name. */
export function TargetPage(
  { home, name, base, world, hasWhois, children }: TargetPageProps,
) {
  const texts = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const asked = name ?? home.ip;
  const url = `${base}/${asked}`;
  const title = [asked, home.whose].filter(Boolean).join(" · ");
  const links = (
    <TargetLinks home={home} name={name} url={url} hasWhois={hasWhois} />
  );
  return (
    <>
      <Head>
        <title>{`${title} – Porthole`}</title>
        <meta name="description" content={home.verdict} />
        <link rel="canonical" href={url} />
        <meta key="og:title" property="og:title" content={title} />
        <meta property="og:description" content={home.verdict} />
        <meta property="og:url" content={url} />
        <link key="home" rel="stylesheet" href={asset("/home.css")} />
      </Head>
      <Hero
        heading={
          <div class="ip-line">
            <h1>
              <span class="caption">
                {name === null
                  ? texts.anAddress(home.family)
                  : texts.addressOf(name)}
              </span>
              <span id="ip" class={home.family === 6 ? "ip long" : "ip"}>
                <AddressText ip={home.ip} />
              </span>
            </h1>
            <CopyButton of="ip" what={texts.theAddress} texts={copyButton} />
          </div>
        }
        summary={<AddressSummary home={home} />}
        map={<PlaceMap home={home} world={world} />}
      />
      <SearchForm />
      {home.isPublic
        ? <Layers {...home}>{links}</Layers>
        : <div class="cards">{links}</div>}
      {children}
    </>
  );
}

/** A text among the facts shown, such as `AS15169`. */
function shownFact({ layers }: HomeView, wanted: HomeField): string | null {
  const row = layers.flat().find(({ field }) => field === wanted);
  return typeof row?.value === "string" ? row.value : null;
}

type Link = readonly [label: string, href: string];

interface TargetLinksProps
  extends Pick<TargetPageProps, "home" | "name" | "hasWhois"> {
  /** The page's own. */
  url: string;
}

/** What else this service knows of an address, and the page's own address to share. */
function TargetLinks({ home, name, url, hasWhois }: TargetLinksProps) {
  const { more, share, links } = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const { ip } = home;
  const registered = [
    name,
    ip,
    shownFact(home, "route"),
    shownFact(home, "asn"),
  ].filter((target) => target !== null);
  const groups: [title: string, links: Link[]][] = [
    [links.dns, [
      ...name === null ? [] : [[links.records, `/lookup/${name}`] as const],
      [links.reverse, `/lookup/${ip}?dns_type=rdns_lookup`],
      [links.names, `/lookup/${ip}?dns_type=ip_domains`],
    ]],
    ...hasWhois
      ? [[
        "Whois",
        registered.map((target) => [target, `/whois/${target}`] as const),
      ] as [string, Link[]]]
      : [],
    ["JSON", [
      ["GeoIP", `/api/geoip/${name ?? ip}`],
      ["V1", name === null ? `/api/v1/ip/${ip}` : `/api/v1/domain/${name}`],
      [
        links.v2,
        name === null ? `/api/v2/ip/${ip}` : `/api/v2/domain/${name}`,
      ],
    ]],
  ];
  return (
    <section class="fact-card target-links" aria-labelledby="more-title">
      <h2 id="more-title">{more}</h2>
      <dl class="rows">
        {groups.map(([title, items]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {items.map(([label, href]) => (
                <a key={href} href={href}>{label}</a>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{share.title}</dt>
          <dd>
            <code id="link" class="copyable">{url}</code>
            <CopyButton of="link" what={share.what} texts={copyButton} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
