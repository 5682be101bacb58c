import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { Rows } from "../ui/Rows.tsx";
import { Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { AddressText } from "../ui/AddressText.tsx";
import { CurlLines } from "../ui/CopyText.tsx";

/** What to do where the server sees an inner address: usually a visit from the same network. */
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

/** What is known of an address: the facts, the details to be expanded, what members see. */
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

/** What is known of an address: the part of the page that nobody else gets. */
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
  /** The address in one sentence. */
  verdict: string;
  /** The address that the commands for scripts ask about. */
  example: string;
  /** Origin of the service. */
  base: string;
  /** What is known of the address. */
  facts: ComponentChildren;
  /** What stands for what is not shown. */
  children: ComponentChildren;
}

/** How the internet sees whoever asks. */
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
