import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
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

interface HomePageProps {
  home: HomeView;
  /** Origin of the service. */
  base: string;
  /** What stands for what is not shown. */
  children: ComponentChildren;
}

/** What the internet sees of whoever asks. */
export function HomePage({ home, base, children }: HomePageProps) {
  const language = useLanguage();
  return (
    <>
      <Head>
        <title>{`${home.ip} – Porthole`}</title>
        <meta name="description" content={home.verdict} />
      </Head>
      <section class="address">
        <h1>
          <span class="caption">
            {homeTexts[language].caption(home.isPublic, home.family)}
          </span>
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
      {home.isPublic
        ? (
          <>
            <Layers layers={home.layers} />
            {children}
          </>
        )
        : <InnerAddress />}
      <CurlLines base={base} ip={home.isPublic ? home.ip : "8.8.8.8"} />
    </>
  );
}
