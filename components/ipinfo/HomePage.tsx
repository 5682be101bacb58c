import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { Rows } from "../ui/Rows.tsx";
import { Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { AddressText } from "../ui/AddressText.tsx";
import { CurlLines } from "../ui/CopyText.tsx";

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
        <a href="/api/geoip/8.8.8.8">8.8.8.8</a>
        {or}
        <a href="/api/geoip/2001:4860:4860::8888">2001:4860:4860::8888</a>
        {end}
      </p>
    </section>
  );
}

/**
 * The facts about an address: open ones, expandable ones, and those for
 * members.
 */
export function Layers(
  { layers: [primary, details, advanced] }: Pick<HomeView, "layers">,
) {
  const texts = useTexts(homeTexts);
  return (
    <>
      {primary.length > 0 && <Rows rows={primary} />}
      {details.length > 0 && (
        <details class="more">
          <summary>{texts.moreDetails}</summary>
          <Rows rows={details} />
        </details>
      )}
      {advanced.length > 0 && (
        <section class="advanced" aria-labelledby="advanced-title">
          <h2 id="advanced-title">{texts.advanced}</h2>
          <Rows rows={advanced} />
        </section>
      )}
    </>
  );
}

/** The facts about an address, which are specific to the visitor. */
export function HomeFacts({ home }: { home: HomeView }) {
  const { caption } = useTexts(homeTexts);
  return (
    <>
      <section class="address">
        <h1>
          <span class="caption">{caption(home.isPublic, home.family)}</span>
          <output class={home.family === 6 ? "ip long" : "ip"}>
            <AddressText ip={home.ip} />
          </output>
        </h1>
        <p class="verdict">
          {home.flag && <span class="flag" aria-hidden="true">{home.flag}
          </span>}
          {home.verdict}
        </p>
      </section>
      {home.isPublic ? <Layers layers={home.layers} /> : <InnerAddress />}
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
  /** The facts about the address. */
  facts: ComponentChildren;
  /** The part in place of hidden fields. */
  children: ComponentChildren;
}

/** The home page. */
export function HomePage(
  { ip, verdict, example, base, facts, children }: HomePageProps,
) {
  return (
    <>
      <Head>
        <title>{`${ip} – Porthole`}</title>
        <meta name="description" content={verdict} />
      </Head>
      {facts}
      {children}
      <CurlLines base={base} ip={example} />
    </>
  );
}
