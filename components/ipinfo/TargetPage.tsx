import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import CopyButton from "../../islands/CopyButton.tsx";
import { siteTexts } from "../../lib/i18n/site.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/AddressText.tsx";
import { useTexts } from "../ui/language.ts";
import { AddressSummary, Hero, PlaceMap } from "./Hero.tsx";
import { Layers } from "./Layers.tsx";
import { SearchForm } from "./SearchForm.tsx";

interface TargetPageProps {
  home: HomeView;
  /** The name that was asked about; null for an address. */
  name: string | null;
  /** The service's origin. */
  base: string;
  /** URL of the world outline. */
  world: string;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The page about any address or name. */
export function TargetPage(
  { home, name, base, world, children }: TargetPageProps,
) {
  const texts = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const title = `${name ?? home.ip} · ${home.verdict}`;
  return (
    <>
      <Head>
        <title>{`${title} – Porthole`}</title>
        <meta name="description" content={home.verdict} />
        <meta property="og:description" content={title} />
        <meta property="og:url" content={`${base}/${name ?? home.ip}`} />
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
      {home.isPublic && <Layers {...home} />}
      {children}
      <TargetLinks ip={home.ip} name={name} asn={asnOf(home)} />
    </>
  );
}

/** The AS number among the facts shown, such as `AS15169`. */
function asnOf({ layers }: HomeView): string | null {
  const row = layers.flat().find(({ field }) => field === "asn");
  return typeof row?.value === "string" ? row.value : null;
}

/** What else this service knows of an address. */
function TargetLinks(
  { ip, name, asn }: { ip: string; name: string | null; asn: string | null },
) {
  const { more, links } = useTexts(homeTexts);
  const items: [label: string, href: string][] = [
    [links.reverse, `/lookup/${ip}?dns_type=rdns_lookup`],
    [links.names, `/lookup/${ip}?dns_type=ip_domains`],
    [links.whois, `/whois/${ip}`],
  ];
  if (asn !== null) items.push([links.whoisOf(asn), `/whois/${asn}`]);
  if (name !== null) {
    items.push([links.records, `/lookup/${name}`]);
    items.push([links.whoisOf(name), `/whois/${name}`]);
  }
  items.push(["V1 JSON", `/api/v1/ip/${ip}`], [
    "GeoIP JSON",
    `/api/geoip/${ip}`,
  ]);
  return (
    <nav class="target-links" aria-label={more}>
      <ul>
        {items.map(([label, href]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
