import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type {
  HomeView,
  RequestSummary,
} from "../../lib/ipinfo/view/home_view.ts";
import { AddressText } from "../ui/AddressText.tsx";
import { CurlLines } from "../ui/CopyText.tsx";
import { useTexts } from "../ui/language.ts";
import { Layers } from "./Layers.tsx";
import { Hero } from "./Hero.tsx";
import { RequestCard } from "./RequestCard.tsx";
import { SearchForm } from "./SearchForm.tsx";

/**
 * Explains a reserved address, which normally means a visit from the same
 * network.
 */
export function InnerAddress() {
  const { inner, or, end } = useTexts(homeTexts);
  return (
    <section class="hint">
      <p>
        {inner}
        <a href="/8.8.8.8">8.8.8.8</a>
        {or}
        <a href="/2001:4860:4860::8888">2001:4860:4860::8888</a>
        {end}
      </p>
    </section>
  );
}

interface HomeFactsProps {
  home: HomeView;
  /** URL of the world outline. */
  world: string;
}

/** The visitor's address, its place and its badges. */
export function HomeHero({ home, world }: HomeFactsProps) {
  const { caption } = useTexts(homeTexts);
  return (
    <Hero home={home} world={world}>
      <h1>
        <span class="caption">{caption(home.isPublic, home.family)}</span>
        <output id="ip" class={home.family === 6 ? "ip long" : "ip"}>
          <AddressText ip={home.ip} />
        </output>
      </h1>
    </Hero>
  );
}

/** The facts about the visitor's address. */
export function HomeFacts(
  { home, request }: { home: HomeView; request: RequestSummary },
) {
  const card = <RequestCard request={request} />;
  if (home.isPublic) return <Layers {...home}>{card}</Layers>;
  return (
    <>
      <InnerAddress />
      <div class="cards">{card}</div>
    </>
  );
}

interface HomePageProps {
  ip: string;
  /** A sentence that summarizes the address. */
  verdict: string;
  /** The address in the example commands. */
  example: string;
  /** The service's origin. */
  base: string;
  /** The address with its place and its badges. */
  hero: ComponentChildren;
  /** The facts about the address. */
  facts: ComponentChildren;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The home page. */
export function HomePage(
  { ip, verdict, example, base, hero, facts, children }: HomePageProps,
) {
  return (
    <>
      <Head>
        <title>{`${ip} – Porthole`}</title>
        <meta name="description" content={verdict} />
        <link key="home" rel="stylesheet" href={asset("/home.css")} />
      </Head>
      {hero}
      <SearchForm />
      {facts}
      {children}
      <CurlLines base={base} ip={example} />
    </>
  );
}
