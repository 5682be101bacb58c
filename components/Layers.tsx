import type { HomeView } from "../lib/shared/home_view.ts";
import { homeTexts } from "../lib/shared/texts/home.ts";
import { useTexts } from "./language.ts";
import { Rows } from "./Rows.tsx";

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
