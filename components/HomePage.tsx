import { Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import type { HomeView } from "../lib/shared/home_view.ts";
import { homeTexts } from "../lib/shared/texts/home.ts";
import { AddressText } from "./AddressText.tsx";
import { CurlLines } from "./CurlLines.tsx";
import { InnerAddress } from "./InnerAddress.tsx";
import { useLanguage } from "./language.ts";
import { Layers } from "./Layers.tsx";

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
